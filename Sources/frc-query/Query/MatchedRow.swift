internal import FilterEngine
internal import FilterJSON

/// A row that matches, where it was read.
protocol MatchedRow {
  /// The row as a value; nil where it cannot be read.
  var value: FilterValue? { get }

  /// The value of one of the wanted columns; nil where the whole row has to be asked.
  func value(at column: Int) -> FilterValue?

  /// Appends the row as JSON, as it was spelled.
  func appendJSON(to bytes: inout [UInt8])

  /// Appends the value of a wanted column as JSON, as it was spelled; false where the whole row has to
  /// be asked.
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool

  /// Appends the value of a wanted column as a cell; false where the whole row has to be asked.
  func appendCell(at column: Int, separator: UInt8, to bytes: inout [UInt8]) -> Bool

  /// What comes out of the row, by its value.
  func output(_ selection: Selection, asJSON: Bool) -> OutputRow
}

/// A line of JSON that matches.
struct MatchedLine: MatchedRow {
  let row: JSONLineRow

  /// Reads the line where it has to be asked as a whole.
  let line: JSONLine

  var value: FilterValue? { row.value }

  func value(at column: Int) -> FilterValue? {
    switch row.cell(column) {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let utf8): .string(String(decoding: utf8, as: UTF8.self))
    case .json(let json): row.value(of: json)
    case .unknown: nil
    }
  }

  func appendJSON(to bytes: inout [UInt8]) {
    if line.isElement {
      bytes += JSONText.minified(row.text)
    } else {
      bytes.append(contentsOf: row.text)
    }
  }

  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool {
    switch row.cell(column) {
    case .unknown: return false
    case .json(let json): bytes += JSONText.minified(json)
    case .null: bytes += "null".utf8
    default:
      guard let text = row.spelling(column) else { return false }
      bytes.append(contentsOf: text)
    }
    return true
  }

  func appendCell(at column: Int, separator: UInt8, to bytes: inout [UInt8]) -> Bool {
    if case .string(let utf8) = row.cell(column) {
      DelimitedCell.append(utf8, separator: separator, to: &bytes)
      return true
    }
    guard let value = value(at: column) else { return false }
    if value.kind != .null {
      DelimitedCell.append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
    }
    return true
  }

  func output(_ selection: Selection, asJSON: Bool) -> OutputRow {
    // The line was read before, and is what it was.
    let value = (try? line.read(Array(row.text)[...])) ?? .null
    return selection.output(of: value, line, asJSON: asJSON)
  }
}
