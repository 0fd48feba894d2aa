import FilterableResults

/// A controller of instances under filters, a sort and sections, with an observer, and edits of single rows.
final class EditedList {
  /// An edit of one row.
  enum Edit: String, CaseIterable {
    case content = "content"
    case sortKey = "sort key"
    case insert = "insert"
    case remove = "remove"
  }

  let controller: ResultsController<Instance>

  /// How many changes the observer has received.
  private(set) var delivered = 0

  private var items: [Instance]
  private var nextID: Int
  private var random = SplitMix(seed: 16)
  private var observation: ResultsObservation?

  init(_ items: [Instance], sections: Int = 1, filters: Int = 1) throws {
    // A list of its own, or the first edit would copy it.
    self.items = items.map { $0 }
    nextID = items.count
    var configuration = ResultsConfiguration<Instance>()
    configuration.rows.identity = ResultsKey(\.id)
    configuration.rows.sort = [.ascending(\.name)]
    if sections > 1 {
      configuration.sections.key = ResultsKey { $0.id % sections }
      configuration.sections.order = .ascending
    }
    controller = try ResultsController(configuration)
    controller.filters.add(
      try (0..<filters).map {
        try ResultsFilter("\($0)", predicate: FilterPredicate("age > \(-$0)"))
      })
    try controller.setItems(items)
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] _ in
      delivered += 1
    }
  }

  /// Edits `count` rows one by one.
  func run(_ edit: Edit, _ count: Int) throws {
    for _ in 0..<count {
      let place = random.below(items.count)
      switch edit {
      case .content, .sortKey:
        items[place] = items[place].edited(edit == .content ? .content : .sortKey, by: &random)
        controller.replace(items[place])
      case .insert:
        var item = items[place].edited(.sortKey, by: &random)
        item.id = nextID
        nextID += 1
        items.append(item)
        try controller.add(item)
      case .remove:
        items.swapAt(place, items.count - 1)
        controller.remove(key: FilterValue.int(Int64(items.removeLast().id)))
      }
    }
  }
}
