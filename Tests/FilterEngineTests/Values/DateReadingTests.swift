import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Dates as text beside a pattern and the calendar of Foundation: good ones, and all that differ from
/// them in a character.
struct DateReadingTests {
  private static let good = [
    "2026-11-21", "2000-02-29T00:00Z", "2026-11-21T23:59:59.25+01:30", "1999-12-31 10:00:09-0200",
    "2024-02-29t07:08:01z", "2026-01-01T00:00:00.5", "2026-11-20 10:00:00+00",
    "2026-11-20T10:00-03",
    "2026-11-20 10:00:00 UTC", "2026-11-20 10:00:00,25 +0130", "20261120", "20261120T100000Z",
    "20261120T1000", "20261120 100059.5-0130",
  ]

  nonisolated(unsafe) private static let extended =
    /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})([.,][0-9]+)?)?(?: ?(?:[Zz]|UTC|([+\-])([0-9]{2})(?::?([0-9]{2}))?))?)?/

  nonisolated(unsafe) private static let basic =
    /([0-9]{4})([0-9]{2})([0-9]{2})(?:[Tt ]([0-9]{2})([0-9]{2})(?:([0-9]{2})([.,][0-9]+)?)?(?: ?(?:[Zz]|UTC|([+\-])([0-9]{2})(?::?([0-9]{2}))?))?)?/

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()

  /// Nil where the text is no date.
  private func expected(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: Self.extended) ?? text.wholeMatch(of: Self.basic) else {
      return nil
    }
    let parts = match.output
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
    let (zoneHour, zoneMinute) = (number(parts.9), number(parts.10))
    guard hour < 24, minute < 60, second < 60, zoneHour < 24, zoneMinute < 60 else { return nil }
    let day = DateComponents(
      year: number(parts.1), month: number(parts.2), day: number(parts.3))
    guard day.isValidDate(in: Self.calendar), let date = Self.calendar.date(from: day) else {
      return nil
    }
    let fraction = parts.7.flatMap { Double("0." + $0.dropFirst()) } ?? 0
    let offset = Double(zoneHour * 3600 + zoneMinute * 60) * (parts.8 == "-" ? -1 : 1)
    return date + (Double(hour * 3600 + minute * 60 + second) + fraction - offset)
  }

  @Test(arguments: good)
  func aTextIsTheDateThatItSays(_ text: String) {
    #expect(expected(text) != nil)
    var texts: [String] = [text]
    for place in text.indices {
      let (head, tail) = (text[..<place], text[text.index(after: place)...])
      texts.append(String(head))
      texts.append(String(head + tail))
      for character in "0123569:-+.,TZU/ x" {
        texts.append("\(head)\(character)\(tail)")
        texts.append("\(head)\(character)\(text[place...])")
      }
    }
    texts += "0:.Zx ".map { text + String($0) }
    for text in texts {
      // Before the Gregorian calendar the one of Foundation is another one.
      guard text.prefix(4).count < 4 || text.prefix(4) > "1600" else { continue }
      let (found, expected) = (Date(iso8601: text), expected(text))
      #expect((found == nil) == (expected == nil), "\(text)")
      guard let found, let expected else { continue }
      #expect(abs(found.timeIntervalSince(expected)) < 1e-6, "\(text)")
    }
  }
  /// A literal and a cast of the same text are the same time, to the last bit.
  @Test func aLiteralIsTheTimeOfACast() throws {
    for seed in RandomSearch.seeds(500) {
      var random = SeededGenerator(seed: seed)
      let fraction = String(Int.random(in: 0...999_999_999, using: &random))
      let text = "2026-11-21T10:17:\(Int.random(in: 10...59, using: &random)).\(fraction)-07:13"
      let filter = try FilterPredicate<FilterValue>(text: "#\(text)# == CAST('\(text)', 'NSDate')")
      #expect(try filter.matches(.null), "FRC_SEED=\(seed)")
    }
  }
}
