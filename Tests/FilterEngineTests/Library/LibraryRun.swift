import FoundationEssentials
import Testing

@testable import FilterEngine

/// Calls of library bodies without any text.
enum LibraryRun {
  static let index = LibraryIndex([.standard])

  static func run(steps: Int = 1_000) -> EvaluationContext {
    var limits = EvaluationLimits.standard
    limits.steps = steps
    return EvaluationContext(
      now: Date(timeIntervalSinceReferenceDate: 5), variables: [], places: 1, limits: limits)
  }

  static func call(_ selector: String, _ arguments: [FilterValue]) throws -> FilterValue {
    let function = try #require(index.function(selector))
    #expect(function.arity.contains(arguments.count))
    return try function.body(arguments, run())
  }

  static func cast(_ value: FilterValue, _ type: String) throws -> FilterValue {
    try #require(index.cast(type)).body(value)
  }

  static func send(
    _ receiver: FilterValue, _ selector: String, _ arguments: [FilterValue] = []
  ) throws -> FilterValue {
    try #require(index.message(selector)).body(receiver, arguments, run())
  }

  static func key(_ key: String, _ value: FilterValue) throws -> FilterValue {
    try #require(index.leafKey(key)).body(value)
  }

  static func reduce(_ name: String, _ elements: [FilterValue]) throws -> FilterValue {
    try #require(index.collectionOperator(name)).body(elements, run())
  }

  /// The kind of the error that `body` throws, or nil.
  static func error(_ body: () throws -> FilterValue) -> EvaluationError.Kind? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? EvaluationError)?.kind
    }
  }
}

/// Whether both are equal and of one form: 2 and 2.0 are equal and not of one form.
func isSame(_ left: FilterValue, _ right: FilterValue) -> Bool {
  left == right && left.description == right.description
}
