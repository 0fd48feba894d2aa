internal import FilterSyntax

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Date {
  /// The time of `2026-11-21`, `2026-11-21T10:00`, `…:00`, `…:00.25`, with `Z`, `±hh:mm` or no zone,
  /// which is UTC; nil for any other text.
  package init?(iso8601 text: String) {
    var text = text
    guard let date = text.withUTF8({ Date(iso8601: $0) }) else { return nil }
    self = date
  }

  /// The time of a text in UTF-8.
  package init?(iso8601 utf8: UnsafeBufferPointer<UInt8>) {
    var text = DateScanner(utf8)
    guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"),
      let day = text.number(2), let date = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(date.daysSinceReference) * 86_400
    if !text.isAtEnd {
      guard text.take("T") || text.take("t") || text.take(" "),
        let time = text.time(), let offset = text.zone(), text.isAtEnd
      else { return nil }
      seconds += time - offset
    }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The time in UTC, rounded to a microsecond, or nil where the year does not have four digits.
  package var iso8601: String? { TimeText(timeIntervalSinceReferenceDate)?.description }
}

/// The parts of a time, from left to right.
///
/// Unsafe because it reads the memory of a text in place. It reads no byte after the last, and is not kept.
private struct DateScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { next == bytes.count }

  private var isDigit: Bool { next < bytes.count && (0x30...0x39).contains(bytes[next]) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard isDigit else { return nil }
      value = value * 10 + Int(bytes[next] &- 0x30)
      next += 1
    }
    return value
  }

  /// `10:00`, `10:00:59`, `10:00:59.5` as seconds.
  mutating func time() -> Double? {
    guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else {
      return nil
    }
    var time = Double(hour * 3600 + minute * 60)
    guard take(":") else { return time }
    guard let second = number(2), second < 60 else { return nil }
    time += Double(second)
    guard take(".") else { return time }
    let start = next
    while isDigit { next += 1 }
    guard next > start,
      let fraction = Double("0." + String(decoding: bytes[start..<next], as: UTF8.self))
    else { return nil }
    return time + fraction
  }

  /// `Z`, `+01:00`, `+0100` or nothing, as seconds east of UTC.
  mutating func zone() -> Double? {
    if isAtEnd || take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hour = number(2) else { return nil }
    _ = take(":")
    guard let minute = number(2), hour < 24, minute < 60 else { return nil }
    let offset = Double(hour * 3600 + minute * 60)
    return isWest ? -offset : offset
  }
}
