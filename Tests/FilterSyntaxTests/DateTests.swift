import TestSupport
import Testing

@testable import FilterSyntax

/// Date literals, against days that are counted one by one.
@Suite struct DateTests {
  private static func length(_ month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The first and the last day of each month, with the days from 2001-01-01 to them.
  private static let days: [(year: Int, month: Int, day: Int, count: Int)] = {
    var days: [(year: Int, month: Int, day: Int, count: Int)] = []
    var first = 0
    for year in 2001...9999 {
      for month in 1...12 {
        let length = length(month, year)
        if year < 2810 || year > 9990 {
          days += [(year, month, 1, first), (year, month, length, first + length - 1)]
        }
        first += length
      }
    }
    first = 0
    for year in (-801...2000).reversed() {
      for month in (1...12).reversed() {
        let length = length(month, year)
        days += [(year, month, length, first - 1), (year, month, 1, first - length)]
        first -= length
      }
    }
    return days
  }()

  @Test func daysAreCountedFromTheReference() {
    let wrong = RandomSearch.sample(Self.days, oneOf: 4).first { year, month, day, count in
      let date = CalendarDay(year: year, month: month, day: day)
      return date?.daysSinceReference != count || CalendarDay(daysSinceReference: count) != date
    }
    #expect(wrong == nil, "\(String(describing: wrong))")
  }

  @Test func aDayThatDoesNotExistIsRefused() {
    for year in [1900, 1999, 2000, 2004, 0, -4] {
      for month in 1...12 {
        let length = Self.length(month, year)
        #expect(CalendarDay(year: year, month: month, day: 0) == nil)
        #expect(CalendarDay(year: year, month: month, day: 1) != nil)
        #expect(CalendarDay(year: year, month: month, day: length) != nil)
        #expect(CalendarDay(year: year, month: month, day: length + 1) == nil)
      }
      #expect(CalendarDay(year: year, month: 0, day: 1) == nil)
      #expect(CalendarDay(year: year, month: 13, day: 1) == nil)
    }
  }

  /// A literal is printed as the shortest text that gives the same seconds.
  @Test(
    arguments: [
      (0.0, "2001-01-01T00:00:00Z"), (86399, "2001-01-01T23:59:59Z"),
      (-1, "2000-12-31T23:59:59Z"), (-86400, "2000-12-31T00:00:00Z"),
      (-86401, "2000-12-30T23:59:59Z"), (3661.5, "2001-01-01T01:01:01.5Z"),
      (-0.5, "2000-12-31T23:59:59.5Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
      (0.001, "2001-01-01T00:00:00.001Z"), (1e-05, "2001-01-01T00:00:00.00001Z"),
      (1.5e-7, "2001-01-01T00:00:00.00000015Z"), (2e-10, "2001-01-01T00:00:00.0000000002Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"), (-63_145_526_400, "0000-01-01T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_599.5, "9999-12-31T23:59:59.5Z"),
    ] as [(Double, String)])
  func secondsArePrintedAsADate(_ seconds: Double, _ text: String) throws {
    let filter = try AST.Predicate(
      parsing: "d == %@", arguments: SyntaxArguments([.constant(.seconds(seconds))]))
    #expect(filter.sourceText == "d == #\(text)#")
    #expect(try AST.Predicate(parsing: filter.sourceText) == filter)
  }

  /// Outside the years 0 to 9999 there is no literal.
  @Test(arguments: [
    -63_145_526_401, -63_145_526_400.5, 252_423_993_600, 1e12, 1e300, Double.infinity,
  ])
  func otherSecondsArePrintedAsANumber(_ seconds: Double) throws {
    let filter = try AST.Predicate(
      parsing: "d == %@", arguments: SyntaxArguments([.constant(.seconds(seconds))]))
    let number = seconds.isInfinite ? "1e999" : "\(seconds)"
    #expect(filter.sourceText == "d == CAST(\(number), \"NSDate\")")
  }

  /// Each part of a literal, from its least to its greatest value and beyond.
  @Test(
    arguments: [
      ("#2001-01-01#", 0.0), ("#2001-01-02#", 86400), ("#2001-01-01T00:00#", 0),
      ("#2001-01-01T23:59#", 86340), ("#2001-01-01T23:59:59#", 86399),
      ("#2001-01-01T00:00:00.5#", 0.5), ("#2001-01-01T00:00:01.250Z#", 1.25),
      ("#2001-01-01T00:01Z#", 60), ("#2001-01-01T01:00+01:00#", 0),
      ("#2001-01-01T00:00-01:30#", 5400), ("#2001-01-01T00:00:00-23:59#", 86340),
      ("#2001-01-01T00:00:00.5+00:01#", -59.5), ("#2000-02-29#", -26_524_800),
    ] as [(String, Double)])
  func aDateIsReadInSeconds(_ text: String, _ seconds: Double) {
    #expect(Reading.value(text) == "seconds(\(seconds))")
  }

  private static let form = "a date literal is written #2026-11-21# or #2026-11-21T10:00:00Z#"

  @Test(arguments: [
    "#2001-00-01#", "#2001-13-01#", "#2001-01-00#", "#2001-01-32#", "#2001-02-29#",
    "#2001-01-01T24:00#", "#2001-01-01T00:60#", "#2001-01-01T00:00:60#",
    "#2001-01-01T00:00+24:00#", "#2001-01-01T00:00+00:60#", "#2001-01-01T00:00-24:00#",
  ])
  func aDateThatDoesNotExistIsMarked(_ text: String) {
    #expect(Reading.value(text) == "there is no such date or time: ‹\(text)›")
    #expect(
      Reading.filter("d == \(text) OR x") == "there is no such date or time: d == ‹\(text)› OR x")
  }

  @Test(arguments: [
    "#2001#", "#2001-1-1#", "#2001-01-1#", "#20010101#", "#2001-01-01Z#", "#2001-01-01T#",
    "#2001-01-01T00#", "#2001-01-01T00:0#", "#2001-01-01T00:00:#", "#2001-01-01T00:00:00.#",
    "#2001-01-01T00:00:00.Z#", "#2001-01-01T00:00:00.5.5#", "#2001-01-01T00:00ZZ#",
    "#2001-01-01T00:00+01#", "#2001-01-01T00:00+01:0#", "#2001-01-01T00:00*01:00#",
    "#2001-01-01T00:00+-1:00#", "#2001-01-01X#", "#2001-01-01-#", "#2001-01-01t00:00#",
    "#2001/01/01#", "#2001-01/01#", "#2001-01-01T00.00#",
  ])
  func aDateOfAnotherFormIsMarked(_ text: String) {
    #expect(Reading.value(text) == "\(Self.form): ‹\(text)›")
    #expect(Reading.filter("d == \(text)AND x") == "\(Self.form): d == ‹\(text)›AND x")
  }

  /// A literal ends before a blank, and at a character outside ASCII.
  @Test(arguments: ["", " ", "\n", "é", "日"])
  func aDateIsNotClosed(_ rest: String) {
    #expect(Reading.value("#2001-01-01\(rest)") == "\(Self.form): ‹#2001-01-01›\(rest)")
  }

  /// Texts that a lenient reader takes beside those of a literal, and texts that neither takes.
  @Test(
    arguments: [
      ("2001-01-01", 0.0, 0.0), ("2001-01-01T00:00:00.5", 0.5, 0.5),
      ("2001-01-01T00:00-01:30", 5400, 5400), ("0000-01-01", -63_145_526_400, -63_145_526_400),
      ("9999-12-31T23:59:59Z", 252_423_993_599, 252_423_993_599),
      ("2001-01-01t00:01", nil, 60), ("2001-01-01T00:01z", nil, 60), ("2001-01-01 00:01", nil, 60),
      ("2001-01-01T00:00-0130", nil, 5400), ("2001-01-01T00:00+01:00 ", nil, nil),
      (" 2001-01-01", nil, nil), ("2001-01-01T00:00+01", nil, -3600), ("10000-01-01", nil, nil),
      ("20010102", nil, 86400), ("20010101T000001Z", nil, 1), ("20010101T0001", nil, 60),
      ("2001-01-01 00:00:01 UTC", nil, 1), ("2001-01-01 00:00:00.5+00", nil, 0.5),
      ("2001-01-01T00:00:00,5", nil, 0.5), ("2001-01-01 00:00 +0100", nil, -3600),
      ("20010101T00:01", nil, nil), ("2001-01-01T0001", nil, nil), ("200101", nil, nil),
      ("2001-01-01T00:00 ", nil, nil), ("2001-01-01T00:00 U+01", nil, nil),
      ("2001-01-01 UTC", nil, nil), ("20010132", nil, nil), ("20010101T000060", nil, nil),
      ("2001-01-01T24:00", nil, nil), ("2001-02-29", nil, nil), ("2001-01-01Z", nil, nil),
    ] as [(String, Double?, Double?)])
  func aReaderIsStrictOrLenient(_ text: String, _ strict: Double?, _ lenient: Double?) {
    func read(_ isLenient: Bool) -> Double? {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        (try? DateText.read(bytes, lenient: isLenient)).map { Double($0.seconds) + $0.fraction }
      }
    }
    #expect(read(false) == strict)
    #expect(read(true) == lenient)
  }

  /// A fraction is read as the nearest double, of any number of digits.
  @Test func aFractionIsTheNearestDouble() throws {
    for seed in RandomSearch.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let digits = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
      let fraction = try #require(Double("0." + digits))
      let bytes = Array("2001-01-01T00:00:00.\(digits)".utf8)
      let time = try bytes.withUnsafeBufferPointer { try DateText.read($0, lenient: false) }
      #expect(time.fraction == fraction, "FRC_SEED=\(seed)")
    }
  }

  @Test func aDateIsNotPortable() {
    #expect(
      Reading.value("#2001-01-01#", strict: true)
        == "a date literal is not portable, write %@ and an argument, or CAST(seconds, \"NSDate\")"
        + ": ‹#2001-01-01#›")
  }
}
