/// A point in time as ISO 8601 text in UTC: `2026-11-21T10:00:00.25Z`.
struct TimeText: CustomStringConvertible {
  /// The text, with as many digits of a second as are not zero, six at most.
  let description: String

  /// The text of a time in seconds since 2001-01-01T00:00:00Z, rounded to a microsecond; nil outside
  /// the years 1 to 9999, for which the format has no place.
  init?(_ seconds: Double) {
    let microseconds = (seconds * 1e6).rounded()
    // A little more than the years 1 to 9999; also keeps NaN and infinities out.
    guard abs(microseconds) < 3e17 else { return nil }
    let (second, fraction) = Self.divide(Int64(microseconds), by: 1_000_000)
    let (day, rest) = Self.divide(second, by: 86_400)
    // Days are counted from the first of March of the year 0, so that the leap day comes last.
    let (era, dayOfEra) = Self.divide(day + 730_791, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    guard (1...9999).contains(year) else { return nil }
    let date = [
      Self.pad(year, 4), Self.pad(month, 2),
      Self.pad(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2),
    ]
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { Self.pad($0, 2) }
    var digits = Self.pad(fraction, 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    description =
      date.joined(separator: "-") + "T" + time.joined(separator: ":")
      + (digits.isEmpty ? "" : "." + digits) + "Z"
  }

  /// Quotient and remainder, the remainder never negative.
  private static func divide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let remainder = value % divisor
    return remainder < 0
      ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
