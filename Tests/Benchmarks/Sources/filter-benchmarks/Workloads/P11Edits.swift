import FilterableResults

/// One row is edited under two filters, a sort and a hundred sections, and an observer is told.
enum P11Edits: Workload {
  static let name = "P11"
  private static let editCount = 300

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let both = try FilterPredicate<Instance>("age > 30 AND name CONTAINS '9'")
    let shown = try items.filter(both)
    for edit in Instance.Edit.allCases {
      for keepsSnapshot in [false, true] {
        let session = try EditSession(items, shown)
        session.keepsSnapshot = keepsSnapshot
        bench.add(
          try bench.measure(
            name, "\(edit.rawValue) edited" + (keepsSnapshot ? ", old snapshot alive" : ""),
            beside: "one pass of the two filters",
            target: keepsSnapshot ? .ratio(0.003) : .ratio(0.003, reach: 0.001),
            items: editCount, peerItems: 1,
            ours: { session.run(edit, editCount) }, peer: { try items.count(where: both) },
            agree: { told, _ in told == editCount }))
      }
    }
    try comparisons(bench)
  }

  /// How often rows are compared for one edit, of few rows and of many.
  private static func comparisons(_ bench: Bench) throws {
    var counts: [Double] = []
    for size in [10_000, bench.options.count] {
      let items = Array(bench.instances.prefix(size))
      let session = try EditSession(
        items, items.filter { $0.age > 30 && $0.name.contains("9") }, countsComparisons: true)
      session.comparisons.count = 0
      for edit in Instance.Edit.allCases { consume(session.run(edit, 100)) }
      counts.append(Double(session.comparisons.count) / 300)
    }
    let ratio = counts[1] / max(counts[0], 1)
    bench.note(
      "P11 compares rows \(Int(counts[1].rounded())) times an edit of \(bench.options.count) rows"
        + " and \(Int(counts[0].rounded())) times of 10000, at most twice as often:"
        + (ratio <= 2 ? " ok" : " MISS"))
  }
}

/// A controller with data and an observer, and rows to edit.
private final class EditSession {
  /// How often rows were compared.
  final class Comparisons {
    var count = 0
  }

  let comparisons = Comparisons()
  var keepsSnapshot = false
  private let controller: ResultsController<Instance>
  private var shown: [Instance]
  private var random = SplitMix(seed: 7)
  private var told = 0
  private var held: ResultsSnapshot<Instance>?
  private var observation: ResultsObservation?

  init(_ items: [Instance], _ shown: [Instance], countsComparisons: Bool = false) throws {
    controller = try Instance.controller()
    if countsComparisons {
      try controller.configure { [comparisons] configuration in
        configuration.rows.sort = []
        configuration.rows.comparator = { left, right in
          comparisons.count += 1
          return left.name < right.name
        }
      }
    }
    self.shown = shown
    try controller.setItems(items)
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      told += change.changeset.updatedItems.count
      held = keepsSnapshot ? change.new : nil
    }
  }

  /// Edits `count` rows one by one; gives how many of them were told as updated.
  @inline(never)
  func run(_ edit: Instance.Edit, _ count: Int) -> Int {
    told = 0
    for _ in 0..<count {
      let place = random.below(shown.count)
      shown[place] = shown[place].edited(edit, by: &random)
      controller.replace(shown[place])
    }
    return told
  }
}
