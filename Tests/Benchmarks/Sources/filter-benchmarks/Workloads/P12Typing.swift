import FilterableResults

/// Search as you type: each letter narrows what the letter before has left.
enum P12Typing: Workload {
  static let name = "P12"
  private static let letters = ["c", "co", "cop", "copp"]

  static func run(_ bench: Bench) throws {
    let items = named(bench.instances)
    try run(bench, items, "flat", ResultsController(identifiedBy: \.id))
    try run(bench, items, "two fields", ResultsController(identifiedBy: \.id)) { letter in
      try FilterPredicate("name CONTAINS[c] \(letter) OR region CONTAINS[c] \(letter)")
    }
    let sorted = try Instance.controller()
    sorted.filters.removeAll()
    try run(bench, items, "sorted in 100 sections", sorted)
  }

  private static func run(
    _ bench: Bench, _ items: [Instance], _ arrangement: String,
    _ controller: ResultsController<Instance>,
    predicate: (String) throws -> FilterPredicate<Instance> = { letter in
      try FilterPredicate("name CONTAINS[c] \(letter)")
    }
  ) throws {
    let filters = try letters.map { letter in
      try ResultsFilter<Instance>(letter, group: "search", predicate: predicate(letter))
    }
    try controller.setItems(items)
    var shown = 0
    let observation = controller.observe { change in
      shown = change.new.rowCount
      consume(change.changeset.deletedItems)
    }
    let first = controller.filters
    var firstLetter = 0.0
    for later in 1..<letters.count {
      let row = bench.measure(
        name, "\(arrangement): '\(letters[later])' after '\(letters[later - 1])'",
        beside: "'\(letters[0])', the first letter", target: .ratio(0.6, reach: 0.4), items: 1,
        prepare: {
          controller.filters = first
          for letter in filters[..<later] { controller.filters.add(letter) }
        },
        ours: {
          controller.filters.add(filters[later])
          return shown
        },
        peer: {
          controller.filters.add(filters[0])
          return shown
        }, agree: { $0 <= $1 }, preparePeer: { controller.filters = first })
      firstLetter = row.peer
      bench.add(row)
    }
    consume(observation)
    // The first letter is the peer, which is not measured where only our times are asked for.
    guard firstLetter.isFinite else { return }
    let verdict = firstLetter <= 6e6 ? "ok" : "above"
    bench.note(
      "P12 \(arrangement): the first letter takes \(Int(firstLetter / 1e3)) µs, should 6000: \(verdict)"
    )
  }

  /// Of ten names nine have no `c`.
  private static func named(_ items: [Instance]) -> [Instance] {
    var random = SplitMix(seed: 11)
    return items.map { item in
      guard random.below(10) == 0 else { return item }
      var item = item
      item.name = item.name.dropLast(4) + ["care", "Code", "cope", "Copp"][random.below(4)]
      return item
    }
  }
}
