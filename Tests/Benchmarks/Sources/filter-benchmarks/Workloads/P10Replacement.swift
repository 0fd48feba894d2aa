import FilterableResults

/// All rows replaced at once.
enum P10Replacement: Workload {
  static let name = "P10"

  private static let scattered = Target.ratio(0.2, reach: 0.06)
  private static let shuffled = Target.ratio(0.7, reach: 0.4)

  static func run(_ bench: Bench) throws {
    let large = bench.options.count
    for count in [min(100_000, large), large] {
      try compare(
        bench, "\(count / 1000)k rows, a tenth replaced", scattered,
        Replacement<Token>(count, changed: count / 10, shuffled: count / 50),
        areContentsEqual: { _, _ in true })
    }
    try compare(
      bench, "\(large / 1000)k rows and their contents", scattered,
      Replacement<Contact>(large, changed: large / 10, shuffled: large / 50, edits: 10),
      areContentsEqual: ==)
    try compare(
      bench, "\(large / 1000)k rows, shuffled", shuffled, Replacement<Token>(shuffling: large),
      areContentsEqual: { _, _ in true })
    slowest(bench)
    try load(bench)
  }

  /// The slowest diff of 60 random pairs of lists beside the median one, each the best of three runs. In one pair of ten
  /// a gap is longer than the others: 10 to 60 rows.
  private static func slowest(_ bench: Bench) {
    let count = min(300_000, bench.options.count)
    let times = (1...60 as ClosedRange<UInt64>).map { seed in
      let lists = Replacement<Token>(
        count, changed: count / 10, shuffled: count / 50,
        gap: seed.isMultiple(of: 10) ? Int(seed) : 0, seed: seed)
      let runs = (0..<3).map { _ in
        bench.nanoseconds {
          consume(Changeset(from: lists.old, to: lists.new, identifiedBy: Token.identity))
        }
      }
      return (runs.min() ?? 0) / Double(count)
    }
    let (slowest, median) = (times.max() ?? 0, Bench.median(times))
    bench.add(
      Measurement(
        workload: name, name: "\(count / 1000)k rows, the slowest of 60 pairs",
        peerName: "their median", ours: slowest, peer: median, ratio: slowest / median,
        target: .ratio(2, reach: 1.3), agrees: true))
    bench.value(name, "\(count / 1000)k rows, the median of 60 pairs", median)
  }

  /// The diff of two arrays alone, and the whole way from an array to an observer.
  private static func compare<Row: ReplacedRow>(
    _ bench: Bench, _ label: String, _ target: Target, _ lists: Replacement<Row>,
    areContentsEqual: (Row, Row) -> Bool
  ) throws {
    let peer = {
      HeckelDifference.stagedChanges(
        from: lists.old, to: lists.new, id: \.id, areContentsEqual: areContentsEqual)
    }
    bench.add(
      bench.measure(
        name, label + ", the diff", beside: "Heckel's diff", target: target,
        items: lists.old.count,
        ours: { Changeset(from: lists.old, to: lists.new, identifiedBy: Row.identity) }, peer: peer,
        agree: agree))
    let controller = ResultsController<Row>(identifiedBy: Row.identity)
    try controller.setItems(lists.old)
    var delivered = Changeset()
    let observation = controller.observe { delivered = $0.changeset }
    for edits in [0, lists.old.count / 100] {
      // The rows stand by themselves then, and not with the others.
      let edited = stride(from: 0, to: edits * 100, by: 100).map { lists.old[$0] }
      bench.add(
        try bench.measure(
          name, label + (edits == 0 ? ", delivered" : ", after \(edits) edits"),
          beside: "Heckel's diff", target: edits == 0 ? target : nil, items: lists.old.count,
          prepare: {
            try? controller.setItems(lists.old)
            if edits > 0 { controller.replace(edited) }
          },
          ours: {
            try controller.setItems(lists.new)
            return delivered
          }, peer: peer, agree: agree))
    }
    withExtendedLifetime(observation) {}
  }

  /// Whether both found the same rows; ours may move fewer.
  private static func agree<Row>(_ ours: Changeset, _ theirs: HeckelChanges<Row>) -> Bool {
    ours.deletedItems.count == theirs.deleted.count
      && ours.insertedItems.count == theirs.inserted.count
      && ours.updatedItems.count == theirs.updated.count
      && ours.movedItems.count <= theirs.moved.count
  }

  /// Rows put into sections and order, beside the array sorted by hand.
  private static func load(_ bench: Bench) throws {
    let items = bench.instances
    let keys: [(String, ResultsSortKey<Instance>)] = [
      ("age", .ascending(\.age)), ("name", .ascending(\.name)),
      ("name[c]", .ascending(\.name, options: [.caseInsensitive])),
    ]
    for (label, key) in keys {
      let controller = ResultsController<Instance>(
        identifiedBy: nil, sectionedBy: ResultsKey(\.region), sortedBy: [key])
      bench.add(
        try bench.measure(
          name, "loading, in sections, by \(label)", beside: "sorted { }", target: nil,
          items: items.count, prepare: { try? controller.setItems(nil) },
          ours: {
            try controller.setItems(items)
            return controller.snapshot
          },
          peer: {
            key.keyPath == "age"
              ? items.sorted { ($0.region, $0.age) < ($1.region, $1.age) }
              : items.sorted { ($0.region, $0.name) < ($1.region, $1.name) }
          },
          agree: { ids(of: $0) == $1.map(\.id) }))
    }
  }

  /// Section by section in the order of their keys.
  private static func ids(of snapshot: ResultsSnapshot<Instance>) -> [Int] {
    snapshot.sections.sorted { "\($0.key)" < "\($1.key)" }.flatMap { $0.items.map(\.id) }
  }
}
