internal import FilterEngine
internal import FilterSyntax

extension FilterExplanation {
  /// Appends the explanation of a part of `filter`, with the members that apply to the part and its operands, if any.
  ///
  /// Charges `run`, and throws if that ends. Many parts can have one large value, so that the limit of a text is that of
  /// an explanation.
  func write(
    to bytes: inout [UInt8], _ writer: JSONWriter, _ run: EvaluationContext, of filter: String
  ) throws(EvaluationError) {
    bytes.append(contentsOf: #"{"verdict":"#.utf8)
    verdict.write(to: &bytes, of: filter)
    if let range {
      bytes.append(contentsOf: #","offset":\#(range.lowerBound),"length":\#(range.count)"#.utf8)
    }
    bytes.append(contentsOf: #","text":"#.utf8)
    JSONWriter.write(text, to: &bytes)
    for (name, value) in [("left", left), ("right", right)] {
      guard let value else { continue }
      bytes.append(contentsOf: #","\#(name)":"#.utf8)
      try Self.write(value, to: &bytes, writer, run)
    }
    for (name, values) in [("elements", elements), ("passed", passed)] {
      guard let values else { continue }
      bytes.append(contentsOf: #","\#(name)":"#.utf8)
      try bytes.appendList(values) { value, bytes throws(EvaluationError) in
        try Self.write(value, to: &bytes, writer, run)
      }
    }
    bytes.append(contentsOf: #","parts":"#.utf8)
    try bytes.appendList(parts) { part, bytes throws(EvaluationError) in
      try part.write(to: &bytes, writer, run, of: filter)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(
    _ value: FilterValue, to bytes: inout [UInt8], _ writer: JSONWriter, _ run: EvaluationContext
  ) throws(EvaluationError) {
    if let end = run.loop(over: value) ?? run.answer(bytes: bytes.count) { throw end }
    writer.write(value, to: &bytes)
  }
}

extension FilterExplanation.Verdict {
  /// Appends `true`, `false`, `"notEvaluated"`, or an object with the error.
  fileprivate func write(to bytes: inout [UInt8], of filter: String) {
    switch self {
    case .matches: bytes.append(contentsOf: "true".utf8)
    case .doesNotMatch: bytes.append(contentsOf: "false".utf8)
    case .notEvaluated: bytes.append(contentsOf: #""notEvaluated""#.utf8)
    case .failed(let error):
      bytes.append(UInt8(ascii: "{"))
      ToolError.refused(error, in: filter).write(to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
