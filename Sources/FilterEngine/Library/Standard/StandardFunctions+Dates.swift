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
      "startOf", [.string, .date], .date,
      "The begin of the minute, hour, day, week, month or year of a date.",
      "startOf(\"month\", #2026-11-21#) == #2026-11-01#"
    ) { arguments, zone throws(EvaluationError) in
      let unit = try Self.unit("startOf", arguments[0])
      let seconds = try Self.seconds("startOf", arguments[1])
      let units = CalendarUnits(unit: unit, zone: try zone())
      return units.index(of: seconds).map { units.date(startOf: $0) } ?? .null
    },
    zoned(
      "add", [.date, .number, .string], .date,
      "The date so many minutes, hours, days, weeks, months or years later.",
      "add(#2026-01-31#, 1, \"month\") == #2026-02-28#"
    ) { arguments, zone throws(EvaluationError) in
      let seconds = try Self.seconds("add", arguments[0])
      let count = try FilterArithmetic.int64("add", arguments[1])
      let unit = try Self.unit("add", arguments[2])
      let moved = ShownTime(seconds, ZoneClock(try zone()))?.moved(by: count, unit)
      return moved.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
    },
  ]

  /// A part of a date as an integer; nil beyond a million years.
  @inline(never)
  private static func part(
    _ name: String, _ summary: String, _ example: String,
    _ part: @escaping @Sendable (ShownTime) -> Int
  ) -> FilterFunction {
    zoned(name, [.date], .number, summary, example) { arguments, zone throws(EvaluationError) in
      let seconds = try Self.seconds(name, arguments[0])
      return ShownTime(seconds, ZoneClock(try zone())).map { .int(Int64(part($0))) } ?? .null
    }
  }

  private typealias ZonedBody =
    @Sendable ([FilterValue], _ zone: () throws(EvaluationError) -> TimeZone)
    throws(EvaluationError) -> FilterValue

  /// A function whose last argument may be the name of a time zone.
  private static func zoned(
    _ name: String, _ parameters: [FilterKind?], _ result: FilterKind, _ summary: String,
    _ example: String, _ body: @escaping ZonedBody
  ) -> FilterFunction {
    total("\(name):", parameters + [.string], result, summary, example) {
      arguments, _ throws(EvaluationError) in
      try body(arguments) { () throws(EvaluationError) in
        guard arguments.count > parameters.count else { return .gmt }
        return try NamedTimeZone.find(try StandardText.string(name, arguments[parameters.count]))
      }
    }.inZone { zone in
      total { arguments, _ throws(EvaluationError) in try body(arguments, zone.get) }
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

  private static func unit(
    _ name: String, _ value: FilterValue
  ) throws(EvaluationError) -> CalendarUnits.Unit {
    let text = try StandardText.string(name, value)
    if let unit = CalendarUnits.Unit(rawValue: text) { return unit }
    let units = CalendarUnits.Unit.allCases.map(\.rawValue).joined(separator: ", ")
    throw EvaluationError(
      .custom(.unknownName, "unknown unit \(value.clipped); use \(units)"))
  }
}
