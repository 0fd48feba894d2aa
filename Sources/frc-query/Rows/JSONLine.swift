internal import FilterEngine
internal import FilterJSON

/// A matching line of JSON, which is read again for the values of its output.
final class JSONLine: RowSpelling {
  private let reader = JSONReader()
  let isElement: Bool
  private var lineText: [UInt8] = []

  /// A line as it is, or an element of an array, which is written without white space.
  init(isElement: Bool) { self.isElement = isElement }

  /// The value of a line.
  func read(_ text: ArraySlice<UInt8>) throws(JSONError) -> FilterValue {
    lineText = Array(text)
    return try reader.read(lineText)
  }

  var text: [UInt8]? { isElement ? JSONText.minified(lineText) : lineText }

  func text(ofPath path: [String]) -> [UInt8]? {
    lineText.withUnsafeBytes { reader.range(ofPath: path, in: $0) }.map {
      JSONText.minified(lineText[$0])
    }
  }
}

/// A line of JSON that matches.
struct MatchedLine: MatchedRow {
  let row: JSONLineRow

  /// Reads the line as a value.
  let line: JSONLine

  var value: FilterValue? { row.value }

  func slot(at column: Int) -> RowSlot { row.slot(column) }

  func value(at column: Int) -> FilterValue? {
    row.slot(column).scalar ?? row.spelling(column).flatMap { row.value(of: $0) }
  }

  func appendJSON(to bytes: inout [UInt8]) {
    if line.isElement {
      bytes += JSONText.minified(row.text)
    } else {
      bytes.append(contentsOf: row.text)
    }
  }

  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
    let kind = row.slot(column).kind
    guard kind != .missing, kind != .null else {
      bytes += "null".utf8
      return true
    }
    guard let text = row.spelling(column) else { return false }
    if kind == .array || kind == .object {
      bytes += JSONText.minified(text)
    } else {
      bytes.append(contentsOf: text)
    }
    return true
  }

  func output(_ selection: Selection, asJSON: Bool) -> OutputRow {
    // The line was read before, and is what it was.
    let value = (try? line.read(Array(row.text)[...])) ?? .null
    return selection.output(of: value, line, asJSON: asJSON)
  }
}
