/// The form in which a column stores points in time.
///
/// The stored integers, doubles or bytes of texts have the order of the times.
public enum SQLDateForm: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, an integer
  case unixSeconds

  /// Milliseconds since 1970-01-01T00:00:00Z, an integer
  case unixMilliseconds

  /// Seconds since 1970-01-01T00:00:00Z, a double
  case unixReal

  /// A Julian day in UTC, a double, as `julianday()` of SQLite returns it
  case julianDay

  /// A text in UTC with a fixed format; only in SQLite, which orders texts by bytes
  case text(SQLDateText)

  /// A timestamp with time zone, to a microsecond; not in SQLite
  case timestamp

  /// A timestamp without time zone, read as UTC, to a microsecond; not in SQLite
  case timestampWithoutZone

  /// A date, read as the beginning of the day in UTC; not in SQLite
  case calendarDay

  /// The seconds since 2001-01-01T00:00:00Z of a stored integer; nil for forms of doubles and texts.
  ///
  /// The result increases with the integer.
  package func seconds(_ stored: Int64) -> Double? {
    if case .text = self { nil } else { seconds(step: stored) }
  }

  /// The seconds since 2001-01-01T00:00:00Z of a stored double; nil for other forms.
  ///
  /// The result increases with the double.
  package func seconds(_ stored: Double) -> Double? {
    switch self {
    case .unixReal: stored - Self.referenceDate
    case .julianDay: (stored - Self.referenceDay) * 86_400
    default: nil
    }
  }

  /// The seconds since 2001-01-01T00:00:00Z of a stored text; nil for other forms, and for a text that does not have
  /// the format.
  package func seconds(_ stored: String) -> Double? {
    guard case .text(let format) = self, let step = format.step(stored) else { return nil }
    return seconds(step: step)
  }

  /// The seconds since 2001-01-01T00:00:00Z of a stored number of units; nil for forms of doubles.
  func seconds(step: Int64) -> Double? {
    switch self {
    case .unixSeconds: Double(step) - Self.referenceDate
    case .unixMilliseconds: Double(step) / 1000 - Self.referenceDate
    case .timestamp, .timestampWithoutZone: Double(step) / 1_000_000 - Self.yearOfSeconds
    case .calendarDay: Double(step) * 86_400 - Self.yearOfSeconds
    case .text(let format): format.seconds(step) - Self.referenceDate
    case .unixReal, .julianDay: nil
    }
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  private static let referenceDate = 978_307_200.0

  /// 2001-01-01T00:00:00Z as a Julian day.
  private static let referenceDay = 2_451_910.5

  /// From 2000-01-01T00:00:00Z to 2001-01-01T00:00:00Z.
  private static let yearOfSeconds = 31_622_400.0

  /// The numbers of units that a database can store. Timestamps of PostgreSQL end in the year 294276, its dates in
  /// 5874897, texts in 9999.
  var stored: ClosedRange<Int64> {
    switch self {
    case .timestamp, .timestampWithoutZone:
      -211_813_488_000_000_000...9_223_371_331_199_999_999
    case .calendarDay: -2_451_545...2_145_031_948
    case .text(let format): format.steps
    default: Int64.min...Int64.max
    }
  }

  /// A number of units as a value of a statement.
  package func value(_ step: Int64) -> SQLValue {
    switch self {
    case .timestamp: .microseconds(step)
    case .timestampWithoutZone: .localMicroseconds(step)
    case .calendarDay: .days(step)
    case .text(let format): .text(format.text(step))
    default: .integer(step)
    }
  }

  var isReal: Bool { self == .unixReal || self == .julianDay }
}
