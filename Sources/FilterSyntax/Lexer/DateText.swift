/// Reads and writes points in time as ISO 8601 text.
package enum DateText {
  /// A text that is not a time.
  package enum Mistake: Error {
    /// The text has another form
    case malformed

    /// The form is right, and no calendar has the day or no clock the time
    case impossible
  }

  /// The time of `2026-11-21`, `2026-11-21T10:00`, `…:00` or `…:00.25`, with `Z`, `±hh:mm` or no zone, which is
  /// UTC: whole seconds since 2001-01-01T00:00:00Z, and a fraction of a second.
  ///
  /// The sum of both is the nearest double. The years are 0000 to 9999. A lenient reader takes all of ISO 8601, and what
  /// databases and shells print: `20261121T100000`, a comma before the fraction, `t`, `z`, `UTC`, `±hhmm`, `±hh`, and a
  /// blank for `T` and before the zone.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func read(
    _ utf8: UnsafeBufferPointer<UInt8>, lenient: Bool
  ) throws(Mistake) -> (seconds: Int, fraction: Double) {
    var scanner = DateScanner(utf8, isLenient: lenient)
    guard let date = scanner.date() else { throw .malformed }
    var time = (seconds: 0, fraction: 0.0)
    var offset = 0
    var exists = true
    if !scanner.isAtEnd {
      guard scanner.separator(), let hour = scanner.number(2), scanner.sign(":"),
        let minute = scanner.number(2), let second = scanner.second(), let zone = scanner.zone(),
        scanner.isAtEnd
      else { throw .malformed }
      time = (hour * 3600 + minute * 60 + second.whole, second.fraction)
      offset = zone.hour * 3600 + zone.minute * 60
      if zone.isWest { offset = -offset }
      exists =
        hour < 24 && minute < 60 && second.whole < 60 && zone.hour < 24 && zone.minute < 60
    }
    guard exists, let day = CalendarDay(year: date.year, month: date.month, day: date.day) else {
      throw .impossible
    }
    return (day.daysSinceReference * 86_400 + time.seconds - offset, time.fraction)
  }

  /// `2026-11-21T10:00:00.25Z`, the shortest text that is read as the same double; nil outside the years 0 to 9999.
  static func shortest(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds.magnitude < 1e12 else { return nil }
    let truncated = Int(seconds)
    let total = Double(truncated) > seconds ? truncated - 1 : truncated
    guard var bytes = bytes(total) else { return nil }
    bytes += shortestFraction(seconds - Double(total)).utf8
    return text(bytes)
  }

  /// `2026-11-21T10:00:00.25Z`, rounded to a microsecond, without trailing zeros; nil outside the years 0 to 9999.
  package static func rounded(_ seconds: Double) -> String? {
    let scaled = seconds * 1e6
    // A little more than the years 0 to 9999. Excludes NaN and infinities.
    guard abs(scaled) < 3e17 else { return nil }
    // Without `rounded()`, for which this module would have to link the C library.
    var microseconds = Int(scaled)
    let rest = scaled - Double(microseconds)
    if abs(rest) >= 0.5 { microseconds += rest < 0 ? -1 : 1 }
    let part = microseconds % 1_000_000
    let fraction = part < 0 ? part + 1_000_000 : part
    guard var bytes = bytes((microseconds - fraction) / 1_000_000) else { return nil }
    if fraction > 0 {
      bytes.append(UInt8(ascii: "."))
      append(fraction, 6, to: &bytes)
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
    return text(bytes)
  }

  /// `10:00:00` of a second of a day.
  package static func clock(_ second: Int) -> String {
    "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The decimal digits of a number that is not negative, with leading zeros.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// `2026-11-21T10:00:00` of whole seconds since 2001; nil outside the years 0 to 9999.
  private static func bytes(_ seconds: Int) -> [UInt8]? {
    let (days, second) = seconds.dividedDown(by: 86_400)
    let day = CalendarDay(daysSinceReference: days)
    guard 0...9999 ~= day.year else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(day.year, 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(day.month, 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(day.day, 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(second / 3600, 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, 2, to: &bytes)
    return bytes
  }

  /// The text of a time in UTC.
  private static func text(_ bytes: consuming [UInt8]) -> String {
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends so many decimal digits of a number that is not negative.
  private static func append(_ number: Int, _ width: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    for _ in 0..<width {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  // The shortest digits that read back as the same double, without an exponent.
  private static func shortestFraction(_ value: Double) -> String {
    guard value > 0 else { return "" }
    let text = value.description
    guard let mark = text.firstIndex(of: "e") else { return String(text.dropFirst()) }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let digits = text[..<mark].filter { $0 != "." }
    let significant = digits.ends(with: "0") && digits.count > 1 ? digits.dropLast() : digits[...]
    return "." + String(repeating: "0", count: max(0, -exponent - 1)) + significant
  }
}

/// The parts of a time, from left to right.
///
/// Unsafe because it reads the memory of a text in place. It reads no byte after the last, and is not kept.
private struct DateScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isLenient: Bool
  private var next = 0

  /// Whether there are no signs between the parts: `20261121T100000`
  private var isBasic = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, isLenient: Bool) {
    self.bytes = bytes
    self.isLenient = isLenient
  }

  var isAtEnd: Bool { next == bytes.count }

  private var isAtDigit: Bool { next < bytes.count && bytes[next].isDigit }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard isAtDigit else { return nil }
      value = value * 10 + Int(bytes[next] &- 0x30)
      next += 1
    }
    return value
  }

  /// A sign between two parts, which a basic text does not have.
  mutating func sign(_ character: Unicode.Scalar) -> Bool { isBasic || take(character) }

  /// `2026-11-21`, and if lenient `20261121`
  mutating func date() -> (year: Int, month: Int, day: Int)? {
    guard let year = number(4) else { return nil }
    isBasic = isLenient && isAtDigit
    guard sign("-"), let month = number(2), sign("-"), let day = number(2) else { return nil }
    return (year, month, day)
  }

  /// `T`, and if lenient `t` or a blank.
  mutating func separator() -> Bool { take("T") || isLenient && (take("t") || take(" ")) }

  /// `:59`, `:59.5`, if lenient `:59,5`, or nothing
  mutating func second() -> (whole: Int, fraction: Double)? {
    guard isBasic ? isAtDigit : take(":") else { return (0, 0) }
    guard let second = number(2) else { return nil }
    guard take(".") || isLenient && take(",") else { return (second, 0) }
    let start = next
    var digits = 0.0
    var scale = 1.0
    // Both numbers are exact up to 15 digits, so that their quotient is the nearest double.
    while isAtDigit {
      digits = digits * 10 + Double(bytes[next] &- 0x30)
      scale *= 10
      next += 1
    }
    switch next - start {
    case 0: return nil
    case ...15: return (second, digits / scale)
    default:
      let text = "0." + String(decoding: bytes[start..<next], as: UTF8.self)
      return Double(text).map { (second, $0) }
    }
  }

  /// `Z`, `+01:00` or nothing, and if lenient `z`, `UTC`, `+0100` or `+01`, after a blank too.
  mutating func zone() -> (isWest: Bool, hour: Int, minute: Int)? {
    if isAtEnd { return (false, 0, 0) }
    if isLenient { _ = take(" ") }
    if take("Z") || isLenient && (take("z") || takeUTC()) { return (false, 0, 0) }
    let isWest = take("-")
    guard isWest || take("+"), let hour = number(2) else { return nil }
    if isLenient, isAtEnd { return (isWest, hour, 0) }
    guard take(":") || isLenient, let minute = number(2) else { return nil }
    return (isWest, hour, minute)
  }

  private mutating func takeUTC() -> Bool {
    guard bytes[next...].starts(with: "UTC".utf8) else { return false }
    next += 3
    return true
  }
}
