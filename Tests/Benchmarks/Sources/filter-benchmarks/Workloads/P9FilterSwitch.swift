import FilterableResults

/// A filter is switched on or off, and what changed is told as lists of places.
enum P9FilterSwitch: Workload {
  static let name = "P9"
  private static let peer = "Heckel, as DifferenceKit does it"

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let predicate = try FilterPredicate<Instance>("instanceType BEGINSWITH 't1'")
    let filter = try ResultsFilter("type", group: "type", predicate: predicate)
    let shown = try items.filter(predicate)
    var configuration = ResultsConfiguration<Instance>()
    configuration.rows.identity = ResultsKey(\.id)
    let controller = try ResultsController(configuration)
    try controller.setItems(items)
    var count = 0
    let observation = controller.observe { change in
      // Whatever is made on demand is made here.
      count = change.changeset.deletedItems.count + change.changeset.insertedItems.count
    }
    let target = Target.ratio(0.02, reach: 0.005)
    // Inside a batch the filter has been asked before the comparison begins.
    bench.add(
      try bench.measure(
        name, "filter on, \(shown.count) rows stay: the diff, list made", beside: peer,
        target: target, items: 1,
        prepare: {
          controller.filters.removeAll()
          controller.begin()
          controller.filters.add(filter)
        },
        ours: { () throws(ResultsError) in
          try controller.end()
          return count
        }, peer: { difference(items, shown) }, agree: ==))
    bench.add(
      try bench.measure(
        name, "filter off, all rows come back: the diff, list made", beside: peer,
        target: target, items: 1,
        prepare: {
          controller.filters.add(filter)
          controller.begin()
          controller.filters.removeAll()
        },
        ours: { () throws(ResultsError) in
          try controller.end()
          return count
        }, peer: { difference(shown, items) }, agree: ==))
    bench.add(
      try bench.measure(
        name, "filter on: asked, told, list made", beside: "counting what matches", target: nil,
        items: 1, prepare: { controller.filters.removeAll() },
        ours: {
          controller.filters.add(filter)
          return items.count - count
        }, peer: { try items.count(where: predicate) }, agree: ==))
    try underSections(bench, filter, predicate)
    consume(observation)
  }

  /// The same where rows are sorted within sections.
  private static func underSections(
    _ bench: Bench, _ filter: ResultsFilter<Instance>, _ predicate: FilterPredicate<Instance>
  ) throws {
    let controller = try Instance.controller()
    controller.filters.removeAll()
    try controller.setItems(bench.instances)
    var count = 0
    let observation = controller.observe { count = $0.changeset.deletedItems.count }
    bench.add(
      try bench.measure(
        name, "filter on, sorted in 100 sections: asked, told, list made",
        beside: "counting what matches", target: nil, items: 1,
        prepare: { controller.filters.removeAll() },
        ours: {
          controller.filters.add(filter)
          return bench.instances.count - count
        }, peer: { try bench.instances.count(where: predicate) }, agree: ==))
    consume(observation)
  }

  @inline(never)
  private static func difference(_ old: [Instance], _ new: [Instance]) -> Int {
    HeckelDifference.stagedChanges(
      from: old, to: new, id: \.id, areContentsEqual: { $0.isSame(as: $1) }
    ).count
  }
}
