public import EssentialFoundation
import FilterSyntax

extension FilterPredicate {
  /// The filter of a `#Predicate`, which can be stored, sent, explained and translated to SQL.
  ///
  /// ```swift
  /// let filter = try FilterPredicate(#Predicate<Person> { $0.age > 30 && $0.name.contains("x") })
  /// print(filter)  // age > 30 AND name CONTAINS "x"
  /// ```
  ///
  /// A property becomes the key of the field that is declared with its key path. Captured values become constants.
  ///
  /// Wherever Foundation has an answer, the filter has the same one, apart from the differences that <doc:FromPredicate>
  /// lists. Where Foundation throws an error, as for `!` of `nil`, the filter throws an `EvaluationError` or has an answer.
  ///
  /// - Throws: `FilterTreeError` with the name of the first expression that has no equal in the language, or for a filter
  ///   that the options refuse.
  /// - Complexity: O(n) in the number of expressions.
  public init(
    _ predicate: Predicate<Item>, options: FilterOptions = .standard
  ) throws(FilterTreeError) {
    var translator = PredicateTranslator()
    translator.variables[predicate.variable.key] = .selfReference(AST.SelfReference())
    let tree = try translator.predicate(predicate.expression)
    do throws(SyntaxError) {
      try self.init(tree, options: options)
    } catch {
      throw .refused(error)
    }
  }
}
