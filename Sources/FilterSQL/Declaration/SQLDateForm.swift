/// How a column keeps points in time.
///
/// Each form is an integer or a double that rises with time.
public enum SQLDateForm: Hashable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, an integer
  case unixSeconds

  /// Milliseconds since 1970-01-01T00:00:00Z, an integer
  case unixMilliseconds

  /// Seconds since 1970-01-01T00:00:00Z, a double
  case unixReal

  /// A timestamp of the database in UTC, with microseconds: only PostgreSQL has it
  case timestamp

  /// The seconds since 2001-01-01T00:00:00Z that an integer of the form stands for; nil for a form of doubles.
  ///
  /// Rises with the integer.
  public func seconds(_ stored: Int64) -> Double? {
    switch self {
    case .unixSeconds: Double(stored) - Self.referenceDate
    case .unixMilliseconds: Double(stored) / 1000 - Self.referenceDate
    case .timestamp: Double(stored) / 1_000_000 - Self.yearOfSeconds
    case .unixReal: nil
    }
  }

  /// The seconds since 2001-01-01T00:00:00Z that a double of the form stands for; nil for a form of integers.
  public func seconds(_ stored: Double) -> Double? {
    self == .unixReal ? stored - Self.referenceDate : nil
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  private static let referenceDate = 978_307_200.0

  /// From 2000-01-01T00:00:00Z to 2001-01-01T00:00:00Z.
  private static let yearOfSeconds = 31_622_400.0

  /// The integers that a database can store; those of PostgreSQL end with the year 294276.
  var stored: ClosedRange<Int64> {
    self == .timestamp
      ? -211_813_488_000_000_000...9_223_371_331_199_999_999 : Int64.min...Int64.max
  }

  /// A stored integer as a value.
  func value(_ stored: Int64) -> SQLValue {
    self == .timestamp ? .microseconds(stored) : .integer(stored)
  }
}
