/// How a column keeps points in time.
///
/// Each form rises with time: an integer, a double, or a text whose bytes do.
public enum SQLDateForm: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, an integer
  case unixSeconds

  /// Milliseconds since 1970-01-01T00:00:00Z, an integer
  case unixMilliseconds

  /// Seconds since 1970-01-01T00:00:00Z, a double
  case unixReal

  /// A Julian day in UTC, a double, as `julianday()` of SQLite gives it
  case julianDay

  /// A text in UTC of a fixed format: only SQLite has it, whose texts are ordered by bytes
  case text(SQLDateText)

  /// A timestamp of the database in UTC, with microseconds: only PostgreSQL has it
  case timestamp

  /// A timestamp without time zone, which is read as one in UTC: only PostgreSQL has it
  case timestampWithoutZone

  /// A date of the database, the beginning of the day in UTC: only PostgreSQL has it
  case calendarDay

  /// The seconds since 2001-01-01T00:00:00Z of an integer of the form; nil for forms of doubles and
  /// of texts.
  ///
  /// Rises with the integer.
  public func seconds(_ stored: Int64) -> Double? {
    if case .text = self { nil } else { seconds(step: stored) }
  }

  /// The seconds since 2001-01-01T00:00:00Z of a double of the form; nil for other forms.
  ///
  /// Rises with the double.
  public func seconds(_ stored: Double) -> Double? {
    switch self {
    case .unixReal: stored - Self.referenceDate
    case .julianDay: (stored - Self.referenceDay) * 86_400
    default: nil
    }
  }

  /// The seconds since 2001-01-01T00:00:00Z of a text of the form; nil for other forms, and for a text
  /// that does not have the format.
  public func seconds(_ stored: String) -> Double? {
    guard case .text(let format) = self, let step = format.step(stored) else { return nil }
    return seconds(step: step)
  }

  /// The seconds since 2001-01-01T00:00:00Z of a step of the form; nil for a form of doubles.
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

  /// The steps that a database can store; the timestamps of PostgreSQL end with the year 294276, its dates with
  /// 5874897, texts with 9999.
  var stored: ClosedRange<Int64> {
    switch self {
    case .timestamp, .timestampWithoutZone:
      -211_813_488_000_000_000...9_223_371_331_199_999_999
    case .calendarDay: -2_451_545...2_145_031_948
    case .text(let format): format.steps
    default: Int64.min...Int64.max
    }
  }

  /// A stored step as a value.
  func value(_ step: Int64) -> SQLValue {
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
