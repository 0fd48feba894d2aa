internal import FilterEngine
internal import FilterJSON

/// Lines of text as rows of two members: the text of the line, without its line end, and its number.
struct TextLines: MadeLines {
  private(set) var text: [UInt8] = []

  /// The number of lines.
  private(set) var count = 0

  /// The number of the first line in the whole text.
  private let first: Int

  /// The error in a line that is not UTF-8.
  private let encodingFault: String

  var end: Int { text.count }

  init(_ lines: ArraySlice<UInt8>, from first: Int, encodingFault: String) {
    self.first = first
    self.encodingFault = encodingFault
    var rest = lines
    while !rest.isEmpty {
      let end = rest.firstIndexOfNewline ?? rest.endIndex
      let line = rest[..<end]
      append(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      rest = rest[end...].dropFirst()
    }
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    text += #"{"line":"#.utf8
    line.withUnsafeBufferPointer { JSONWriter.write(utf8: $0, to: &text) }
    text += #","number":"#.utf8
    JSONWriter.write(Int64(first + count), to: &text)
    text += "}\n".utf8
    count += 1
  }

  func line(ofRow number: Int, offset: Int?) -> Int { first + number - 1 }

  /// The lines of a source, part by part; nil after the last.
  static func parts(
    of source: ByteSource
  ) throws(ToolError) -> () throws(ToolError) -> TextLines? {
    try source.skipByteOrderMark()
    var number = 1
    return { () throws(ToolError) in
      guard let range = try source.nextLines() else { return nil }
      let lines = TextLines(
        source.buffer[range], from: number, encodingFault: source.encodingFault)
      number += lines.count
      return lines
    }
  }

  func text(of error: JSONError) -> String {
    error.reason == .badUTF8 ? encodingFault : error.description
  }
}

extension JSONLinesInput {
  /// Lines of text.
  init(text source: ByteSource, _ query: Query) throws(ToolError) {
    let next = try TextLines.parts(of: source)
    try self.init(source, query) { () throws(ToolError) in try next().map { ($0, nil) } }
  }
}
