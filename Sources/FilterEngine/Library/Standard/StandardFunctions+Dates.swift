internal import EssentialFoundation

extension StandardFunctions {
  /// Dates by the calendar. A zone is the last argument, UTC without one.
  static let dates: [FilterFunction] = [
    part("year", "The year of a date, in UTC or in a time zone.", "year(#2026-11-21#) == 2026") {
      $0.day.year
    },
    part("month", "The month of a date, from 1.", "month(#2026-11-21#) == 11") { $0.day.month },
    part("day", "The day of a month, from 1.", "day(#2026-11-21#) == 21") { $0.day.day },
    part("hour", "The hour of a day, from 0.", "hour(#2026-11-21T10:30#) == 10") {
      $0.second / 3_600
    },
    part("minute", "The minute of an hour, from 0.", "minute(#2026-11-21T10:30#) == 30") {
      $0.second / 60 % 60
    },
    part("second", "The second of a minute, from 0.", "second(#2026-11-21T10:30:15#) == 15") {
      $0.second % 60
    },
    part("weekday", "The day of a week, from 1 on Monday.", "weekday(#2026-11-21#) == 6") {
      $0.weekday
    },
    zoned(
      "startOf", [.string, .date], unit: 0, .date,
      "The begin of the minute, hour, day, week, month or year of a date.",
      "startOf(\"month\", #2026-11-21#) == #2026-11-01#"
    ) { arguments, names throws(EvaluationError) in
      let unit = try names.unit(arguments)
      let seconds = try Self.seconds("startOf", arguments[1])
      let units = CalendarUnits(unit: unit, zone: try names.zone(arguments))
      return units.index(of: seconds).map { units.date(startOf: $0) } ?? .null
    },
    zoned(
      "add", [.date, .number, .string], unit: 2, .date,
      "The date so many minutes, hours, days, weeks, months or years later.",
      "add(#2026-01-31#, 1, \"month\") == #2026-02-28#"
    ) { arguments, names throws(EvaluationError) in
      let seconds = try Self.seconds("add", arguments[0])
      let count = try FilterArithmetic.int64("add", arguments[1])
      let unit = try names.unit(arguments)
      let clock = ZoneClock(try names.zone(arguments))
      let moved = ShownTime(seconds, clock)?.moved(by: count, unit)
      return moved.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
    },
  ]

  /// A part of a date as an integer; nil beyond a million years.
  @inline(never)
  private static func part(
    _ name: String, _ summary: String, _ example: String,
    _ part: @escaping @Sendable (ShownTime) -> Int
  ) -> FilterFunction {
    zoned(name, [.date], .number, summary, example) { arguments, names throws(EvaluationError) in
      let seconds = try Self.seconds(name, arguments[0])
      let clock = ZoneClock(try names.zone(arguments))
      return ShownTime(seconds, clock).map { .int(Int64(part($0))) } ?? .null
    }
  }

  private typealias ZonedBody =
    @Sendable ([FilterValue], CalendarNames) throws(EvaluationError) -> FilterValue

  /// A function whose last argument may be the name of a time zone, and the argument at `unit` is that of a unit.
  private static func zoned(
    _ name: String, _ parameters: [FilterKind?], unit: Int? = nil, _ result: FilterKind,
    _ summary: String, _ example: String, _ body: @escaping ZonedBody
  ) -> FilterFunction {
    let names = CalendarNames(function: name, unitIndex: unit, zoneIndex: parameters.count)
    return total("\(name):", parameters + [.string], result, summary, example) {
      arguments, _ throws(EvaluationError) in
      try body(arguments, names)
    }.reading { arguments in
      let (known, failure) = names.reading(arguments)
      let body = total { arguments, _ throws(EvaluationError) in try body(arguments, known) }
      return FilterFunction.Constants(body: body, failure: failure)
    }
  }

  /// The seconds of a date since 2001.
  private static func seconds(
    _ name: String, _ value: FilterValue
  ) throws(EvaluationError) -> Double {
    if case .date(let date) = value { return date.timeIntervalSinceReferenceDate }
    throw EvaluationError(
      .wrongReceiver(selector: name, expected: [.date], found: value.kind))
  }
}
