package import EssentialFoundation
internal import FilterSyntax

extension SQLValue {
  /// Whether databases without such parameters cast a text to the value.
  var isCast: Bool {
    switch self {
    case .microseconds, .localMicroseconds, .days, .uuid: true
    default: false
    }
  }

  /// The text that databases cast to the value: a point in time of ISO 8601, `2026-11-22T19:20:00.500000Z`, a day or a
  /// UUID. Nil for other values, and outside of the years 1 to 9999.
  package var castText: String? {
    switch self {
    case .microseconds(let value), .localMicroseconds(let value):
      let (seconds, fraction) = Int(value).dividedDown(by: 1_000_000)
      let (days, second) = seconds.dividedDown(by: 86_400)
      return Self.isoDay(days).map { day in
        "\(day)T\(DateText.clock(second)).\(DateText.padded(fraction, 6))Z"
      }
    case .days(let days): return Self.isoDay(Int(days))
    case .uuid(let bytes): return UUID(bytes: bytes)?.uuidString
    default: return nil
    }
  }

  /// A number of days after 2000-01-01.
  private static func isoDay(_ days: Int) -> String? {
    let day = CalendarDay(daysSinceReference: days - 366)
    // Spark takes the days that the Gregorian calendar left out for others.
    let isLeftOut = day.year == 1582 && day.month == 10 && (5...14).contains(day.day)
    return (1...9999).contains(day.year) && !isLeftOut ? day.text : nil
  }
}

extension UUID {
  /// Creates a UUID of exactly 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
