internal import EssentialFoundation
internal import FilterEngine
internal import FilterJSON

/// The kind of the cells of a column, as stated by `--types` or found in the first rows.
enum ColumnKind: Hashable {
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
  /// A date in seconds, milliseconds, microseconds or nanoseconds since 1970; only if stated
  case unix, unixms, unixus, unixns
  /// A date in seconds since 2001, as programs for the Mac count; only if stated
  case mac
  /// A date in microseconds since 1601, as browsers count; only if stated
  case chrome
  /// A date in a text of a stated form
  case dateText(DatePattern)
  /// A number in a text of a stated form
  case numberText(NumberPattern)

  /// The kinds that have a name.
  static let named: [(name: String, kind: ColumnKind)] = [
    ("text", .text), ("number", .number), ("boolean", .boolean), ("json", .json), ("date", .date),
    ("unix", .unix), ("unixms", .unixms), ("unixus", .unixus), ("unixns", .unixns), ("mac", .mac),
    ("chrome", .chrome),
  ]

  init?(rawValue name: String) {
    guard let kind = Self.named.first(where: { $0.name == name })?.kind else { return nil }
    self = kind
  }

  /// The name, with the form of texts.
  var rawValue: String {
    switch self {
    case .dateText(let pattern): "date:" + pattern.text
    case .numberText(let pattern): "number:" + pattern.text
    default: Self.named.first { $0.kind == self }?.name ?? ""
    }
  }

  /// Whether only the engine reads such values, which is never found by itself: dates, and texts of a stated form.
  var isConverted: Bool {
    switch self {
    case .text, .number, .boolean, .json: false
    default: true
    }
  }

  /// The kind of its values; nil for any.
  var filterKind: FilterKind? {
    switch self {
    case .text: .string
    case .number, .numberText: .number
    case .boolean: .boolean
    case .json: nil
    case .date, .unix, .unixms, .unixus, .unixns, .mac, .chrome, .dateText: .date
    }
  }

  /// The kind of the cells of a column whose values are converted later; nil for that of the first rows.
  var cellKind: ColumnKind? {
    switch self {
    case .date, .dateText, .numberText: .text
    default: isConverted ? nil : self
    }
  }

  /// The steps of a second in which dates are counted, and the seconds from 1970 to their start; nil for any other kind.
  private var count: (stepsASecond: Int64, start: Int64)? {
    switch self {
    case .unix: (1, 0)
    case .unixms: (1_000, 0)
    case .unixus: (1_000_000, 0)
    case .unixns: (1_000_000_000, 0)
    case .mac: (1, 978_307_200)
    case .chrome: (1_000_000, -11_644_473_600)
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
    case .dateText(let pattern): pattern.date(cell.text).map { .date($0) }
    case .numberText(let pattern): pattern.number(cell.text)
    default: Self.number(cell.text, reader).flatMap { date($0) }
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
      case (.dateText(let pattern), .string(let text)): pattern.date(text).map { .date($0) }
      case (.numberText(let pattern), .string(let text)): pattern.number(text)
      case (_, .string(let text)) where count != nil:
        Self.number(text, JSONReader()).flatMap { date($0) }
      default: date(value)
      }
    return converted ?? value
  }

  /// Whether a value is stored as a converted kind reads it: a text of its form, or a number of its steps.
  func isWritten(by value: FilterValue) -> Bool {
    if self == .date, value.kind == .date { return true }
    return value.kind != filterKind && converted(value).kind == filterKind
  }

  /// The date of a number of steps since the start of the count; nil for any other value.
  private func date(_ value: FilterValue) -> FilterValue? {
    guard let (stepsASecond, start) = count else { return nil }
    switch value {
    case .int(let number) where start == 0 && number.magnitude <= 1 << 53:
      return .date(Date(timeIntervalSince1970: Double(number) / Double(stepsASecond)))
    case .int(let number):
      // Whole seconds and the rest are exact as doubles, which the number is not.
      let (seconds, rest) = number.quotientAndRemainder(dividingBy: stepsASecond)
      return .date(
        Date(
          timeIntervalSince1970: Double(seconds) + Double(start)
            + Double(rest) / Double(stepsASecond)))
    case .double(let number) where number.isFinite:
      return .date(
        Date(timeIntervalSince1970: number / Double(stepsASecond) + Double(start)))
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
    guard case (let own, 0)? = count, case .date(let date) = converted(value),
      date.timeIntervalSince1970 >= Self.endOfDates
    else { return nil }
    return Self.named.first { _, kind in
      guard case (let steps, 0)? = kind.count, steps > own else { return false }
      return date.timeIntervalSince1970 / Double(steps) * Double(own) < Self.endOfDates
    }?.kind
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
