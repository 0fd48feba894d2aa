import FilterableResults

/// Many rows edited in one batch, beside the same rows set as a whole and beside single edits.
enum P17Batches: Workload {
  static let name = "P17"

  static func run(_ bench: Bench) throws {
    let items = bench.first(100_000)
    let batch = try Batch(items)
    let single = try Batch(items)
    let whole = try Batch(items)
    var size = 10
    while size < items.count {
      let edited = batch.edited(size)
      let beside = min(size, 1_000)
      var row = try bench.measure(
        name, "\(size) rows in a batch", beside: "\(beside) single edits",
        target: size == 1_000 ? .ratio(0.3, reach: 0.1) : .ratio(1), items: size,
        peerItems: beside, prepare: { batch.edit() },
        ours: { try batch.replace(edited(batch)) },
        peer: {
          for item in edited(single).prefix(beside) { single.controller.replace(item) }
          return beside
        }, agree: { $0 >= $1 }, preparePeer: { single.edit() })
      bench.add(row)
      size *= 10
      if size >= items.count {
        let all = batch.edited(items.count)
        row = try bench.measure(
          name, "all rows in a batch", beside: "setItems", target: .ratio(1.2, reach: 1),
          items: items.count, prepare: { batch.edit() },
          ours: { try batch.replace(all(batch)) },
          peer: {
            let items = all(whole)
            try whole.controller.setItems(items)
            return items.count
          }, agree: ==, preparePeer: { whole.edit() })
        bench.add(row)
      }
    }
  }
}

/// A controller with an observer, and rows to edit again and again.
private final class Batch {
  let controller: ResultsController<Instance>
  private let items: [Instance]
  private var version = 0
  private var observation: ResultsObservation?
  private var updated = 0

  init(_ items: [Instance]) throws {
    self.items = items
    controller = try Instance.controller()
    try controller.setItems(items)
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      updated += change.changeset.updatedItems.count
    }
  }

  /// Makes the next rows differ from those before.
  func edit() { version += 1 }

  /// Gives `count` rows, evenly spread, that differ from those of the version before.
  func edited(_ count: Int) -> (Batch) -> [Instance] {
    { [items] batch in
      (0..<count).map { number in
        var item = items[number * (items.count / count)]
        item.age = 31 + (item.age + batch.version) % 30
        return item
      }
    }
  }

  func replace(_ items: [Instance]) throws -> Int {
    try controller.performBatch { () throws(ResultsError) in
      for item in items { controller.replace(item) }
    }
    return items.count
  }
}
