internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax
internal import FilterableResults

extension Answer {
  /// Appends the member of the answer.
  func write(to bytes: inout [UInt8], _ writer: JSONWriter) {
    switch self {
    case .member(let name, let value):
      JSONWriter.write(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      writer.write(value, to: &bytes)
    case .changes(let changes):
      bytes.append(contentsOf: #""changes":"#.utf8)
      bytes.appendList(changes) { $0.writeJSON(to: &$1) }
    case .snapshot(let snapshot):
      bytes.append(contentsOf: #""sections":"#.utf8)
      guard let sections = snapshot.loadedSections else {
        return bytes.append(contentsOf: "null".utf8)
      }
      bytes.appendList(sections) { section, bytes in
        bytes.append(contentsOf: #"{"name":"#.utf8)
        writer.write(section.key, to: &bytes)
        bytes.append(contentsOf: #","items":"#.utf8)
        bytes.appendList(section.values) { writer.write($0, to: &$1) }
        bytes.append(UInt8(ascii: "}"))
      }
    }
  }
}

extension ToolError {
  /// Appends the member of the answer.
  func write(to bytes: inout [UInt8]) {
    guard case .refused(let kind, let message, let diagnostic) = self else { return }
    bytes.append(contentsOf: #""error":{"kind":"\#(kind.rawValue)","message":"#.utf8)
    JSONWriter.write(message, to: &bytes)
    if let diagnostic { Self.write(diagnostic, to: &bytes) }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(_ diagnostic: FilterDiagnostic, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #","code":"\#(diagnostic.code)""#.utf8)
    if let start = diagnostic.start, let end = diagnostic.end {
      let members = """
        ,"line":\(start.line),"column":\(start.column),"utf16Offset":\(start.utf16Offset),\
        "utf16Length":\(end.utf16Offset - start.utf16Offset)
        """
      bytes.append(contentsOf: members.utf8)
    }
    if let fix = diagnostic.fix {
      bytes.append(
        contentsOf: #","fix":{"offset":\#(fix.offset),"length":\#(fix.length),"replacement":"#.utf8)
      JSONWriter.write(fix.replacement, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    if let offset = diagnostic.offset, let length = diagnostic.length {
      bytes.append(contentsOf: #","offset":\#(offset),"length":\#(length)"#.utf8)
    }
  }
}
