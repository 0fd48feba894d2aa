internal import FilterEngine
internal import FilterJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The kind of the cells of a column, as stated by `--types` or found in the first rows.
enum ColumnKind: String, CaseIterable {
  /// Any text
  case text
  /// A number as JSON writes it, `nan`, `inf` or `-inf`
  case number
  /// `true`, `false`, and with the first or all letters in upper case
  case boolean
  /// An ISO 8601 date or time, in UTC if it has no time zone; only if stated
  case date
  /// A date in seconds since 1970; only if stated
  case unix
  /// A date in milliseconds since 1970; only if stated
  case unixms

  /// Whether values are dates, which is never found by itself.
  var isDate: Bool { self == .date || self == .unix || self == .unixms }

  /// The kinds that fit all cells of a column so far.
  struct Guess {
    private var isEmpty = true
    private var canBeNumber = true
    private var canBeBoolean = true

    mutating func add(_ cell: Cell, _ reader: JSONReader) {
      guard !cell.isMissing, canBeNumber || canBeBoolean else { return }
      // A word for no number is one only in a column of numbers.
      if ColumnKind.special(cell.text) != nil { return canBeBoolean = false }
      isEmpty = false
      canBeBoolean = canBeBoolean && ColumnKind.boolean(cell.text) != nil
      canBeNumber = canBeNumber && ColumnKind.number(cell.text, reader) != nil
    }

    /// Adds the cells of another guess.
    mutating func add(_ other: Guess) {
      isEmpty = isEmpty && other.isEmpty
      canBeNumber = canBeNumber && other.canBeNumber
      canBeBoolean = canBeBoolean && other.canBeBoolean
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
    case .unix, .unixms: Self.number(cell.text, reader).flatMap { date($0) }
    }
  }

  /// A value as one of this kind: elements of a list one by one. A value that cannot be converted stays as it is.
  func converted(_ value: FilterValue) -> FilterValue {
    if case .list(let list) = value { return .list(FilterList(list.elements.map(converted))) }
    let converted: FilterValue? =
      switch (self, value) {
      case (.text, .int), (.text, .double), (.text, .wide), (.text, .bool):
        .string(Columns.text(of: value))
      case (.number, .string(let text)): Self.number(text, JSONReader())
      case (.boolean, .string(let text)): Self.boolean(text).map { .bool($0) }
      case (.boolean, .int(0)): .bool(false)
      case (.boolean, .int(1)): .bool(true)
      case (.date, .string(let text)): Date(iso8601: text).map { .date($0) }
      case (.unix, _), (.unixms, _): date(value)
      default: nil
      }
    return converted ?? value
  }

  /// The date of a number of seconds or milliseconds; nil for any other value.
  private func date(_ value: FilterValue) -> FilterValue? {
    let number: Double? =
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    return number.map { .date(Date(timeIntervalSince1970: self == .unixms ? $0 / 1000 : $0)) }
  }

  /// NaN or an infinity as a cell spells it; nil for any other text.
  static func special(_ text: String) -> Double? {
    switch text {
    case "nan": .nan
    case "inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }

  /// Numbers are spelled as in JSON, so that "004" and "1 000" stay text.
  static func number(_ text: String, _ reader: JSONReader) -> FilterValue? {
    guard let first = text.utf8.first, let last = text.utf8.last, first == 0x2D || first.isDigit,
      last.isDigit
    else { return special(text).map { .double($0) } }
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
