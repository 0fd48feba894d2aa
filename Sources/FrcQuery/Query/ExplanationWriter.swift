internal import FilterEngine
internal import FilterSyntax

/// Writes how rows are tested, part by part, in place of the rows.
final class ExplanationWriter: RowWriter {
  /// What the text of the filter asks for, with the conversions of the current input.
  private var predicate: FilterPredicate<FilterValue>

  /// The same as it is written.
  private let written: AST.Predicate

  private let query: Query
  private let sink: ByteSink

  /// The width at which a row is cut.
  private static let width = 200

  init(_ query: Query, _ sink: ByteSink) {
    self.query = query
    self.sink = sink
    predicate = query.asked
    written = predicate.syntax.written
  }

  /// Explains the rows that follow by the query for another input.
  func begin(_ query: Query) { predicate = query.asked }

  func write(_ row: OutputRow) throws(ToolError) {
    let json = TerminalText.line(String(decoding: JSONWriter().bytes(row.value), as: UTF8.self))
    var text = TextWidth.clip(json, to: Self.width) + "\n"
    let explanation = predicate.explanation(
      of: row.tested ?? row.value, bindings: query.bindings, policy: query.policy, now: query.now,
      limits: query.limits
    ).replacing(written)
    for line in explanation.description.split(separator: "\n") { text += "  \(line)\n" }
    try sink.write(text)
  }

  func write(_ section: OutputSection) throws(ToolError) {
    for row in section.rows { try write(row) }
  }

  func write(records: [UInt8]) {}

  func end() {}
}

extension Query {
  /// What its text asks for, without the filters that a policy joins.
  fileprivate var asked: FilterPredicate<FilterValue> {
    // A part of a tree that was compiled is compiled.
    (try? predicate.ofText(isInverted: isNegated)) ?? .true
  }
}
