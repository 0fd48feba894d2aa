import FilterEngine

/// Two comparisons of stored properties.
enum P1Structs: Workload {
  static let name = "P1"

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let predicate = try FilterPredicate<Instance>("instanceType BEGINSWITH 't1' AND age > 30")
    try bench.compare(
      name, "BEGINSWITH 't1' AND age > 30, count", beside: "for … where",
      target: .ratio(0.5, reach: 0.25),
      items: items.count, ours: { try items.count(where: predicate) }, peer: { loop(items) })
    try bench.compare(
      name, "BEGINSWITH 't1' AND age > 30, [Item]", beside: "filter { }", target: .ratio(0.3),
      items: items.count, ours: { try items.filter(predicate) }, peer: { filtered(items) })
    let few = Array(items.prefix(max(1, items.count / 10)))
    try bench.compare(
      name, "BEGINSWITH 't1' AND age > 30, \(few.count) items", beside: "Foundation #Predicate",
      target: nil,
      items: few.count, ours: { try few.count(where: predicate) }, peer: { try macro(few) })
  }

  @inline(never)
  private static func loop(_ items: [Instance]) -> Int {
    var count = 0
    for item in items where item.instanceType.hasPrefix("t1") && item.age > 30 { count += 1 }
    return count
  }

  @inline(never)
  private static func filtered(_ items: [Instance]) -> [Instance] {
    items.filter { $0.instanceType.hasPrefix("t1") && $0.age > 30 }
  }
}
