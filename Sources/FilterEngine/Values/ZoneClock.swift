internal import EssentialFoundation
internal import FilterSyntax

/// The clocks of a time zone. Times are in seconds since 2001.
struct ZoneClock: Sendable {
  let zone: TimeZone

  /// Whether clocks are never ahead, so that no zone is asked.
  private let isUTC: Bool

  init(_ zone: TimeZone) {
    self.zone = zone
    isUTC = zone == .gmt
  }

  /// The seconds of the years that are counted, about a million on either side of 2001.
  static let limits = -3.2e13...3.2e13

  /// The seconds that the clocks are ahead.
  func offset(at seconds: Double) -> Double {
    isUTC
      ? 0 : Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
  }

  /// The moment at which the clocks show a time, in seconds since they showed the begin of 2001.
  func moment(showing shown: Double) -> Double {
    let before = offset(at: shown - 86_400)
    let after = offset(at: shown + 86_400)
    guard before != after else { return shown - before }
    // The clock shows the time once or twice, of which the first counts. It can also pass over it when it is
    // set: the time is then as long after the setting as it would have been without it.
    let times = [shown - max(before, after), shown - min(before, after)]
    return times.first { $0 + offset(at: $0) == shown } ?? shown - before
  }
}

/// A moment as the calendar and the clocks of a time zone show it.
struct ShownTime {
  /// The number of the day since 2001-01-01.
  let days: Int

  /// The second of the day by the clock, without its fraction.
  let second: Int

  private let fraction: Double
  private let offset: Double
  private let clock: ZoneClock

  /// The time of a moment in seconds since 2001; nil beyond a million years.
  init?(_ seconds: Double, _ clock: ZoneClock) {
    guard ZoneClock.limits.contains(seconds) else { return nil }
    self.clock = clock
    offset = clock.offset(at: seconds)
    let whole = seconds.rounded(.down)
    fraction = seconds - whole
    (days, second) = Int(whole + offset).dividedDown(by: 86_400)
  }

  var day: CalendarDay { CalendarDay(daysSinceReference: days) }

  /// From 1 on Monday to 7. 2001 begins on a Monday.
  var weekday: Int { days.dividedDown(by: 7).remainder + 1 }

  /// The moment that is so many units later; nil beyond a million years.
  ///
  /// Minutes and hours pass as they do. After days and longer units the clock shows the same time, and a day that a month
  /// does not have is its last one.
  func moved(by count: Int64, _ unit: CalendarUnits.Unit) -> Double? {
    guard let count = Int(exactly: count), count.magnitude < 1 << 40 else { return nil }
    let result: Double?
    switch unit {
    case .minute: result = later(by: count * 60)
    case .hour: result = later(by: count * 3_600)
    case .day: result = moment(on: days + count)
    case .week: result = moment(on: days + count * 7)
    case .month: result = moment(monthsLater: count)
    case .year: result = moment(monthsLater: count * 12)
    }
    return result.flatMap { ZoneClock.limits.contains($0) ? $0 : nil }
  }

  /// The moment that is so many seconds later.
  private func later(by seconds: Int) -> Double {
    Double(days * 86_400 + second - Int(offset) + seconds) + fraction
  }

  private func moment(monthsLater count: Int) -> Double? {
    let (year, month) = (day.year * 12 + day.month - 1 + count).dividedDown(by: 12)
    for last in stride(from: day.day, to: 0, by: -1) {
      if let day = CalendarDay(year: year, month: month + 1, day: last) {
        return moment(on: day.daysSinceReference)
      }
    }
    return nil
  }

  /// The moment when the clock shows the same time on a day. Of two moments that of the same offset counts.
  private func moment(on days: Int) -> Double? {
    // Beyond the limits no zone is asked.
    guard ZoneClock.limits.contains(Double(days) * 86_400) else { return nil }
    let shown = Double(days * 86_400 + second)
    let own = shown - offset
    return (clock.offset(at: own) == offset ? own : clock.moment(showing: shown)) + fraction
  }
}
