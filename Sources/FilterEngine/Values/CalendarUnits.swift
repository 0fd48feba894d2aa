internal import EssentialFoundation
internal import FilterSyntax

/// The days, months and so on of a time zone, numbered from 2001 on.
///
/// A week begins on Monday. An hour is one of the clock: if that repeats it, the unit takes two hours. Minutes do not
/// depend on the zone.
package struct CalendarUnits: Sendable {
  /// A unit of the Gregorian calendar.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case minute, hour, day, week, month, year
  }

  let unit: Unit
  private let clock: ZoneClock

  init(unit: Unit, zone: TimeZone) {
    self.unit = unit
    clock = ZoneClock(zone)
  }

  /// The number of the unit of a time, in seconds since 2001; nil beyond a million years.
  func index(of seconds: Double) -> Int? {
    guard ZoneClock.limits.contains(seconds) else { return nil }
    if unit == .minute { return Int(seconds.rounded(.down)).dividedDown(by: 60).quotient }
    let local = Int((seconds + clock.offset(at: seconds)).rounded(.down))
    let days = local.dividedDown(by: 86_400).quotient
    let day = CalendarDay(daysSinceReference: days)
    var index =
      switch unit {
      case .minute: local.dividedDown(by: 60).quotient
      case .hour: local.dividedDown(by: 3600).quotient
      case .day: days
      // 2001 begins on a Monday.
      case .week: days.dividedDown(by: 7).quotient
      case .month: (day.year - 2001) * 12 + day.month - 1
      case .year: day.year - 2001
      }
    // A clock that is set back at midnight repeats the end of a day, which belongs to the day that has begun.
    while seconds < start(of: index) { index -= 1 }
    while seconds >= start(of: index + 1) { index += 1 }
    return index
  }

  /// The first moment of a unit as a date.
  func date(startOf index: Int) -> FilterValue {
    .date(Date(timeIntervalSinceReferenceDate: start(of: index)))
  }

  /// The first moment of a unit, in seconds since 2001.
  private func start(of index: Int) -> Double {
    let shown = Double(seconds(before: index))
    return unit == .minute ? shown : clock.moment(showing: shown)
  }

  /// The seconds that the clock of the zone shows at the begin of a unit, since the begin of 2001.
  private func seconds(before index: Int) -> Int {
    switch unit {
    case .minute: index * 60
    case .hour: index * 3600
    case .day: index * 86_400
    case .week: index * 7 * 86_400
    case .month, .year: 86_400 * (firstDay(of: index)?.daysSinceReference ?? 0)
    }
  }

  /// The first day of a month or a year.
  private func firstDay(of index: Int) -> CalendarDay? {
    guard unit == .month else { return CalendarDay(year: 2001 + index, month: 1, day: 1) }
    let (years, months) = index.dividedDown(by: 12)
    return CalendarDay(year: 2001 + years, month: months + 1, day: 1)
  }
}
