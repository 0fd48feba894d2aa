import EssentialFoundation

// A request does more than evaluate: it sorts, groups, counts, explains and writes. The loops of all that charge a
// run, as evaluations do, so that a limit ends the request wherever its work is.
extension EvaluationContext {
  /// The units of work of comparing, hashing or keeping one value.
  package static let unitsOfValue = 4

  /// A run without an expression, for work beside evaluations. Its time begins now unless it has begun.
  package convenience init(of request: EvaluationLimits) {
    self.init(
      now: Date(timeIntervalSinceReferenceDate: 0), variables: [], places: 0, limits: request,
      watch: EvaluationWatch(request))
  }

  /// Counts the work of a loop over `count` values, before it. Returns the error if the run must end.
  package func loop(over count: Int) -> EvaluationError? {
    let (units, overflows) = max(count, 0).multipliedReportingOverflow(by: Self.unitsOfValue)
    return work(overflows ? .max >> 1 : min(units, .max >> 1))
  }

  /// Counts the work of a loop over values and what is inside them, before it.
  package func loop(over values: [FilterValue]) -> EvaluationError? {
    var size = 0
    for value in values { size = min(size + value.measure.size, Int.max >> 4) }
    return loop(over: size)
  }

  /// Counts the work of a loop over a value and what is inside it, before it.
  package func loop(over value: FilterValue) -> EvaluationError? { loop(over: value.measure.size) }

  /// Counts bytes that are read or written, 32 for a unit. Returns the error if the run must end.
  package func move(bytes count: Int) -> EvaluationError? {
    work(count / ValueMeasure.bytesOfOne)
  }

  /// Counts values that a request keeps beside its rows. Returns the error if they are too many; the run has ended then.
  package func keep(elements count: Int) -> EvaluationError? {
    do throws(EvaluationError) {
      try make(elements: count)
      return nil
    } catch {
      finish(error)
      return error
    }
  }

  /// The error of an answer of so many bytes if it is longer than a text may be.
  package func answer(bytes count: Int) -> EvaluationError? {
    do throws(EvaluationError) {
      try checkText(count)
      return nil
    } catch {
      return error
    }
  }

  /// Evaluates in `other` with what this run has left: both are parts of one row of one request.
  func lend<Value>(
    to other: EvaluationContext, _ body: () throws(EvaluationError) -> Value
  ) throws(EvaluationError) -> Value {
    other.take(from: self)
    defer { take(from: other) }
    return try body()
  }
}
