internal import FilterEngine
internal import FilterJSON

/// A row that matches, where it was read.
protocol MatchedRow {
  /// The row as a value; nil where it cannot be read.
  var value: FilterValue? { get }

  /// The value of one of the wanted columns as it is read in place, valid as long as the row; `other`
  /// where more than that has to be known.
  func slot(at column: Int) -> RowSlot

  /// The value of one of the wanted columns; nil where the whole row has to be asked.
  func value(at column: Int) -> FilterValue?

  /// Appends the row as JSON, as it was spelled.
  func appendJSON(to bytes: inout [UInt8])

  /// Appends the value of a wanted column as JSON, as it was spelled; false where the whole row has to
  /// be asked.
  func appendJSON(at column: Int, to bytes: inout [UInt8]) -> Bool

  /// What comes out of the row, by its value.
  func output(_ selection: Selection, asJSON: Bool) -> OutputRow
}

extension MatchedRow {
  /// Appends the value of a wanted column as a cell; false where the whole row has to be asked.
  func appendCell(at column: Int, separator: UInt8, to bytes: inout [UInt8]) -> Bool {
    let slot = slot(at: column)
    switch slot.kind {
    case .missing, .null: return true
    case .integer: JSONWriter.write(slot.integer, to: &bytes)
    case .string: DelimitedCell.append(slot.utf8, separator: separator, to: &bytes)
    default:
      guard let value = slot.scalar ?? value(at: column) else { return false }
      if value.kind != .null {
        DelimitedCell.append(Columns.text(of: value).utf8, separator: separator, to: &bytes)
      }
    }
    return true
  }
}

/// A line of JSON that matches.
struct MatchedLine: MatchedRow {
  let row: JSONLineRow

  /// Reads the line where it has to be asked as a whole.
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
