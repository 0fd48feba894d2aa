internal import FilterEngine
internal import FilterSyntax

extension FilterExplanation {
  /// Appends the explanation of a part of `filter`, with the members that apply to the part and its operands, if any.
  func write(to bytes: inout [UInt8], _ writer: JSONWriter, of filter: String) {
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
      writer.write(value, to: &bytes)
    }
    for (name, values) in [("elements", elements), ("passed", passed)] {
      guard let values else { continue }
      bytes.append(contentsOf: #","\#(name)":"#.utf8)
      bytes.appendList(values) { writer.write($0, to: &$1) }
    }
    bytes.append(contentsOf: #","parts":"#.utf8)
    bytes.appendList(parts) { $0.write(to: &$1, writer, of: filter) }
    bytes.append(UInt8(ascii: "}"))
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
