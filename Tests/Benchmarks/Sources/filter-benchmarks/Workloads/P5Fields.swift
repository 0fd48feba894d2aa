import FilterEngine

/// One comparison each of sets, strings, ranges, lists, nested structs and counts.
enum P5Fields: Workload {
  static let name = "P5"

  private static let regions: [String] =
    ["eu-west-1", "ap-south-1"] + (1...18).map { "zone-\($0)" }

  static func run(_ bench: Bench) throws {
    let list = regions.map { "'\($0)'" }.joined(separator: ", ")
    let regions = opaque(Set(regions))
    try compare(
      bench, "region IN {\(list)}", "region IN {20 strings}", .ratio(0.4),
      loop: { items in
        var count = 0
        for item in items where regions.contains(item.region) { count += 1 }
        return count
      },
      filtered: { items in items.filter { regions.contains($0.region) } })
    try compare(
      bench, "region == 'eu-west-1'",
      loop: { items in
        var count = 0
        for item in items where item.region == "eu-west-1" { count += 1 }
        return count
      },
      filtered: { items in items.filter { $0.region == "eu-west-1" } })
    try compare(
      bench, "age BETWEEN {30, 40}",
      loop: { items in
        var count = 0
        for item in items where item.age >= 30 && item.age <= 40 { count += 1 }
        return count
      },
      filtered: { items in items.filter { $0.age >= 30 && $0.age <= 40 } })
    try compare(
      bench, "ANY tags == 'a'",
      loop: { items in
        var count = 0
        for item in items where item.tags.contains("a") { count += 1 }
        return count
      },
      filtered: { items in items.filter { $0.tags.contains("a") } })
    try compare(
      bench, "owner.team == 3",
      loop: { items in
        var count = 0
        for item in items where item.owner.team == 3 { count += 1 }
        return count
      },
      filtered: { items in items.filter { $0.owner.team == 3 } })
    try compare(
      bench, "tags.@count > 1",
      loop: { items in
        var count = 0
        for item in items where item.tags.count > 1 { count += 1 }
        return count
      },
      filtered: { items in items.filter { $0.tags.count > 1 } })
  }

  private static func compare(
    _ bench: Bench, _ text: String, _ label: String? = nil,
    _ target: Target = .ratio(1.2, reach: 0.8), loop: ([Instance]) -> Int,
    filtered: ([Instance]) -> [Instance]
  ) throws {
    let items = bench.instances
    let label = label ?? text
    let predicate = try FilterPredicate<Instance>(text: text)
    try bench.compare(
      name, label + ", count", beside: "for … where", target: target, items: items.count,
      ours: { try items.count(where: predicate) }, peer: { loop(items) })
    try bench.compare(
      name, label + ", [Item]", beside: "filter { }", target: .ratio(0.75, reach: 0.5),
      items: items.count, ours: { try items.filter(predicate) }, peer: { filtered(items) })
  }
}
