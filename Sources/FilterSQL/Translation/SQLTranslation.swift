public import EssentialFoundation
public import FilterEngine
public import FilterSyntax

/// A predicate as a condition in SQL, and the residual that the engine evaluates.
///
/// The condition keeps every row for which the predicate is true and every row for which it fails, so that no match
/// and no failure is lost. ``residual`` decides about the returned rows.
///
/// ```swift
/// let contacts = try SQLTableDeclaration(
///   "contact", key: ["id"], columns: [.integer("id"), .text("name", indexed: true)])
/// let translation = SQLTranslation(predicate.syntax, table: contacts, dialect: .sqlite())
/// ```
public struct SQLTranslation: Sendable {
  /// The treatment of rows for which the predicate fails.
  public enum Failures: Sendable {
    /// Each of them is returned
    case exact

    /// Only those are returned that no other part of the predicate excludes. The matching rows are the same
    case amongCandidates
  }

  /// The table whose rows are filtered.
  public let table: SQLTableDeclaration

  /// The SQL of the database.
  public let dialect: SQLDialect

  /// The part of the predicate that the engine evaluates for the returned rows; nil if all of them match.
  public let residual: AST.Predicate?

  /// The parts that the database asks the engine about. ``SQLValue/test(_:)`` refers to them by index.
  public let tests: [SQLRowTest]

  /// How each part is evaluated.
  public let explanation: SQLExplanation

  let condition: SQLCondition
  let joins: [SQLJoin]

  /// Whether all returned rows match, so that the database can count and limit them.
  public var isExact: Bool { residual == nil }

  /// Translates a predicate whose variables have values.
  ///
  /// `bindings` has the values of the variables, and `now` is the result of `now()`. The libraries and rules of the
  /// options count, limits and policy do not.
  ///
  /// - Complexity: O(n) in the number of nodes, and in the sizes of constants.
  public init(
    _ predicate: AST.Predicate, table: SQLTableDeclaration, dialect: SQLDialect,
    bindings: [String: any FilterValueConvertible] = [:], now: Date = Date(),
    options: FilterOptions = .standard, failures: Failures = .exact
  ) {
    self.init(
      predicate, table: table, dialect: dialect,
      constants: ConstantReader(
        bindings: bindings.filterValues, now: now, options: options),
      failures: failures)
  }

  init(
    _ predicate: AST.Predicate, table: SQLTableDeclaration, dialect: SQLDialect,
    constants: ConstantReader, failures: Failures = .exact
  ) {
    var translator = Translator(
      table: table, dialect: dialect, constants: constants, failures: failures)
    let algebra = translator.algebra
    let operands = predicate.conjuncts
    var parts: [TranslatedPart]
    if predicate.assignsVariables {
      parts = operands.map {
        TranslatedPart(predicate: $0, pushdown: .nothing(canFail: true), reasons: [.assignment])
      }
    } else {
      parts = operands.map { translator.part($0) }
      Self.fit(&parts, dialect.limits)
    }
    let pushdowns = parts.map(\.pushdown)
    let whole = algebra.and(pushdowns)
    self.table = table
    self.dialect = dialect
    tests = translator.tests
    joins = translator.frames[0]
    condition = whole.pass.part ?? .always
    residual = .joining(algebra.residual(of: pushdowns).map { operands[$0] })
    explanation = SQLExplanation(
      parts, reach: algebra.reach(of: pushdowns), dialect, usesAliases: translator.usesAliases)
  }

  /// Removes the conditions of operands that would exceed a limit of the statement.
  private static func fit(_ parts: inout [TranslatedPart], _ limits: SQLLimits) {
    var size = SQLSize()
    for index in parts.indices {
      let part = parts[index]
      guard let condition = part.pushdown.pass.part else { continue }
      var larger = size
      larger.add(condition.size)
      if limits.hold(larger) {
        size = larger
      } else {
        parts[index] = TranslatedPart(
          predicate: part.predicate, pushdown: .nothing(canFail: part.pushdown.canFail),
          reasons: part.reasons + [.tooLarge])
      }
    }
  }

  /// Translates a predicate for items of a type, whose keys are those of the table.
  public init<Item>(
    _ predicate: FilterPredicate<Item>, table: SQLTableDeclaration, dialect: SQLDialect,
    bindings: [String: any FilterValueConvertible] = [:], now: Date = Date(),
    failures: Failures = .exact
  ) {
    self.init(
      predicate.syntax, table: table, dialect: dialect, bindings: bindings, now: now,
      options: predicate.options, failures: failures)
  }

  /// The condition as the text after WHERE, and its values.
  ///
  /// ```swift
  /// let contacts = try SQLTableDeclaration(
  ///   "contact", key: ["id"], columns: [.integer("id"), .integer("age")])
  /// let adults = try FilterPredicate<FilterValue>("age >= 18")
  /// let condition = SQLTranslation(adults, table: contacts, dialect: .sqlite()).where
  /// print(condition.text)
  /// ```
  public var `where`: (text: String, parameters: [SQLValue]) {
    var writer = SQLWriter(dialect, usesAliases: usesAliases)
    writer.write(condition)
    return (writer.text, writer.parameters)
  }

  /// Whether columns are written with the alias of their table.
  var usesAliases: Bool { explanation.usesAliases }
}

extension AST.Predicate {
  /// The operands if the predicate is an AND, or the predicate itself.
  fileprivate var conjuncts: [AST.Predicate] {
    if case .compound(let node) = self, node.connective == .and { node.operands } else { [self] }
  }

  /// The AND of operands; nil if there are none.
  fileprivate static func joining(_ operands: [AST.Predicate]) -> AST.Predicate? {
    switch operands.count {
    case 0: nil
    case 1: operands[0]
    default: .compound(AST.Compound(.and, operands))
    }
  }

  /// Whether a part binds a variable for the parts after it.
  fileprivate var assignsVariables: Bool {
    var assigns = false
    try? visit(
      expressions: { if case .assignment = $0 { assigns = true } }, comparisons: { _ in })
    return assigns
  }
}
