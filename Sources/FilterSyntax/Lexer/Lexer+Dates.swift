extension Lexer {
  /// `#2026-11-21#`, `#2026-11-21T10:00:00.5+01:00#`, in seconds since 2001-01-01T00:00:00Z.
  mutating func readDate() throws(SyntaxError) -> Double {
    let start = position
    var end = start + 1
    while end < bytes.count, bytes[end] > 0x20, bytes[end] < 0x80, bytes[end] != UInt8(ascii: "#") {
      end += 1
    }
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "#")
    let range = SourceRange(start, isClosed ? end + 1 : end)
    position += 1
    guard isClosed, let (date, time) = readDateAndTime(), position == end else {
      throw error(.malformedDate, at: range)
    }
    guard let day = CalendarDay(year: date.0, month: date.1, day: date.2),
      let seconds = time.seconds
    else { throw error(.impossibleDate, at: range) }
    position = end + 1
    let portable = "%@ and an argument, or CAST(seconds, \"NSDate\")"
    try refuse("a date literal", instead: portable, at: range)
    return Double(day.daysSinceReference * 86400 + seconds) + time.fraction
  }

  private struct Time {
    var hour = 0
    var minute = 0
    var second = 0
    var fraction = 0.0
    var zone = (sign: 1, hour: 0, minute: 0)

    var seconds: Int? {
      guard hour < 24, minute < 60, second < 60, zone.hour < 24, zone.minute < 60 else {
        return nil
      }
      return hour * 3600 + minute * 60 + second - zone.sign * (zone.hour * 3600 + zone.minute * 60)
    }
  }

  private mutating func readDateAndTime() -> (date: (Int, Int, Int), time: Time)? {
    guard let year = readDigits(4), eat("-"), let month = readDigits(2), eat("-"),
      let day = readDigits(2)
    else { return nil }
    var time = Time()
    guard eat("T") else { return ((year, month, day), time) }
    guard let hour = readDigits(2), eat(":"), let minute = readDigits(2) else { return nil }
    (time.hour, time.minute) = (hour, minute)
    if eat(":") {
      guard let second = readDigits(2) else { return nil }
      time.second = second
      if eat(".") {
        guard let fraction = readSecondFraction() else { return nil }
        time.fraction = fraction
      }
    }
    if !eat("Z"), byte() != UInt8(ascii: "#") {
      let sign = byte() == UInt8(ascii: "-") ? -1 : 1
      guard eat("+") || eat("-"), let zoneHour = readDigits(2), eat(":"),
        let zoneMinute = readDigits(2)
      else { return nil }
      time.zone = (sign, zoneHour, zoneMinute)
    }
    return ((year, month, day), time)
  }

  private mutating func readSecondFraction() -> Double? {
    let start = position
    while byte().isDigit { position += 1 }
    return position == start ? nil : Double("0." + slice(SourceRange(start, position)))
  }

  private mutating func readDigits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard byte().isDigit else { return nil }
      value = value * 10 + Int(byte() - 0x30)
      position += 1
    }
    return value
  }

  private mutating func eat(_ sign: Unicode.Scalar) -> Bool {
    guard byte() == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }
}
