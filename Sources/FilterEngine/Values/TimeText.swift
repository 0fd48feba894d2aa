internal import FilterSyntax

/// A point in time as ISO 8601 text in UTC: `2026-11-21T10:00:00.25Z`.
package struct TimeText: CustomStringConvertible {
  /// The text. Fractions of a second have at most six digits, without trailing zeros.
  package let description: String

  /// The text of a time in seconds since 2001-01-01T00:00:00Z, rounded to a microsecond; nil outside
  /// the years 0 to 9999, for which the format has no place.
  package init?(_ seconds: Double) {
    let rounded = (seconds * 1e6).rounded()
    // A little more than the years 0 to 9999. Excludes NaN and infinities.
    guard abs(rounded) < 3e17 else { return nil }
    let microseconds = Int(rounded)
    let part = microseconds % 1_000_000
    let fraction = part < 0 ? part + 1_000_000 : part
    var digits = String(fraction)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    let text = DateText.text(
      seconds: (microseconds - fraction) / 1_000_000, fraction: digits.isEmpty ? "" : "." + digits)
    guard let text else { return nil }
    description = text
  }
}
