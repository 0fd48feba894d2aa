internal import FilterEngine
internal import FilterJSON

/// A matching line of JSON.
struct MatchedLine: MatchedRow {
  let row: JSONLineRow
  let line: Int?

  /// Whether the row is written without its white space, as it was not a line.
  let isSpelledAnew: Bool

  var value: FilterValue? { row.value }

  var cells: FilterValue? { row.spelledMembers }

  func slot(at column: Int) -> RowSlot { row.slot(column) }

  func value(at column: Int) -> FilterValue? {
    row.slot(column).scalar ?? row.spelling(column).flatMap { row.value(of: $0) }
  }

  func spelling(ofPath path: [String]) -> [UInt8]? {
    row.spelling(ofPath: path).map { JSONText.minified($0) }
  }

  func appendJSON(to bytes: inout [UInt8]) {
    if isSpelledAnew {
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

  func appendCell(at column: Int, separator: UInt8?, to bytes: inout [UInt8]) -> Bool {
    let slot = row.slot(column)
    switch slot.kind {
    case .missing, .null: return true
    // JSON spells an integer in one way, but for -0.
    case .integer where slot.integer != 0: JSONWriter.write(slot.integer, to: &bytes)
    case .string: Cell.append(slot.utf8, separator: separator, to: &bytes)
    default:
      guard let text = row.spelling(column) else { return false }
      if slot.kind == .array || slot.kind == .object {
        Cell.append(JSONText.minified(text), separator: separator, to: &bytes)
      } else {
        Cell.append(text, separator: separator, to: &bytes)
      }
    }
    return true
  }
}
