internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON

/// The kind of the cells of a column, as stated by `--types` or found in the first rows.
enum ColumnKind: String, CaseIterable {
  /// Any text
  case text
  /// A number as JSON writes it, `nan`, `inf` or `-inf`
  case number
  /// `true`, `false`, and with the first or all letters in upper case
  case boolean
  /// Any value, in a text of JSON; only if stated
  case json
  /// An ISO 8601 date or time, in UTC if it has no time zone; only if stated
  case date
  /// A date in seconds since 1970; only if stated
  case unix
  /// A date in milliseconds since 1970; only if stated
  case unixms
  /// A date in microseconds since 1970; only if stated
  case unixus
  /// A date in nanoseconds since 1970; only if stated
  case unixns

  /// Whether values are dates, which is never found by itself.
  var isDate: Bool { self == .date || stepsASecond != nil }

  /// The steps of a second in which dates are counted since 1970; nil for any other kind.
  private var stepsASecond: Int64? {
    switch self {
    case .unix: 1
    case .unixms: 1_000
    case .unixus: 1_000_000
    case .unixns: 1_000_000_000
    default: nil
    }
  }

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
    case .json: try? reader.read(cell.text)
    case .date: Date(iso8601: cell.text).map { .date($0) }
    case .unix, .unixms, .unixus, .unixns: Self.number(cell.text, reader).flatMap { date($0) }
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
      case (.json, .string(let text)): try? JSONReader().read(text)
      case (.boolean, .int(0)): .bool(false)
      case (.boolean, .int(1)): .bool(true)
      case (.date, .string(let text)): Date(iso8601: text).map { .date($0) }
      case (_, .string(let text)) where stepsASecond != nil:
        Self.number(text, JSONReader()).flatMap { date($0) }
      default: date(value)
      }
    return converted ?? value
  }

  /// The date of a number of steps since 1970; nil for any other value.
  private func date(_ value: FilterValue) -> FilterValue? {
    guard let stepsASecond else { return nil }
    switch value {
    case .int(let number) where number.magnitude <= 1 << 53:
      return .date(Date(timeIntervalSince1970: Double(number) / Double(stepsASecond)))
    case .int(let number):
      // Whole seconds and the rest are exact as doubles, which the number is not.
      let (seconds, rest) = number.quotientAndRemainder(dividingBy: stepsASecond)
      return .date(
        Date(timeIntervalSince1970: Double(seconds) + Double(rest) / Double(stepsASecond)))
    case .double(let number) where number.isFinite:
      return .date(Date(timeIntervalSince1970: number / Double(stepsASecond)))
    default: return nil
    }
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

  /// The kind whose steps a number counts that as one of this kind is a date after the year 9999; nil for other values.
  ///
  /// The value can be the date already.
  func finer(_ value: FilterValue) -> ColumnKind? {
    guard let own = stepsASecond, case .date(let date) = converted(value),
      date.timeIntervalSince1970 >= Self.endOfDates
    else { return nil }
    return Self.allCases.first { kind in
      guard let steps = kind.stepsASecond, steps > own else { return false }
      return date.timeIntervalSince1970 / Double(steps) * Double(own) < Self.endOfDates
    }
  }

  /// The seconds from 1970 to the year 10,000.
  private static let endOfDates = 253_402_300_800.0

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
