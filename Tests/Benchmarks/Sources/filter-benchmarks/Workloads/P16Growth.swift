/// One row is edited in lists of few and many rows, sections and filters, and an observer is told.
enum P16Growth: Workload {
  static let name = "P16"

  /// Edits of a kind in a round.
  private static let editCount = 200

  static func run(_ bench: Bench) throws {
    let most = bench.options.count
    let rows = [1_000, 10_000, 100_000, 1_000_000].filter { $0 <= most }
    try grow(bench, "rows", rows, most: 12) { try EditedList(bench.first($0)) }
    let middle = min(100_000, most)
    try grow(bench, "sections", [1, 100, 10_000], most: 4) {
      try EditedList(bench.first(middle), sections: $0)
    }
    try grow(bench, "filters", [1, 16, 64], most: 4) {
      try EditedList(bench.first(middle), filters: $0)
    }
    try fixedCost(bench)
  }

  /// Notes how the time of each edit grows with a size, as multiples of that at the smallest one.
  private static func grow(
    _ bench: Bench, _ label: String, _ sizes: [Int], most: Double,
    _ list: (Int) throws -> EditedList
  ) throws {
    let lists = try sizes.map(list)
    for edit in EditedList.Edit.allCases {
      var least = Array(repeating: Double.infinity, count: sizes.count)
      for _ in 0..<bench.options.rounds {
        for (place, list) in lists.enumerated() {
          let time = try bench.nanoseconds { try list.run(edit, editCount) }
          least[place] = min(least[place], time / Double(editCount))
        }
      }
      for (size, time) in zip(sizes, least) {
        bench.value(name, "\(edit.rawValue), \(size) \(label)", time)
      }
      let steps = zip(sizes, least).map { "\($0): \(Bench.text($1 / 1e3)) µs" }
      let ratio = least[least.count - 1] / least[0]
      bench.note(
        "P16 \(edit.rawValue) by \(label): " + steps.joined(separator: ", ")
          + "; \(Bench.text(ratio)) × the smallest (must \(Int(most))):"
          + (ratio <= most ? " ok" : " MISS"))
    }
  }

  /// The cost of an edit of a small list, beside one that is written by hand.
  ///
  /// Insertions and removals change the size of a list, so each round begins with the same rows.
  private static func fixedCost(_ bench: Bench) throws {
    let items = bench.first(1_000)
    for edit in EditedList.Edit.allCases {
      let count = min(editCount, items.count / 2)
      var list = try EditedList(items)
      var delivered = 0
      var peer = SortedList(items) { _, _ in delivered += 1 }
      var random = SplitMix(seed: 17)
      var ids = items
      bench.add(
        try bench.measure(
          name, "\(edit.rawValue), 1000 rows", beside: "a sorted array by hand",
          target: edit == .content ? .ratio(40, reach: 20) : .ratio(1, reach: 0.3), items: count,
          prepare: { if let fresh = try? EditedList(items) { list = fresh } },
          ours: {
            let before = list.delivered
            try list.run(edit, count)
            return list.delivered - before
          },
          peer: {
            let before = delivered
            edit.run(on: peer, &ids, count, &random)
            return delivered - before
          }, agree: ==,
          preparePeer: {
            // A list of its own, or the first edit would copy it.
            ids = items.map { $0 }
            peer = SortedList(items) { _, _ in delivered += 1 }
          }))
    }
  }
}

extension EditedList.Edit {
  /// The same edits of the list that is written by hand.
  fileprivate func run(
    on list: SortedList, _ items: inout [Instance], _ count: Int, _ random: inout SplitMix
  ) {
    for _ in 0..<count {
      let place = random.below(items.count)
      switch self {
      case .content, .sortKey:
        items[place] = items[place].edited(self == .content ? .content : .sortKey, by: &random)
        list.replace(items[place])
      case .insert:
        var item = items[place].edited(.sortKey, by: &random)
        item.id = 1_000_000 + items.count
        items.append(item)
        list.insert(item)
      case .remove:
        items.swapAt(place, items.count - 1)
        list.remove(items.removeLast().id)
      }
    }
  }
}
