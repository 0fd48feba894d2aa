import FilterEngine
import Foundation

/// A part of a string whatever its case and accents.
enum P4Folding: Workload {
  static let name = "P4"

  static func run(_ bench: Bench) throws {
    let plain = bench.instances
    try compare(bench, plain, "ASCII", .ratio(0.04, reach: 0.02))
    try compare(
      bench, Instance.accented(plain, every: 10), "10 % accented", .ratio(0.04, reach: 0.02))
    try compare(bench, Instance.accented(plain, every: 1), "all accented", .ratio(0.15))
  }

  private static func compare(
    _ bench: Bench, _ items: [Instance], _ kind: String, _ target: Target
  ) throws {
    for needle in ["PROD", "TEST"] {
      let predicate = try FilterPredicate<Instance>("name CONTAINS[cd] \(needle)")
      let suffix = needle == "PROD" ? "all match" : "none match"
      try bench.compare(
        name, "name CONTAINS[cd] '\(needle)', \(kind), \(suffix)",
        beside: "Foundation range(of:options:)",
        target: needle == "PROD" ? target : nil, items: items.count,
        ours: { try items.count(where: predicate) }, peer: { loop(items, needle) })
    }
  }

  @inline(never)
  private static func loop(_ items: [Instance], _ needle: String) -> Int {
    var count = 0
    for item in items
    where item.name.range(of: needle, options: [.caseInsensitive, .diacriticInsensitive]) != nil {
      count += 1
    }
    return count
  }
}
