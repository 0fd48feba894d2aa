import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// A date in seconds since 2001.
private func moment(_ seconds: Double) -> FilterValue {
  .date(Date(timeIntervalSinceReferenceDate: seconds))
}

/// Dates by the calendar, held against a calendar that counts day by day, and against Foundation's.
@Suite struct DateFunctionTests {
  /// A day, counted through the years from 2001 on.
  private struct NaiveDay: Equatable {
    var year = 2001
    var month = 1
    var day = 1

    static func length(_ year: Int, _ month: Int) -> Int {
      if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
      return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    static func length(_ year: Int) -> Int { length(year, 2) + 337 }

    /// The days since 2001-01-01.
    var number: Int {
      var days = day - 1
      for other in 1..<month { days += Self.length(year, other) }
      for other in min(year, 2001)..<max(year, 2001) {
        days += year < 2001 ? -Self.length(other) : Self.length(other)
      }
      return days
    }

    /// The same day so many months later, or the last one of that month.
    func later(_ months: Int) -> NaiveDay {
      var result = self
      for _ in 0..<abs(months) {
        result.month += months < 0 ? -1 : 1
        if result.month == 0 { (result.month, result.year) = (12, result.year - 1) }
        if result.month == 13 { (result.month, result.year) = (1, result.year + 1) }
      }
      result.day = min(day, Self.length(result.year, result.month))
      return result
    }
  }

  private static func number(_ name: String, _ arguments: FilterValue...) throws -> Int? {
    guard case .int(let number) = try LibraryRun.call("\(name):", arguments) else { return nil }
    return Int(number)
  }

  @Test(arguments: RandomSearch.seeds(100))
  func countingDaysAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var day = NaiveDay()
    day.year = random.below(1_000) + 1_500
    day.month = random.below(12) + 1
    day.day = random.below(NaiveDay.length(day.year, day.month)) + 1
    let second = random.below(86_400)
    let rest = Double(second) + [0, 0.5, 0.25][random.below(3)]
    let time = moment(Double(day.number * 86_400) + rest)
    let what = "FRC_SEED=\(seed) \(day)"
    #expect(try Self.number("year", time) == day.year, "\(what)")
    #expect(try Self.number("month", time) == day.month, "\(what)")
    #expect(try Self.number("day", time) == day.day, "\(what)")
    #expect(try Self.number("hour", time) == second / 3_600, "\(what)")
    #expect(try Self.number("minute", time) == second / 60 % 60, "\(what)")
    #expect(try Self.number("second", time) == second % 60, "\(what)")
    #expect(try Self.number("weekday", time) == ((day.number % 7) + 7) % 7 + 1, "\(what)")

    let count = random.below(200) - 100
    let moves: [(String, Double)] = [
      ("minute", Double(day.number * 86_400 + count * 60)),
      ("hour", Double(day.number * 86_400 + count * 3_600)),
      ("day", Double((day.number + count) * 86_400)),
      ("week", Double((day.number + 7 * count) * 86_400)),
      ("month", Double(day.later(count).number * 86_400)),
      ("year", Double(day.later(12 * count).number * 86_400)),
    ]
    for (unit, start) in moves {
      let moved = try LibraryRun.call("add:", [time, .int(Int64(count)), .string(unit)])
      #expect(moved == moment(start + rest), "\(what), \(count) \(unit)")
    }
    var first = day
    first.day = 1
    let weekday = try #require(try Self.number("weekday", time))
    var begins: [(String, Int)] = [
      ("minute", day.number * 86_400 + second / 60 * 60),
      ("hour", day.number * 86_400 + second / 3_600 * 3_600), ("day", day.number * 86_400),
      ("week", (day.number - weekday + 1) * 86_400),
      ("month", first.number * 86_400),
    ]
    first.month = 1
    begins.append(("year", first.number * 86_400))
    for (unit, start) in begins {
      let found = try LibraryRun.call("startOf:", [.string(unit), time])
      #expect(found == moment(Double(start)), "\(what), \(unit)")
    }
  }

  @Test(arguments: RandomSearch.seeds(100))
  func foundationAgreesInZones(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]
    let name = names[random.below(names.count)]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    let zone = FilterValue.string(name)
    // From 1980 to 2030.
    let seconds = Double(random.below(1_577_836_800) - 662_688_000)
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    func parts(_ date: Date) throws -> [Int?] {
      try ["year", "month", "day", "hour", "minute", "second", "weekday"].map {
        try Self.number($0, .date(date), zone)
      }
    }
    func expected(_ date: Date) -> [Int?] {
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
      return [
        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
        parts.weekday.map { ($0 + 5) % 7 + 1 },
      ]
    }
    let what = "FRC_SEED=\(seed) \(name) \(seconds)"
    #expect(try parts(date) == expected(date), "\(what)")
    let count = random.below(100) - 50
    for unit in ["day", "week", "month", "year"] {
      let arguments: [FilterValue] = [.date(date), .int(Int64(count)), .string(unit), zone]
      guard case .date(let moved) = try LibraryRun.call("add:", arguments) else {
        Issue.record("\(what): no date")
        continue
      }
      // The clock shows the same time, unless it passes over it.
      let (before, after) = (try parts(date), try parts(moved))
      let skips =
        calendar.timeZone.secondsFromGMT(for: moved)
        != calendar.timeZone.secondsFromGMT(for: moved - 7_200)
      #expect(skips || before[3...5] == after[3...5], "\(what) \(unit)")
    }
  }

  /// A constant unit or network is read when the predicate is made. It fails only where a row is tested.
  @Test(arguments: [
    ("startOf(%, @)", "day", true), ("startOf(%, @)", "fortnight", false),
    ("add(@, 1, %)", "week", true), ("add(@, 1, %)", "Week", false),
    ("add(@, 1, %, z)", "hour", true), ("cidr(@, %)", "10.0.0.0/8", true),
    ("cidr(@, %)", "fd00::/8", true), ("cidr(@, %)", "10.0.0/8", false),
  ])
  func aConstantArgumentIsThatOfARow(_ call: String, _ value: String, _ isValid: Bool) throws {
    let row: FilterValue = [
      "d": call.hasPrefix("cidr") ? "10.1.2.3" : moment(7.5e8), "n": .null, "z": "Europe/Berlin",
      "v": .string(value),
    ]
    func predicate(_ text: String) throws -> FilterPredicate<FilterValue> {
      try FilterPredicate<FilterValue>(text: text)
    }
    let quoted = call.replacing("%", with: "'\(value)'")
    #expect(try predicate("\(quoted.replacing("@", with: "n")) == nil").matches(row))
    let constant = quoted.replacing("@", with: "d")
    let own = call.replacing("@", with: "d").replacing("%", with: "v")
    if isValid {
      let same = try predicate("\(own) == \(constant)")
      #expect(try same.matches(row) && same.notes.isEmpty)
    } else {
      let alone = try predicate("\(constant) == nil")
      #expect(alone.notes.map(\.code) == ["fails-on-texts"])
      #expect(LibraryRun.error { .bool(try alone.matches(row)) } == .unknownName)
      let open = try predicate("\(own) == nil")
      #expect(LibraryRun.error { .bool(try open.matches(row)) } == .unknownName)
    }
  }

  /// A constant zone is looked up when the predicate is made. It fails only where a row is tested.
  @Test(arguments: ["UTC", "Europe/Berlin", "Europe/Nowhere"])
  func aConstantZoneIsThatOfARow(_ name: String) throws {
    let row: FilterValue = ["d": moment(7.5e8), "n": .null, "z": .string(name)]
    for call in ["hour(d, %)", "startOf('day', d, %)", "add(d, 1, 'month', %)"] {
      let (own, constant) = (call.replacing("%", with: "z"), call.replacing("%", with: "'\(name)'"))
      let predicate = try FilterPredicate<FilterValue>(text: "\(own) == \(constant)")
      let missing = try FilterPredicate<FilterValue>(
        text: "\(constant.replacing("d,", with: "n,")) == nil")
      #expect(try missing.matches(row))
      guard name != "Europe/Nowhere" else {
        let alone = try FilterPredicate<FilterValue>(text: "FALSEPREDICATE OR \(constant) == nil")
        #expect(LibraryRun.error { .bool(try alone.matches(row)) } == .unknownName)
        continue
      }
      #expect(try predicate.matches(row))
    }
  }

  @Test(
    arguments: [
      // A clock that passes over the time is as much ahead as it is set.
      ("2026-03-28T02:30+01:00", 1, "day", "2026-03-29T03:30+02:00"),
      // Of two moments the clock shows the first, and that of a date itself stays.
      ("2026-10-24T02:30+02:00", 1, "day", "2026-10-25T02:30+02:00"),
      ("2026-10-25T02:30+01:00", 0, "day", "2026-10-25T02:30+01:00"),
      ("2026-10-25T02:30+02:00", 1, "hour", "2026-10-25T02:30+01:00"),
      ("2026-10-01T00:00+02:00", 1, "month", "2026-11-01T00:00+01:00"),
      ("2024-02-29T12:00+01:00", 1, "year", "2025-02-28T12:00+01:00"),
      ("2026-03-31T12:00+02:00", -1, "month", "2026-02-28T12:00+01:00"),
    ] as [(String, Int64, String, String)])
  func theClockOfAZoneIsKept(
    _ start: String, _ count: Int64, _ unit: String, _ end: String
  ) throws {
    let date = try #require(Date(iso8601: start))
    let later = try #require(Date(iso8601: end))
    let moved = try LibraryRun.call(
      "add:", [.date(date), .int(count), .string(unit), "Europe/Berlin"])
    #expect(moved == .date(later))
  }

  @Test(
    arguments: [
      ("year:", [nil], nil), ("year:", [moment(0), nil], nil), ("year:", [moment(1e15)], nil),
      ("year:", [moment(-63_113_904_000)], 1), ("second:", [moment(-0.5)], 59),
      ("add:", [moment(0), .int(.max), "year"], nil), ("add:", [nil, 1, "day"], nil),
      ("add:", [moment(0), 1_000_000_000, "week"], nil),
      ("add:", [moment(0.25), 1, "minute"], moment(60.25)),
      ("startOf:", ["day", moment(-0.5)], moment(-86_400)),
      ("startOf:", ["day", nil], nil), ("startOf:", ["day", moment(1e15)], nil),
    ] as [(String, [FilterValue], FilterValue)])
  func anEdgeHasItsResult(
    _ selector: String, _ arguments: [FilterValue], _ expected: FilterValue
  ) throws {
    #expect(try LibraryRun.call(selector, arguments) == expected)
  }

  @Test(
    arguments: [
      ("year:", ["2026"], .kindMismatch), ("year:", [moment(0), 1], .kindMismatch),
      ("year:", [moment(0), "Europe/Nowhere"], .unknownName),
      ("add:", [moment(0), 1.5, "day"], .arithmetic),
      ("add:", [moment(0), 1, "days"], .unknownName),
      ("startOf:", ["second", moment(0)], .unknownName),
      ("startOf:", [moment(0), "day"], .kindMismatch),
    ] as [(String, [FilterValue], EvaluationError.Kind)])
  func whatIsNoDateFails(
    _ selector: String, _ arguments: [FilterValue], _ expected: EvaluationError.Kind
  ) {
    #expect(LibraryRun.error { try LibraryRun.call(selector, arguments) } == expected)
  }
}
