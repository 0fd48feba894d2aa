internal import FilterEngine
internal import FilterSyntax

/// Writes how rows are tested, part by part, in place of the rows.
final class ExplanationWriter: RowWriter {
  /// The predicate with the conversions of the current input.
  var predicate: FilterPredicate<FilterValue>

  private let query: Query
  private let sink: ByteSink

  /// The width at which a row is cut.
  private static let width = 200

  init(_ query: Query, _ sink: ByteSink) {
    self.query = query
    self.sink = sink
    predicate = query.predicate
  }

  func write(_ row: OutputRow) throws(ToolError) {
    let json = TerminalText.line(String(decoding: JSONWriter().bytes(row.value), as: UTF8.self))
    var text = TextWidth.clip(json, to: Self.width) + "\n"
    let explanation = predicate.explanation(
      of: row.tested ?? row.value, bindings: query.bindings, policy: query.policy, now: query.now,
      limits: query.limits
    ).replacing(query.predicate.syntax.written)
    for line in explanation.description.split(separator: "\n") { text += "  \(line)\n" }
    try sink.write(text)
  }

  func write(_ section: OutputSection) throws(ToolError) {
    for row in section.rows { try write(row) }
  }

  func write(records: [UInt8]) {}

  func end() {}
}
