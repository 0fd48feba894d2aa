/// The bad rows that were passed over.
struct SkippedRows {
  private(set) var count = 0
  private var first: String?

  /// Adds `count` rows, of which the one of `error` is the first.
  mutating func add(_ error: ToolError, count: Int = 1) {
    self.count += count
    if first == nil { first = error.text }
  }

  /// The first one and their number; nil without any.
  var report: String? {
    first.map { "\($0)\nfrc-query: skipped \(count) bad row\(count == 1 ? "" : "s")\n" }
  }
}
