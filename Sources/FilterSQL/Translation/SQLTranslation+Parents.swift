package import EssentialFoundation
package import FilterEngine
package import FilterSyntax

extension SQLTranslation {
  /// The rows with given keys to which a row of the same table links for which a predicate is true. Nil if the engine
  /// must test the linking rows, or if the key is not one declared column.
  ///
  /// - Parameters:
  ///   - keys: The keys of the candidates.
  ///   - link: The column that holds the key of another row.
  ///   - predicate: The test of the linking rows.
  package init?(
    parents keys: [FilterValue], by link: SQLColumn, of predicate: AST.Predicate,
    table: SQLTableDeclaration, dialect: SQLDialect, bindings: [String: FilterValue], now: Date,
    options: FilterOptions
  ) {
    guard table.key.count == 1, let key = table.columns.first(where: { $0.name == table.key[0] })
    else { return nil }
    // The space keeps texts of filters from using the variable.
    let name = "frc parents"
    let constants = ConstantReader(
      bindings: bindings.merging([name: .list(FilterList(keys))]) { $1 }, now: now,
      options: options)
    var translator = Translator(table: table, dialect: dialect, constants: constants)
    let isAsked = translator.translate(
      AST.Comparison(
        .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, key.field)])), .in,
        .variable(AST.Variable(name))))
    let rows = translator.rows(.toMany("", table, to: [link.name]), translator.root)
    translator.base = rows.scope
    let links = translator.translate(predicate)
    guard isAsked.pass.precision == .exact, let asked = isAsked.pass.part,
      links.pass.precision == .exact, let part = links.pass.part
    else { return nil }
    let condition = asked && translator.exists(rows, part)
    guard dialect.limits.hold(condition.size) else { return nil }
    self.table = table
    self.dialect = dialect
    residual = nil
    tests = translator.tests
    joins = translator.frames[0]
    self.condition = condition
    explanation = SQLExplanation(
      [], reach: 0, dialect, usesAliases: translator.usesAliases)
  }
}
