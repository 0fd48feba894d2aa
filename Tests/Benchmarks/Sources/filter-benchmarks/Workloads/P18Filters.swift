import FilterableResults

/// A filter is added, replaced and removed among 64 others, beside the same without them.
enum P18Filters: Workload {
  static let name = "P18"
  private static let otherCount = 64

  static func run(_ bench: Bench) throws {
    let others = try (0..<otherCount).map {
      try ResultsFilter<Instance>("\($0)", predicate: FilterPredicate("age > \(-$0)"))
    }
    let hiding = try ResultsFilter<Instance>("hiding", predicate: FilterPredicate("cost < 100"))
    try run(bench, "", with: others, without: [])
    try run(bench, ", behind one that hides 90 %", with: [hiding] + others, without: [hiding])
  }

  private static func run(
    _ bench: Bench, _ label: String, with: [ResultsFilter<Instance>],
    without: [ResultsFilter<Instance>]
  ) throws {
    let many = try list(bench, with)
    let few = try list(bench, without)
    let narrow = try ResultsFilter<Instance>(
      "new", group: "g", predicate: FilterPredicate("age > 30"))
    let wide = try ResultsFilter<Instance>(
      "new", group: "g", predicate: FilterPredicate("age > 25"))
    typealias Edit = (ResultsController<Instance>) -> Void
    let edits: [(name: String, prepare: Edit, edit: Edit)] = [
      ("added", { $0.filters.remove(name: "new") }, { $0.filters.add(narrow) }),
      ("replaced", { $0.filters.add(narrow) }, { $0.filters.add(wide) }),
      ("removed", { $0.filters.add(narrow) }, { $0.filters.remove(name: "new") }),
    ]
    for edit in edits {
      bench.add(
        bench.measure(
          name, "\(edit.name) among 64\(label)", beside: "the same without the others",
          target: .ratio(1.3, reach: 1.1), items: 1, prepare: { edit.prepare(many) },
          ours: {
            edit.edit(many)
            return many.snapshot.rowCount
          },
          peer: {
            edit.edit(few)
            return few.snapshot.rowCount
          }, agree: ==, preparePeer: { edit.prepare(few) }))
    }
  }

  private static func list(
    _ bench: Bench, _ filters: [ResultsFilter<Instance>]
  ) throws -> ResultsController<Instance> {
    let controller = ResultsController<Instance>(identifiedBy: \.id)
    controller.filters.add(filters)
    try controller.setItems(bench.instances)
    return controller
  }
}
