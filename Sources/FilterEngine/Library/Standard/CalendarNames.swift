internal import EssentialFoundation

/// The unit and the time zone that arguments of a function name. A constant name is looked up once.
struct CalendarNames: Sendable {
  private let function: String

  /// The index of the name of the unit; nil for a function without one.
  private let unitIndex: Int?

  /// The index of the name of the zone, which a call can leave out.
  private let zoneIndex: Int

  /// The unit and the zone of constant names.
  private var knownUnit: Result<CalendarUnits.Unit, EvaluationError>?
  private var knownZone: Result<TimeZone, EvaluationError>?

  init(function: String, unitIndex: Int?, zoneIndex: Int) {
    self.function = function
    self.unitIndex = unitIndex
    self.zoneIndex = zoneIndex
  }

  /// The unit of a call of a function with one.
  func unit(_ arguments: [FilterValue]) throws(EvaluationError) -> CalendarUnits.Unit {
    if let knownUnit { return try knownUnit.get() }
    let name = unitIndex.map { arguments[$0] } ?? .null
    if let unit = CalendarUnits.Unit(rawValue: try StandardText.string(function, name)) {
      return unit
    }
    let units = CalendarUnits.Unit.allCases.map(\.rawValue).joined(separator: ", ")
    throw EvaluationError(.custom(.unknownName, "unknown unit \(name.clipped); use \(units)"))
  }

  /// The zone of a call: UTC without an argument.
  func zone(_ arguments: [FilterValue]) throws(EvaluationError) -> TimeZone {
    if let knownZone { return try knownZone.get() }
    guard arguments.count > zoneIndex else { return .gmt }
    return try NamedTimeZone.find(try StandardText.string(function, arguments[zoneIndex]))
  }

  /// Looks up the names that are constant. Returns also the first one that does not exist, by its index.
  func reading(
    _ constants: [FilterValue?]
  ) -> (names: CalendarNames, failure: (argument: Int, error: EvaluationError)?) {
    var names = self
    var failure: (argument: Int, error: EvaluationError)?
    let arguments = constants.map { $0 ?? .null }
    if let index = unitIndex, case .string? = constants[index] {
      let unit = Result { () throws(EvaluationError) in try self.unit(arguments) }
      if case .failure(let error) = unit { failure = (index, error) }
      names.knownUnit = unit
    }
    if constants.count > zoneIndex, case .string? = constants[zoneIndex] {
      let zone = Result { () throws(EvaluationError) in try self.zone(arguments) }
      if case .failure(let error) = zone { failure = failure ?? (zoneIndex, error) }
      names.knownZone = zone
    }
    return (names, failure)
  }
}
