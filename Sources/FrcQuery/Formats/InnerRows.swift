internal import FilterEngine
internal import FilterJSON

/// The rows inside of values that are on a line each, as `--rows` names them.
struct InnerRows: MadeLines {
  private(set) var text: [UInt8] = []
  var end: Int { text.count }

  /// Whether a value has the list or the object of rows.
  private(set) var isFound = false

  /// The line of each row in the input.
  private var lines: [Int] = []

  /// The error in the first line that is no value.
  private var fault: JSONError?

  /// The rows in the values of `values`; `line` returns the line in the input of the value with a number, counted from 1,
  /// or of an offset in it.
  private init(
    _ values: ArraySlice<UInt8>, at path: RowPath, line: (_ number: Int, _ offset: Int?) -> Int
  ) {
    let reader = JSONReader()
    var (rest, number) = (values, 0)
    while !rest.isEmpty {
      let end = rest.firstIndexOfNewline ?? rest.endIndex
      let value = Array(rest[..<end])
      rest = rest[end...].dropFirst()
      number += 1
      if value[...].isBlank { continue }
      do throws(JSONError) {
        try reader.check(value)
      } catch {
        // A line that is no value either takes its place, so that it is reported or skipped as a bad row.
        fault = fault ?? error
        add(line(number, error.offset)) { $0.append(UInt8(ascii: "!")) }
        continue
      }
      let hasRows = value.withUnsafeBytes { bytes in
        reader.visitValues(at: path.steps, in: bytes, nameMember: RowPath.nameMember) {
          key, range in
          add(line(number, range.lowerBound)) { RowPath.append(value[range], named: key, to: &$0) }
        }
      }
      isFound = isFound || hasRows
    }
  }

  private mutating func add(_ line: Int, _ write: (inout [UInt8]) -> Void) {
    write(&text)
    text.append(UInt8(ascii: "\n"))
    lines.append(line)
  }

  func line(ofRow number: Int, offset: Int?) -> Int { lines[number - 1] }

  func text(of error: JSONError) -> String { (fault ?? error).description }

  /// The rows inside of the values of a source, which are lines or follow one another, part by part; nil after the last.
  /// It is an error if no value has any place for rows.
  static func parts(
    of source: ByteSource, at path: RowPath, areLines: Bool
  ) throws(ToolError) -> () throws(ToolError) -> InnerRows? {
    try source.skipByteOrderMark()
    var (values, line) = (JSONValues(), 1)
    var (isEmpty, isFound) = (true, false)
    return { () throws(ToolError) in
      var rows: InnerRows?
      if areLines, let range = try source.nextLines() {
        let (text, first) = (source.buffer[range], line)
        line += text.count { $0 == UInt8(ascii: "\n") }
        rows = InnerRows(text, at: path) { number, _ in first + number - 1 }
      } else if !areLines, let (values, _) = try values.next(of: source) {
        rows = InnerRows(values.text[...], at: path) { values.line(ofRow: $0, offset: $1) }
      }
      guard let rows else {
        guard isEmpty || isFound else { throw path.missing(in: source.name) }
        return nil
      }
      isEmpty = false
      isFound = isFound || rows.isFound || rows.fault != nil
      return rows
    }
  }
}

extension JSONLinesInput {
  /// The rows inside of values that are lines or follow one another.
  init(
    rowsAt path: RowPath, in source: ByteSource, areLines: Bool, _ query: Query
  ) throws(ToolError) {
    let next = try InnerRows.parts(of: source, at: path, areLines: areLines)
    try self.init(source, query) { () throws(ToolError) in try next().map { ($0, nil) } }
  }
}
