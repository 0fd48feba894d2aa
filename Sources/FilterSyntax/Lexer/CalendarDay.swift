/// A day of the Gregorian calendar, extended to all times.
package struct CalendarDay: Equatable {
  package private(set) var year: Int
  package private(set) var month: Int
  package private(set) var day: Int

  /// A day that exists.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, day >= 1, day <= Self.length(of: month, in: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is so many days after 2001-01-01.
  package init(daysSinceReference days: Int) {
    // Counted from 0000-03-01, so that a leap day ends a year and eras have 146,097 days.
    let (era, dayOfEra) = (days + Self.referenceDay).dividedDown(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 2001-01-01.
  package var daysSinceReference: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shiftedYear.dividedDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.referenceDay
  }

  /// `2026-11-21`; the year is not negative.
  package var text: String {
    "\(DateText.padded(year, 4))-\(DateText.padded(month, 2))-\(DateText.padded(day, 2))"
  }

  // 2001-01-01, in days since 0000-03-01.
  private static let referenceDay = 730_791

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// The quotient rounded down, and the remainder, which is never negative.
  package func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
