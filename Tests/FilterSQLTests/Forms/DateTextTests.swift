import Foundation
import TestSupport
import Testing

@testable import FilterSQL

/// Dates as texts of a fixed format, beside the C library's calendar.
@Suite struct DateTextTests {
  @Test func textsAreThoseOfTheCalendar() {
    for seed in RandomSearch.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      for format in SQLDateText.allCases {
        let step = Int64.random(in: format.steps, using: &random)
        let text = format.text(step)
        #expect(text == Self.expected(step, format), "FRC_SEED=\(seed)")
        #expect(format.step(text) == step, "FRC_SEED=\(seed)")
      }
    }
  }

  @Test(arguments: SQLDateText.allCases)
  func theFirstAndTheLastTextAreOfFourDigits(_ format: SQLDateText) {
    #expect(format.text(format.steps.lowerBound).hasPrefix("0000-01-01"))
    #expect(format.text(format.steps.upperBound).hasPrefix("9999-12-31"))
  }

  /// The bytes of texts are ordered as their times are.
  @Test func bytesRiseWithTime() {
    for seed in RandomSearch.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let format = random.pick(SQLDateText.allCases)
      let step = Int64.random(in: format.steps, using: &random)
      let other = random.chance(50) ? step + 1 : Int64.random(in: format.steps, using: &random)
      guard step < other, format.steps.contains(other) else { continue }
      #expect(
        format.text(step).utf8.lexicographicallyPrecedes(format.text(other).utf8),
        "FRC_SEED=\(seed)")
    }
  }

  /// A text of another format, or of a day that no month has, is not a date.
  @Test(arguments: [
    "", "2026", "2026-11-2", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-22 24:00:00.000",
    "2026-11-22T19:20:00.000Z", "2026-11-22 19:20:00", "2026-11-22 19:20:00.0000",
    "+026-11-22 19:20:00.000", "2026-11-22 19:20:60.000", "2026-11-22 -1:20:00.000", "12026-11-22",
  ])
  func otherTextsAreRefused(_ text: String) {
    #expect(SQLDateForm.text(.milliseconds).seconds(text) == nil)
  }

  @Test func aTextIsReadAsItsTime() {
    #expect(SQLDateForm.text(.milliseconds).seconds("2001-01-01 00:00:01.500") == 1.5)
    #expect(SQLDateForm.text(.day).seconds("2001-01-02") == 86_400)
    #expect(SQLDateForm.text(.iso8601).seconds("2001-01-01T00:01:00Z") == 60)
    #expect(SQLDateForm.julianDay.seconds(2_451_911.0) == 43_200)
    #expect(SQLDateForm.unixSeconds.seconds("2001-01-02") == nil)
  }

  private static func expected(_ step: Int64, _ format: SQLDateText) -> String {
    let unit: Int64 =
      switch format {
      case .day: 86_400_000
      case .seconds, .iso8601: 1000
      case .milliseconds, .iso8601Milliseconds: 1
      }
    let milliseconds = step * unit
    var second = time_t((Double(milliseconds) / 1000).rounded(.down))
    var parts = tm()
    gmtime_r(&second, &parts)
    let day = String(
      format: "%04d-%02d-%02d", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1,
      Int(parts.tm_mday))
    let time = String(
      format: "%02d:%02d:%02d", Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    let fraction = String(format: ".%03d", Int(milliseconds - Int64(second) * 1000))
    return switch format {
    case .day: day
    case .seconds: "\(day) \(time)"
    case .milliseconds: "\(day) \(time)\(fraction)"
    case .iso8601: "\(day)T\(time)Z"
    case .iso8601Milliseconds: "\(day)T\(time)\(fraction)Z"
    }
  }
}
