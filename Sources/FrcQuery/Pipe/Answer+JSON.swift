internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

extension Answer {
  /// Appends the member of the answer. Charges `run`, and throws if that ends.
  func write(
    to bytes: inout [UInt8], _ writer: JSONWriter, _ run: EvaluationContext
  ) throws(EvaluationError) {
    switch self {
    case .members(let members):
      for (index, member) in members.enumerated() {
        if let end = run.loop(over: member.1) { throw end }
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.write(member.0, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        writer.write(member.1, to: &bytes)
      }
    case .tokens(let tokens):
      bytes.append(contentsOf: #""tokens":["#.utf8)
      for (index, token) in tokens.enumerated() {
        try run.pass(Self.unitsOfToken)
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        token.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .noted(let answer, let notes):
      try answer.write(to: &bytes, writer, run)
      bytes.appendMember("notes")
      bytes.appendList(notes) { JSONWriter.write($0, to: &$1) }
    case .explanation(let explanation, let filter):
      bytes.append(contentsOf: #""explanation":"#.utf8)
      try explanation.write(to: &bytes, writer, run, of: filter)
    case .changes(let changes, let ignored, let failed, let form):
      bytes.append(contentsOf: #""changes":"#.utf8)
      // A change without a member has nothing but numbers that are no longer asked for.
      var parts: [[UInt8]] = []
      for change in changes { parts.append(try change.json(form, writer, run)) }
      bytes.appendList(parts.filter { $0.count > 2 }) { $1 += $0 }
      if !ignored.isEmpty {
        bytes.append(contentsOf: #","ignored":"#.utf8)
        bytes.appendList(ignored) { writer.write($0, to: &$1) }
      }
      if failed > 0 { bytes.append(contentsOf: #","failed":\#(failed)"#.utf8) }
    case .snapshot(let snapshot, let summaries, let window, _):
      bytes.append(contentsOf: #""sections":"#.utf8)
      if let sections = snapshot.loadedSections {
        let parts = window?.parts(of: sections) ?? sections.map { ($0, 0..<$0.count) }
        try bytes.appendList(parts) { part, bytes throws(EvaluationError) in
          try run.pass(Self.unitsOfSection * (1 + part.section.aggregates.count))
          bytes.append(contentsOf: #"{"name":"#.utf8)
          writer.write(part.section.key, to: &bytes)
          bytes.append(contentsOf: #","items":"#.utf8)
          try bytes.appendList(part.section.rows(in: part.range)) {
            row, bytes throws(EvaluationError) in try row.write(to: &bytes, run)
          }
          bytes.appendAggregates(summaries.aggregates(of: part.section.aggregates), writer)
          bytes.append(UInt8(ascii: "}"))
        }
      } else {
        bytes.append(contentsOf: "null".utf8)
      }
      if window != nil { bytes.append(contentsOf: #","total":\#(snapshot.rowCount)"#.utf8) }
      try bytes.append(facets: summaries.facets(of: snapshot), writer, run)
      bytes.appendAggregates(summaries.aggregates(of: snapshot.aggregates), writer)
    }
  }

  private static let unitsOfToken = 8
  private static let unitsOfSection = 16

  /// Appends what stands for an answer that cannot be written within the limits: an edit has been made.
  func write(insteadOf end: EvaluationError, to bytes: inout [UInt8]) {
    switch self {
    case .changes: bytes.append(contentsOf: #""changes":[{"reload":true}]"#.utf8)
    case .noted(let answer, _): answer.write(insteadOf: end, to: &bytes)
    default: ToolError.refused(end).write(to: &bytes)
    }
  }

  /// Whether the answer ends in a checksum.
  var hasChecksum: Bool {
    if case .snapshot(_, _, _, let hasChecksum) = self { hasChecksum } else { false }
  }
}

extension FilterToken {
  /// Appends the token as an object.
  fileprivate func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"{"kind":""#.utf8)
    bytes.append(contentsOf: kind.rawValue.utf8)
    bytes.append(contentsOf: #"","offset":"#.utf8)
    JSONWriter.write(Int64(range.lowerBound), to: &bytes)
    bytes.append(contentsOf: #","length":"#.utf8)
    JSONWriter.write(Int64(range.count), to: &bytes)
    bytes.append(contentsOf: #","utf16Offset":"#.utf8)
    JSONWriter.write(Int64(utf16Range.lowerBound), to: &bytes)
    bytes.append(contentsOf: #","utf16Length":"#.utf8)
    JSONWriter.write(Int64(utf16Range.count), to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
