import Foundation
import TestSupport
import Testing

@testable import FilterEngine

/// Ranges against a search of the first bound above a value, and against Foundation's calendar.
@Suite struct ValueRangesTests {
  private static let numbers: [FilterValue] = [
    -3, -2.5, 0, 1, 1.5, 0.1, .decimal(Decimal(string: "0.1") ?? 0), .int(1 << 53 + 1),
    .double(0x1p53), .double(0x1p53 + 2), FilterValue(integer: UInt64.max), .double(0x1p64),
    .double(1e308), .int(.min), .double(.leastNonzeroMagnitude), .bool(true), .bool(false),
  ]

  @Test(arguments: RandomSearch.seeds(40))
  func aValueIsAfterTheBoundsThatAreNotAboveIt(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    var bounds: [FilterValue] = []
    for value in Self.numbers.shuffled(using: &dice).prefix(1 + dice.below(9))
      .sorted(by: { SortComparison().order($0, $1) < 0 })
    {
      if case .bool = value { continue }
      if value != bounds.last { bounds.append(value) }
    }
    guard !bounds.isEmpty else { return }
    let ranges = try ValueRanges(bounds: bounds)
    for value in Self.numbers + [.double(.infinity), .double(-.infinity)] {
      let expected = bounds.filter { SortComparison().order($0, value) <= 0 }.count
      #expect(ranges.slot(of: value) == .range(expected), "\(value) in \(bounds)")
      let (from, to) = ranges.bounds(of: expected)
      #expect(from == (expected > 0 ? bounds[expected - 1] : FilterValue?.none))
      #expect(to == (expected < bounds.count ? bounds[expected] : FilterValue?.none))
    }
    #expect(ranges.slot(of: .null) == .null)
    #expect(ranges.slot(of: .double(.nan)) == .notANumber)
    #expect(ranges.slot(of: .decimal(.nan)) == .notANumber)
    for value in ["1", .date(Date()), .list([1])] as [FilterValue] {
      #expect(ranges.slot(of: value) == .other)
    }
  }

  @Test func boundsOfDates() throws {
    let dates = [-1.5, 0, 86_400].map { FilterValue.date(Date(timeIntervalSinceReferenceDate: $0)) }
    let ranges = try ValueRanges(bounds: dates)
    for (seconds, slot) in [(-2.0, 0), (-1.5, 1), (-0.1, 1), (0, 2), (86_399, 2), (86_400, 3)] {
      let date = FilterValue.date(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(ranges.slot(of: date) == .range(slot))
    }
    let notADate = FilterValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    #expect(ranges.slot(of: notADate) == .notANumber)
    #expect(ranges.slot(of: .int(1)) == .other && ranges.slot(of: .double(1.5)) == .other)
    #expect(ranges.slot(of: .decimal(1)) == .other)
  }

  @Test func boundsThatCannotBe() {
    let date = FilterValue.date(Date(timeIntervalSinceReferenceDate: 0))
    let mistakes: [([FilterValue], ValueRanges.Mistake, String)] = [
      ([], .empty, "ranges need at least one bound"),
      ([1, "x"], .notABound("x"), "\"x\" is not a finite number or date"),
      ([.double(.nan)], .notABound(.double(.nan)), "nan is not a finite number or date"),
      ([.double(.infinity)], .notABound(.double(.infinity)), "inf is not a finite number or date"),
      ([.bool(true)], .notABound(.bool(true)), "TRUE is not a finite number or date"),
      (
        [1, date], .mixed(1, date),
        "bounds are all numbers or all dates, not 1 and #2001-01-01T00:00:00Z#"
      ),
      ([1, 2, 2.0], .notAscending(2, 2.0), "bounds are ascending, and 2 is not below 2.0"),
      ([1, 0], .notAscending(1, 0), "bounds are ascending, and 1 is not below 0"),
    ]
    for (bounds, mistake, message) in mistakes {
      #expect(throws: mistake) { try ValueRanges(bounds: bounds) }
      #expect(mistake.message == message)
    }
  }

  // MARK: - Calendar

  @Test(arguments: [
    "GMT", "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu",
    "America/St_Johns", "Africa/Casablanca",
  ])
  func unitsAreThoseOfFoundationsCalendar(_ name: String) throws {
    var dice = SeededGenerator(seed: RandomSearch.seed)
    let zone = try #require(TimeZone(identifier: name))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    // Monday.
    calendar.firstWeekday = 2
    var repeated = 0
    var units: [(ValueRanges.Unit, Calendar.Component)] = [
      (.minute, .minute), (.day, .day), (.week, .weekOfYear), (.month, .month), (.year, .year),
    ]
    // The clocks of Saint John's were set at one minute past midnight.
    if name != "America/St_Johns" { units.append((.hour, .hour)) }
    for (unit, component) in units {
      let ranges = ValueRanges(unit, in: zone)
      for _ in 0..<60 {
        // 1970 to 2033, and the days on which Samoa had no 30 December and Brazil no midnight.
        let seconds =
          dice.chance(30)
          ? [346_900_000.0, 561_000_000, 529_700_000][dice.below(3)] + Double(dice.below(400_000))
          : Double(dice.below(2_000_000_000) - 978_000_000)
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        guard case .range(let index) = ranges.slot(of: .date(date)),
          case (.date(let from)?, .date(let to)?) = ranges.bounds(of: index)
        else {
          Issue.record("\(date) is in no \(unit)")
          return
        }
        #expect(from <= date && date < to)
        // An hour that the clocks repeat.
        if unit == .hour, to.timeIntervalSince(from) != 3600 { continue }
        let interval = try #require(calendar.dateInterval(of: component, for: date))
        // Foundation's day does not contain the hour that a clock which is set back at midnight repeats.
        guard interval.start <= date, date < interval.end else {
          repeated += 1
          continue
        }
        // Foundation's week in which Samoa had no Friday ends on a Tuesday.
        let end =
          unit == .week && calendar.component(.weekday, from: interval.end) != 2
          ? calendar.date(byAdding: .day, value: -1, to: interval.end) : interval.end
        #expect(interval.start == from && end == to, "\(date) in \(name)")
      }
    }
    #expect(repeated < 6)
  }

  @Test func farDatesAreInNoUnit() {
    let ranges = ValueRanges(.day)
    for seconds in [1e300, -1e300, .infinity] {
      let date = FilterValue.date(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(ranges.slot(of: date) == .other)
    }
    let ancient = FilterValue.date(Date(timeIntervalSinceReferenceDate: -3e13))
    #expect(ranges.slot(of: ancient) == .range(-347_222_223))
    #expect(ranges.slot(of: .double(1)) == .other && ranges.slot(of: .null) == .null)
    #expect(
      ValueRanges(.year).slot(of: .date(Date(timeIntervalSinceReferenceDate: -1))) == .range(-1))
  }
}
