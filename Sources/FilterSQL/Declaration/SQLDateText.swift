/// The format of a column of dates that are texts in UTC, of the years 0000 to 9999.
///
/// Every format has a fixed length, so that the bytes of its texts are ordered as the times are.
public enum SQLDateText: Hashable, Sendable, CaseIterable {
  /// `2026-11-22`, the beginning of the day
  case day

  /// `2026-11-22 19:20:00`, as `CURRENT_TIMESTAMP` of SQLite is
  case seconds

  /// `2026-11-22 19:20:00.000`, as GRDB writes dates
  case milliseconds

  /// `2026-11-22T19:20:00Z`
  case iso8601

  /// `2026-11-22T19:20:00.000Z`
  case iso8601Milliseconds

  /// The text of a number of days, seconds or milliseconds since 1970.
  func text(_ step: Int64) -> String {
    let (day, rest) = Self.divided(step, by: stepsADay)
    let (year, month, date) = Self.calendar(ofDay: day)
    var text = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(date, 2))"
    guard self != .day else { return text }
    let (second, fraction) = Self.divided(rest, by: stepsASecond)
    text += isISO ? "T" : " "
    text += Self.padded(second / 3600, 2) + ":" + Self.padded(second / 60 % 60, 2)
    text += ":" + Self.padded(second % 60, 2)
    if stepsASecond > 1 { text += "." + Self.padded(fraction, 3) }
    return isISO ? text + "Z" : text
  }

  /// The days, seconds or milliseconds since 1970 of a text; nil where it does not have the format.
  func step(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    // A text that differs from what its numbers write does not have the format.
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count else { return nil }
      return Int64(String(decoding: bytes[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let date = number(8..<10),
      (0...9999).contains(year), (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    var step = Self.day(year, month, date) * stepsADay
    if self != .day {
      guard let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
      else { return nil }
      step += (hour * 3600 + minute * 60 + second) * stepsASecond
      if stepsASecond > 1 {
        guard let fraction = number(20..<23) else { return nil }
        step += fraction
      }
    }
    return steps.contains(step) && self.text(step).utf8.elementsEqual(bytes) ? step : nil
  }

  /// The seconds since 1970 of a step.
  func seconds(_ step: Int64) -> Double {
    self == .day ? Double(step) * 86_400 : Double(step) / Double(stepsASecond)
  }

  /// The steps of the years 0000 to 9999.
  var steps: ClosedRange<Int64> {
    Self.day(0, 1, 1) * stepsADay...Self.day(10_000, 1, 1) * stepsADay - 1
  }

  private var isISO: Bool { self == .iso8601 || self == .iso8601Milliseconds }

  private var stepsASecond: Int64 {
    self == .milliseconds || self == .iso8601Milliseconds ? 1000 : 1
  }

  private var stepsADay: Int64 { self == .day ? 1 : 86_400 * stepsASecond }

  // MARK: - The Gregorian calendar

  /// Days since 1970 of a date. The year begins in March, so that the leap day ends it.
  private static func day(_ year: Int64, _ month: Int64, _ date: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = divided(marchYear, by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + date - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func calendar(ofDay day: Int64) -> (year: Int64, month: Int64, date: Int64) {
    let (era, dayOfEra) = divided(day + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let place = (5 * dayOfYear + 2) / 153
    let month = place < 10 ? place + 3 : place - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * place + 2) / 5 + 1
    )
  }

  /// The quotient that is rounded down, and the rest, which is never negative.
  private static func divided(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let rest = number % divisor
    return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
  }

  private static func padded(_ number: Int64, _ length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }
}
