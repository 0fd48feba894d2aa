import FilterableResults
import TestSupport

extension RandomSession {
  /// One edit; what is not possible is refused and changes nothing.
  func edit() {
    switch dice.below(22) {
    case 0: load()
    case 1...10: editRows()
    case 11, 12: editSections()
    case 13, 14, 15: editFilters()
    case 16, 17: configure()
    case 18: collapse()
    case 19, 20: editSummaries()
    default: merge()
    }
  }

  private var row: Row {
    Row(dice.below(14), n: dice.below(9), city: ["a", "b", "c", nil][dice.below(4)])
  }

  private var rows: [Row] { (0..<dice.below(9)).map { _ in row } }
  private var key: FilterValue { .int(Int64(dice.below(14))) }
  private var place: StorePosition { StorePosition(section: dice.below(3), offset: dice.below(8)) }

  private func load() {
    switch dice.below(8) {
    case 0:
      count("nothing loaded")
      apply { (store) throws(ResultsError) in try store.setItems(nil) }
    case 1, 2, 3:
      count("sections loaded")
      let names = ["x", "y", "z"].shuffled(using: &dice).prefix(dice.below(4))
      let sections = names.map { StoredSection(FilterValue.string($0), items: rows) }
      apply { (store) throws(ResultsError) in try store.setSections(sections) }
    case 4:
      count("sorted rows loaded")
      let rows = self.rows
      apply { (store) throws(ResultsError) in try store.setItems(rows, sortedBy: [.ascending(\.n)])
      }
    default:
      count("rows loaded")
      let rows = self.rows
      apply { (store) throws(ResultsError) in try store.setItems(rows) }
    }
  }

  private func editRows() {
    let kind = dice.below(14)
    count("row edit \(kind)")
    let (row, other, rows) = (self.row, self.row, self.rows)
    // A row of a flat list cannot be added to one of the sections by key.
    let isByKey = controller.configuration.sections.key != nil && model.isFlat
    let (from, to, key, section) = (self.place, self.place, self.key, isByKey ? 0 : dice.below(3))
    switch kind {
    case 0, 1: apply { (store) throws(ResultsError) in try store.add(row, toSection: nil) }
    case 2: apply { (store) throws(ResultsError) in try store.add(row, toSection: section) }
    case 3: apply { (store) throws(ResultsError) in try store.insert(row, at: from) }
    case 4: apply { (store) throws(ResultsError) in try store.remove(at: from) }
    case 5: apply { store in store.remove(key: key) }
    case 6: apply { store in store.replace(row) }
    case 7: apply { store in store.replace(all: rows) }
    case 8: apply { (store) throws(ResultsError) in try store.replace(at: from, with: row) }
    case 9: apply { (store) throws(ResultsError) in try store.move(from: from, to: to) }
    case 10: _ = try? controller.itemDidChange(key: key)
    case 11: apply { store in store.remove(all: rows) }
    case 12: apply { store in store.remove(row) }
    default: apply { (store) throws(ResultsError) in try store.replace(row, with: other) }
    }
  }

  private func editSections() {
    let kind = dice.below(7)
    count("section edit \(kind)")
    let (rows, place, other) = (self.rows, dice.below(3), dice.below(3))
    let (name, title) = (
      ["x", "y", "z", nil][dice.below(4)] as FilterValue?, ["T", nil][dice.below(2)]
    )
    switch kind {
    case 0:
      apply { (store) throws(ResultsError) in
        try store.addSection(StoredSection(name, items: rows))
      }
    case 1:
      apply { (store) throws(ResultsError) in
        try store.insertSection(StoredSection(name ?? "x", items: rows), at: place)
      }
    case 2: apply { (store) throws(ResultsError) in try store.removeSection(at: place) }
    case 3:
      apply { (store) throws(ResultsError) in try store.replaceSection(at: place, with: rows) }
    case 4:
      apply { (store) throws(ResultsError) in try store.setTitle(title, ofSectionAt: place) }
    default:
      apply { (store) throws(ResultsError) in try store.moveSection(from: place, to: other) }
    }
  }

  private func editFilters() {
    let kind = dice.below(8)
    count("filter edit \(kind)")
    switch kind {
    case 0, 1:
      let limit = dice.below(5)
      addFilter("n", "n >= \(limit)")
    case 2: controller.filters.remove(group: "n")
    case 3: controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    case 4:
      controller.filters.add(
        ResultsFilter("threshold", group: "threshold") { [threshold] in $0.n >= threshold.value })
    case 5:
      threshold.value = dice.below(6)
      try? controller.refilter()
    case 6:
      addFilter("city", "city IN {'a', 'b'}")
    default: controller.filters.removeAll()
    }
  }

  private func addFilter(_ name: String, _ text: FilterText) {
    do {
      try controller.filters.add(
        ResultsFilter(name, group: "n", predicate: FilterPredicate<Row>(text)))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func merge() {
    count("merge")
    let order = ResultsSortKey<Row>(\.n, ascending: dice.chance(1, of: 2))
    if dice.chance(1, of: 4) {
      apply { store in store.sort(by: [order]) }
    } else {
      let (rows, isSorted) = (self.rows, dice.chance(1, of: 3))
      apply { (store) throws(ResultsError) in
        try store.merge(rows, sortedBy: isSorted ? [order] : [])
      }
    }
  }

  private func configure() {
    let kind = dice.below(8)
    count("setting \(kind)")
    try? controller.configure { settings in
      switch kind {
      case 0: settings.rows.sort = []
      case 1: settings.rows.sort = [ResultsSortKey(\.n, ascending: dice.chance(1, of: 2))]
      case 2: settings.sections.order = Self.order(&dice)
      case 3: settings.sections.empty = [.keep, .drop, nil][dice.below(3)]
      case 4: settings.groupRows.areShown.toggle()
      case 5: settings.groupRows.usesTest.toggle()
      case 6: settings.sections.key = [nil, ResultsKey(\.city), ResultsKey(\.n)][dice.below(3)]
      default: settings.sections.missing = [.ordered, .first, .last][dice.below(3)]
      }
    }
  }

  private func collapse() {
    count("collapse")
    let keys: [FilterValue] = ["a", "b", "x", "y", .null]
    switch dice.below(6) {
    case 0: controller.sections.setCollapsed(true)
    case 1: controller.sections.setCollapsed(false)
    default: controller.sections.setCollapsed(dice.chance(1, of: 2), forKey: keys[dice.below(5)])
    }
  }
}
