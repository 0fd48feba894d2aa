internal import FilterEngine
internal import FilterJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the cells of a column are: as `--types` says, or as far as its first rows show.
enum ColumnKind: String, CaseIterable {
  /// Any text, as it stands
  case text
  /// A number as JSON writes it
  case number
  /// `true`, `false`, and with the first or all letters in upper case
  case boolean
  /// A date or a time as ISO 8601 writes it, in UTC where it names no zone; only where it is said
  case date

  /// What the cells of a column that have been looked at are.
  struct Guess {
    private var isEmpty = true
    private var canBeNumber = true
    private var canBeBoolean = true

    mutating func add(_ cell: Cell, _ reader: JSONReader) {
      guard !cell.isMissing, canBeNumber || canBeBoolean else { return }
      isEmpty = false
      canBeBoolean = canBeBoolean && ColumnKind.boolean(cell.text) != nil
      canBeNumber = canBeNumber && ColumnKind.number(cell.text, reader) != nil
    }

    /// The narrowest kind of the cells; missing cells allow every kind, and a column of nothing else is
    /// text.
    var kind: ColumnKind {
      isEmpty ? .text : canBeNumber ? .number : canBeBoolean ? .boolean : .text
    }
  }

  /// The value of a cell of such a column, nil for a text that does not fit.
  func value(_ cell: Cell, reader: JSONReader) -> FilterValue? {
    if cell.isMissing { return .null }
    return switch self {
    case .text: .string(cell.text)
    case .number: Self.number(cell.text, reader)
    case .boolean: Self.boolean(cell.text).map { .bool($0) }
    case .date: Date(iso8601: cell.text).map { .date($0) }
    }
  }

  /// Numbers are spelled as in JSON, so that "004" and "1 000" stay text.
  private static func number(_ text: String, _ reader: JSONReader) -> FilterValue? {
    guard let first = text.utf8.first, let last = text.utf8.last, first == 0x2D || first.isDigit,
      last.isDigit
    else { return nil }
    return try? reader.read(text)
  }

  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }
}
