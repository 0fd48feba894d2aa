/// Writes points in time as ISO 8601 text in UTC.
package enum DateText {
  /// `#2026-11-21T10:00:00Z#`; nil outside the years 0 to 9999.
  static func literal(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let truncated = Int(seconds)
    let total = Double(truncated) > seconds ? truncated - 1 : truncated
    return text(seconds: total, fraction: fraction(seconds - Double(total))).map { "#\($0)#" }
  }

  /// `2026-11-21T10:00:00.25Z` for whole seconds since 2001-01-01T00:00:00Z and a fraction with its
  /// point, which may be empty; nil outside the years 0 to 9999.
  package static func text(seconds total: Int, fraction: String) -> String? {
    let days = total >= 0 ? total / 86400 : (total - 86399) / 86400
    let day = CalendarDay(daysSinceReference: days)
    guard 0...9999 ~= day.year else { return nil }
    let second = total - days * 86400
    let date = "\(pad(day.year, 4))-\(pad(day.month))-\(pad(day.day))"
    let time = "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
    return "\(date)T\(time)\(fraction)Z"
  }

  private static func pad(_ value: Int, _ width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // The shortest digits that read back as the same double, without an exponent.
  private static func fraction(_ value: Double) -> String {
    guard value > 0 else { return "" }
    let text = value.description
    guard let mark = text.firstIndex(of: "e") else { return String(text.dropFirst()) }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let digits = text[..<mark].filter { $0 != "." }
    let significant = digits.hasSuffix("0") && digits.count > 1 ? digits.dropLast() : digits[...]
    return "." + String(repeating: "0", count: max(0, -exponent - 1)) + significant
  }
}
