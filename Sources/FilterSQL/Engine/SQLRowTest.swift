package import EssentialFoundation
public import FilterEngine
internal import FilterSyntax

/// A part of a predicate that a database asks the engine about, by the function `frc_test`.
///
/// The arguments of `frc_test(handle, c1, …)` are a pointer to the test and the values of its columns. It never fails:
/// if the part fails for a row, the answer is such that the database returns the row.
public struct SQLRowTest: Sendable {
  /// The columns whose values are the arguments, in order.
  public let columns: [SQLColumn]

  /// The part as text, for explanations.
  public var text: String { predicate.syntax.sourceText }

  /// The part, over rows of ``shape``.
  package let predicate: FilterPredicate<FilterValue>

  /// Whether the rows for which the part is true are returned, and not those for which it is false.
  package let isPass: Bool

  /// The fields of the columns.
  package let shape: FilterObject.Shape

  package let bindings: [String: FilterValue]
  package let now: Date

  /// Nil if the part cannot be compiled.
  init?(
    _ predicate: AST.Predicate, columns: [SQLColumn], isPass: Bool, constants: ConstantReader
  ) {
    let compiled = try? FilterPredicate<FilterValue>(predicate, options: constants.options)
    guard let compiled else { return nil }
    self.predicate = compiled
    self.columns = columns
    self.isPass = isPass
    shape = FilterObject.Shape(columns.map(\.field))
    bindings = constants.bindings
    now = constants.now
  }

  /// Whether the database must return a row: if the part has the expected answer or fails.
  ///
  /// - Parameter values: A value for each column.
  public func answer(_ values: [FilterValue]) -> Bool {
    let row = FilterValue.object(FilterObject(shape: shape, values: values))
    do throws(EvaluationError) {
      return try predicate.matches(row, bindings: bindings, now: now) == isPass
    } catch {
      return true
    }
  }
}
