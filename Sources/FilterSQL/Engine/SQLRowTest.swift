public import FilterEngine
internal import FilterSyntax

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A part of a predicate that a database asks the engine about: the function `frc_test`.
///
/// `frc_test(handle, c1, …)` gets a test by its handle and the values of its columns. It never fails: a row on which
/// the part fails is answered so that the row comes back.
public struct SQLRowTest: Sendable {
  /// The columns that the function is given, in order.
  public let columns: [SQLColumn]

  /// The part as text, for explanations.
  public var text: String { predicate.syntax.sourceText }

  /// The part, over rows of ``shape``.
  package let predicate: FilterPredicate<FilterValue>

  /// Whether rows have to come back of which the part is true, and not those of which it is false.
  package let isPass: Bool

  /// The fields of the columns.
  package let shape: FilterObject.Shape

  package let bindings: [String: FilterValue]
  package let now: Date

  /// Nil where the part cannot be compiled.
  init?(
    _ predicate: AST.Predicate, columns: [SQLColumn], isPass: Bool, constants: ConstantReader
  ) {
    let compiled = try? FilterPredicate<FilterValue>(
      predicate, libraries: constants.libraries, strict: constants.isStrict)
    guard let compiled else { return nil }
    self.predicate = compiled
    self.columns = columns
    self.isPass = isPass
    shape = FilterObject.Shape(columns.map(\.field))
    bindings = constants.bindings
    now = constants.now
  }

  /// Whether a row has to come back: where the part is true or fails, or where it is false or fails.
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
