internal import FilterEngine
internal import FilterSyntax

/// A condition that a column has one of some values.
struct AmongKeys {
  /// `field IN $keys`, or `field == nil OR field IN $keys`
  let predicate: AST.Predicate

  /// The values, by the name of the variable.
  let bindings: [String: FilterValue]

  /// - Parameter orNil: Whether the column may also be NULL.
  init(_ field: String, _ values: [FilterValue], orNil: Bool = false) {
    // No text of a filter can name the variable.
    let name = "frc keys"
    let path = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, field)]))
    let isAmong = AST.Predicate.comparison(
      AST.Comparison(path, .in, .variable(AST.Variable(name))))
    let isNil = AST.Predicate.comparison(
      AST.Comparison(path, .equal, .literal(AST.Literal(.null))))
    predicate = orNil ? .compound(AST.Compound(.or, [isNil, isAmong])) : isAmong
    bindings = [name: .list(FilterList(values))]
  }
}
