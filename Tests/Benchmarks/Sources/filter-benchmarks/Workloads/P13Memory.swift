import CAllocationCounter
import FilterableResults

/// What a controller keeps beside the array that it is given.
enum P13Memory: Workload {
  static let name = "P13"

  /// The most bytes that it may keep for a row, and those that it should.
  private static let most = 28.0
  private static let reach = 18.0

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let before = allocated_bytes()
    guard before >= 0 else {
      return bench.note("P13 cannot be counted on this platform.")
    }
    let controller = try Instance.controller()
    try controller.setItems(items)
    note(bench, "two filters, a sort, 100 sections", allocated_bytes() - before)
    var random = SplitMix(seed: 5)
    for edit in 0..<1_000 {
      let item = items[random.below(items.count)]
      controller.replace(item.edited(edit % 2 == 0 ? .content : .section, by: &random))
    }
    note(bench, "the same after 1,000 edits", allocated_bytes() - before)
    consume(controller)
    consume(items)
  }

  private static func note(_ bench: Bench, _ label: String, _ bytes: Int) {
    let each = Double(bytes) / Double(bench.options.count)
    bench.value(Self.name, label, each)
    let verdict = each <= reach ? "ok, reached" : each <= most ? "ok" : "MISS"
    bench.note(
      "P13 \(label): \((each * 10).rounded() / 10) bytes a row beside the array"
        + " (mallinfo2; must 28, reach 18): \(verdict)")
  }
}
