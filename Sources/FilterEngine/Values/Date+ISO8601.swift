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
    var rest = text.utf8[...]
    guard let year = rest.eatNumber(4), rest.eat("-"), let month = rest.eatNumber(2),
      rest.eat("-"), let day = rest.eatNumber(2),
      let date = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    var seconds = Double(date.daysSinceReference) * 86_400
    if !rest.isEmpty {
      guard rest.eat("T") || rest.eat("t") || rest.eat(" "),
        let time = rest.eatTime(), let offset = rest.eatZone(), rest.isEmpty
      else { return nil }
      seconds += time - offset
    }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The time in UTC, rounded to a microsecond, or nil where the year does not have four digits.
  package var iso8601: String? { TimeText(timeIntervalSinceReferenceDate)?.description }
}

extension Substring.UTF8View {
  fileprivate mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: character) else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func eatNumber(_ count: Int) -> Int? {
    let digits = prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `10:00`, `10:00:59`, `10:00:59.5` as seconds.
  fileprivate mutating func eatTime() -> Double? {
    guard let hour = eatNumber(2), eat(":"), let minute = eatNumber(2), hour < 24, minute < 60
    else { return nil }
    var time = Double(hour * 3600 + minute * 60)
    guard eat(":") else { return time }
    guard let second = eatNumber(2), second < 60 else { return nil }
    time += Double(second)
    guard eat(".") else { return time }
    let digits = prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, let fraction = Double("0." + String(Substring(digits))) else {
      return nil
    }
    removeFirst(digits.count)
    return time + fraction
  }

  /// `Z`, `+01:00`, `+0100` or nothing, as seconds east of UTC.
  fileprivate mutating func eatZone() -> Double? {
    if isEmpty || eat("Z") || eat("z") { return 0 }
    let isWest = first == UInt8(ascii: "-")
    guard eat("+") || eat("-"), let hour = eatNumber(2) else { return nil }
    _ = eat(":")
    guard let minute = eatNumber(2), hour < 24, minute < 60 else { return nil }
    let offset = Double(hour * 3600 + minute * 60)
    return isWest ? -offset : offset
  }
}
