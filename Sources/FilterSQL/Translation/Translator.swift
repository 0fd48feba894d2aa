internal import FilterEngine
internal import FilterSyntax

/// Visits a predicate and makes conditions for the parts that SQL can test.
struct Translator {
  let table: SQLTableDeclaration
  let dialect: SQLDialect
  let constants: ConstantReader
  var algebra = PushdownAlgebra<SQLCondition>()

  /// The joins of each SELECT. The first SELECT is the whole statement.
  var frames: [[SQLJoin]] = [[]]

  /// The parts that the database asks the engine about.
  var tests: [SQLRowTest] = []

  /// The reasons for parts of the current operand not being exact.
  var reasons: [SQLExplanation.Reason] = []

  /// The tables that variables of subqueries stand for.
  private(set) var elements: [(name: Exact, scope: SQLScope)] = []

  private var aliases = 1

  init(
    table: SQLTableDeclaration, dialect: SQLDialect, constants: ConstantReader,
    failures: SQLTranslation.Failures = .exact
  ) {
    self.table = table
    self.dialect = dialect
    self.constants = constants
    algebra.losesFailures = failures == .amongCandidates
  }

  /// The rows that bare keys read, if they are not those of the statement.
  var base: SQLScope?

  /// The rows that bare keys read.
  var root: SQLScope { base ?? SQLScope(table: table, alias: 0, frame: 0) }

  /// Whether there is more than one table.
  var usesAliases: Bool { aliases > 1 }

  /// The variables that stand for elements.
  var hidden: [Exact] { elements.map(\.name) }

  /// An operand of the whole predicate, with its explanation.
  mutating func part(_ predicate: AST.Predicate) -> TranslatedPart {
    reasons = []
    let pushdown = translate(predicate)
    return TranslatedPart(predicate: predicate, pushdown: pushdown, reasons: reasons)
  }

  mutating func translate(_ predicate: AST.Predicate) -> Pushdown<SQLCondition> {
    switch predicate {
    case .literal(let node): return CellComparison.constant(node.value)
    case .not(let node): return algebra.not(translate(node.operand))
    case .compound(let node):
      var operands: [Pushdown<SQLCondition>] = []
      for operand in node.operands { operands.append(translate(operand)) }
      return fitted(node.connective == .and ? algebra.and(operands) : algebra.or(operands))
    case .comparison(let node): return translate(node)
    }
  }

  /// A node without the sides that would exceed a limit of the database.
  mutating func fitted(_ node: Pushdown<SQLCondition>) -> Pushdown<SQLCondition> {
    let fitted = node.without { !dialect.limits.hold($0.size) }
    guard let fitted else { return node }
    reasons.append(.tooLarge)
    return fitted
  }

  /// The scope of a new table in SELECT number `frame`, or in a new SELECT.
  mutating func scope(of table: SQLTableDeclaration, frame: Int? = nil) -> SQLScope {
    if frame == nil { frames.append([]) }
    let scope = SQLScope(table: table, alias: aliases, frame: frame ?? frames.count - 1)
    aliases += 1
    return scope
  }

  /// The scope of the row that a row of `scope` is related to; nil if the database cannot join another table.
  mutating func joined(_ relation: SQLRelation, to scope: SQLScope) -> SQLScope? {
    let known = frames[scope.frame].first {
      $0.parent == scope.alias && $0.relation.field == relation.field
    }
    if let known {
      return SQLScope(
        table: relation.table, alias: known.alias, frame: scope.frame, isOptional: true)
    }
    guard frames[scope.frame].count + 1 < dialect.limits.tables else { return nil }
    var other = self.scope(of: relation.table, frame: scope.frame)
    other.isOptional = true
    frames[scope.frame].append(
      SQLJoin(relation: relation, parent: scope.alias, alias: other.alias))
    return other
  }

  /// Translates with a variable that represents the rows of a scope.
  mutating func with<Result>(
    _ name: String, as scope: SQLScope, _ body: (inout Translator) -> Result
  ) -> Result {
    elements.append((Exact(wrappedValue: name), scope))
    defer { elements.removeLast() }
    return body(&self)
  }

  /// The scope that a key path begins at.
  func scope(of base: AST.Expression) -> SQLScope? {
    switch base {
    case .selfReference: root
    case .variable(let node):
      elements.last { $0.name == Exact(wrappedValue: node.name) }?.scope
    default: nil
    }
  }
}
