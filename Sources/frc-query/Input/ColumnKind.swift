internal import FilterEngine
internal import FilterJSON

/// What the cells of a column are, as far as its first rows show.
enum ColumnKind: Hashable {
  case number
  case boolean
  case text

  /// The narrowest kind of `cells`; missing cells allow every kind, and a column of nothing else is
  /// text.
  init(of cells: some Sequence<Cell>, reader: JSONReader) {
    var allowed: Set<ColumnKind> = [.number, .boolean]
    var isEmpty = true
    for cell in cells where !cell.isMissing && !allowed.isEmpty {
      isEmpty = false
      if Self.boolean(cell.text) == nil { allowed.remove(.boolean) }
      if allowed.contains(.number), Self.number(cell.text, reader) == nil {
        allowed.remove(.number)
      }
    }
    self = isEmpty ? .text : allowed.first ?? .text
  }

  /// The value of a cell of such a column; one that does not fit, which only a later row can have, is
  /// text.
  func value(_ cell: Cell, reader: JSONReader) -> FilterValue {
    if cell.isMissing { return .null }
    let value: FilterValue? =
      switch self {
      case .number: Self.number(cell.text, reader)
      case .boolean: Self.boolean(cell.text).map { .bool($0) }
      case .text: nil
      }
    return value ?? .string(cell.text)
  }

  /// Numbers are spelled as in JSON, so that "004" and "1 000" stay text.
  private static func number(_ text: String, _ reader: JSONReader) -> FilterValue? {
    guard let first = text.utf8.first, let last = text.utf8.last, first == 0x2D || first.isDigit,
      last.isDigit
    else { return nil }
    return try? reader.read(text)
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
