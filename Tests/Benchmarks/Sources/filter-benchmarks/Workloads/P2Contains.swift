import FilterEngine

/// A part of a string: in names of 15 bytes, and in texts of 200.
enum P2Contains: Workload {
  static let name = "P2"

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let target = Target.ratio(0.03)
    let ofName = try FilterPredicate<Instance>("name CONTAINS '99'")
    try bench.compare(
      name, "name CONTAINS '99', count", beside: "for … where", target: target, items: items.count,
      ours: { try items.count(where: ofName) }, peer: { loop(items) })
    try bench.compare(
      name, "name CONTAINS '99', [Item]", beside: "filter { }", target: target, items: items.count,
      ours: { try items.filter(ofName) }, peer: { filtered(items) })

    let documents = Document.random(bench.options.count)
    let ofText = try FilterPredicate<Document>("text CONTAINS '99'")
    try bench.compare(
      name, "200 bytes CONTAINS '99', count", beside: "for … where", target: target,
      items: documents.count, ours: { try documents.count(where: ofText) },
      peer: { loop(documents) })
    try bench.compare(
      name, "200 bytes CONTAINS '99', [Item]", beside: "filter { }", target: target,
      items: documents.count, ours: { try documents.filter(ofText) },
      peer: { filtered(documents) })
  }

  @inline(never)
  private static func loop(_ items: [Instance]) -> Int {
    var count = 0
    for item in items where item.name.contains("99") { count += 1 }
    return count
  }

  @inline(never)
  private static func filtered(_ items: [Instance]) -> [Instance] {
    items.filter { $0.name.contains("99") }
  }

  @inline(never)
  private static func loop(_ items: [Document]) -> Int {
    var count = 0
    for item in items where item.text.contains("99") { count += 1 }
    return count
  }

  @inline(never)
  private static func filtered(_ items: [Document]) -> [Document] {
    items.filter { $0.text.contains("99") }
  }
}
