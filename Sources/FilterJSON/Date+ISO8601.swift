package import FoundationEssentials

extension Date {
  /// The time of `2026-11-21`, `2026-11-21T10:00`, `…:00`, `…:00.25`, with `Z`, `±hh:mm` or no zone,
  /// which is UTC; nil for any other text.
  package init?(iso8601 text: String) {
    var rest = text.utf8[...]
    guard let year = rest.eatNumber(4), rest.eat("-"), let month = rest.eatNumber(2),
      rest.eat("-"), let day = rest.eatNumber(2),
      (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    var seconds = Double(Self.days(toYear: year, month: month, day: day)) * 86_400
    if !rest.isEmpty {
      guard rest.eat("T") || rest.eat("t") || rest.eat(" "),
        let time = rest.eatTime(), let offset = rest.eatZone(), rest.isEmpty
      else { return nil }
      seconds += time - offset
    }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  /// The time in UTC, with as much of a fraction of a second as there is, or nil where the year does
  /// not have four digits.
  package var iso8601: String? {
    let time = timeIntervalSinceReferenceDate
    // Years 0000 to 9999
    guard time >= -63_145_526_400, time < 252_423_993_600 else { return nil }
    let whole = time.rounded(.down)
    let (days, second) = Int(whole).quotientRoundedDown(86_400)
    let (year, month, day) = Self.civil(days)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = String(year)
    var text = String(repeating: "0", count: 4 - digits.count) + digits
    text += "-\(two(month))-\(two(day))T\(two(second / 3600)):\(two(second / 60 % 60))"
    text += ":\(two(second % 60))"
    let microseconds = Int(((time - whole) * 1_000_000).rounded(.down))
    if microseconds > 0 {
      var fraction = String(microseconds)
      fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += ".\(fraction)"
    }
    return text + "Z"
  }

  // MARK: - The calendar

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days from 2001-01-01; years begin in March here, so that the leap day is their last.
  private static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let (era, yearOfEra) = shifted.quotientRoundedDown(400)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 730_791).quotientRoundedDown(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int {
  /// Quotient and remainder of a division whose remainder is never negative.
  fileprivate func quotientRoundedDown(_ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
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
