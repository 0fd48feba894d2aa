internal import FilterSyntax

/// A format of dates that are stored as texts in UTC, for the years 0000 to 9999.
///
/// Each format has a fixed length, so that the bytes of its texts have the order of the times.
public enum SQLDateText: Hashable, Sendable, CaseIterable {
  /// `2026-11-22`, for the beginning of the day
  case day

  /// `2026-11-22 19:20:00`, the format of `CURRENT_TIMESTAMP` in SQLite
  case seconds

  /// `2026-11-22 19:20:00.000`, the format in which GRDB stores dates
  case milliseconds

  /// `2026-11-22T19:20:00Z`
  case iso8601

  /// `2026-11-22T19:20:00.000Z`
  case iso8601Milliseconds

  /// The text of a number of days, seconds or milliseconds since 1970.
  func text(_ step: Int64) -> String {
    let (days, rest) = Int(step).dividedDown(by: stepsADay)
    let day = CalendarDay(daysSinceReference: days - Self.referenceDay).text
    guard self != .day else { return day }
    let (second, fraction) = rest.dividedDown(by: stepsASecond)
    let clock = DateText.clock(second)
    let time = stepsASecond > 1 ? "\(clock).\(DateText.padded(fraction, 3))" : clock
    return isISO ? "\(day)T\(time)Z" : "\(day) \(time)"
  }

  /// The days, seconds or milliseconds since 1970 of a text; nil if it does not have the format.
  func step(_ text: String) -> Int64? {
    var copy = text
    guard let time = copy.withUTF8({ try? DateText.read($0, lenient: true) }) else { return nil }
    let seconds = time.seconds + Self.referenceDay * 86_400
    let step =
      self == .day
      ? seconds.dividedDown(by: 86_400).quotient
      : seconds * stepsASecond + Int((time.fraction * Double(stepsASecond)).rounded())
    // The reader takes other formats too. The text has the format if its step is written as the text.
    return self.text(Int64(step)) == text ? Int64(step) : nil
  }

  /// The seconds since 1970 of a step.
  func seconds(_ step: Int64) -> Double {
    self == .day ? Double(step) * 86_400 : Double(step) / Double(stepsASecond)
  }

  /// The steps of the years 0000 to 9999.
  var steps: ClosedRange<Int64> {
    // The first day of the year 0 and of the year 10,000, in days since 1970.
    -719_528 * Int64(stepsADay)...2_932_897 * Int64(stepsADay) - 1
  }

  private var isISO: Bool { self == .iso8601 || self == .iso8601Milliseconds }

  private var stepsASecond: Int {
    self == .milliseconds || self == .iso8601Milliseconds ? 1000 : 1
  }

  private var stepsADay: Int { self == .day ? 1 : 86_400 * stepsASecond }

  /// 2001-01-01 in days since 1970.
  private static let referenceDay = 11_323
}
