internal import EssentialFoundation
internal import FilterSyntax

/// The days, months or years of a time zone, numbered from 2001 on.
struct CalendarUnits: Sendable {
  let unit: ValueRanges.Unit
  let zone: TimeZone

  /// Whether clocks are never ahead, so that no zone is asked.
  private let isUTC: Bool

  init(unit: ValueRanges.Unit, zone: TimeZone) {
    self.unit = unit
    self.zone = zone
    isUTC = zone == .gmt
  }

  /// The seconds of the years that are counted, about a million on either side of 2001.
  private static let limits = -3.2e13...3.2e13

  /// The number of the unit of a time, in seconds since 2001; nil beyond a million years.
  func index(of seconds: Double) -> Int? {
    guard Self.limits.contains(seconds) else { return nil }
    let local = Int((seconds + offset(at: seconds)).rounded(.down))
    let days = local.dividedDown(by: 86_400).quotient
    let day = CalendarDay(daysSinceReference: days)
    var index =
      switch unit {
      case .day: days
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
    let midnight = Double(days(before: index)) * 86_400
    let before = offset(at: midnight - 86_400)
    let after = offset(at: midnight + 86_400)
    guard before != after else { return midnight - before }
    // The clock shows midnight once or twice, of which the first counts. It can also pass over midnight when it is
    // set: the day begins there.
    let times = [midnight - max(before, after), midnight - min(before, after)]
    return times.first { $0 + offset(at: $0) == midnight } ?? midnight - before
  }

  /// The days from 2001 to the first day of a unit.
  private func days(before index: Int) -> Int {
    switch unit {
    case .day: return index
    case .month:
      let (years, months) = index.dividedDown(by: 12)
      return CalendarDay(year: 2001 + years, month: months + 1, day: 1)?.daysSinceReference ?? 0
    case .year: return CalendarDay(year: 2001 + index, month: 1, day: 1)?.daysSinceReference ?? 0
    }
  }

  /// The seconds that the clocks of the zone are ahead.
  private func offset(at seconds: Double) -> Double {
    isUTC
      ? 0 : Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
  }
}
