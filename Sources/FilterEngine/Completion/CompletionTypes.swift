import FilterSyntax

/// The static types of the parts of an unfinished text, as the compiler finds them.
struct CompletionTypes {
  private let engine: CompletionEngine
  private let subqueries: [(variable: String, collection: AST.Expression)]

  init(_ engine: CompletionEngine, _ request: CompletionRequest) {
    self.engine = engine
    subqueries = request.subqueries
  }

  /// The limits of constant parts, which only the types of are needed.
  private static let limits: EvaluationLimits = {
    var limits = EvaluationLimits.standard
    limits.steps = 1_000
    limits.elements = 1_000
    limits.bytes = 10_000
    limits.textBytes = 10_000
    limits.regularExpressions.tries = 1_000
    return limits
  }()

  /// The number of nodes of the largest expression that is compiled. More would take longer than parsing the text.
  private static let maximumNodes = 200

  /// The type of an expression; unknown for a large one, and for one that does not compile.
  func type(of expression: AST.Expression) -> StaticType {
    var compiler = Compiler(
      CompilationOptions(
        layout: engine.layout, libraries: engine.vocabulary.libraries.index,
        rules: engine.isStrict ? .strict : .standard,
        limits: .beginning(Self.limits)))
    for (name, kind) in engine.variables {
      compiler.declare(name, StaticType(kind: kind))
    }
    for (variable, collection) in subqueries {
      let type = Self.type(of: collection, &compiler)
      compiler.declare(variable, StaticType(kind: type.elementKind, members: type.members))
    }
    return Self.type(of: expression, &compiler)
  }

  private static func type(
    of expression: AST.Expression, _ compiler: inout Compiler
  ) -> StaticType {
    guard expression.measure().nodes <= maximumNodes else { return .unknown }
    return (try? compiler.compile(whole: expression))?.type ?? .unknown
  }

  /// The type of what an operator after a quantifier compares.
  func comparedType(
    of expression: AST.Expression, _ quantifier: AST.Comparison.Quantifier?
  ) -> StaticType {
    let type = type(of: expression)
    guard quantifier != nil else { return type }
    return StaticType(kind: type.elementKind, members: type.members)
  }

  /// The kind of the right side of a comparison, or of an element of its list; nil for any kind.
  func kind(beside side: OpenComparisonSide, isElement: Bool) -> FilterKind? {
    let type = comparedType(of: side.left, side.quantifier)
    switch side.operator.family {
    case .relation, .bounds: return type.kind
    case .membership: return isElement ? type.kind : .list
    case .containment: return type.isCollection ? type.elementKind : .string
    case .text, .pattern, .uniformType: return .string
    case .library(let name): return engine.vocabulary.libraries.index.wordOperator(name)?.right
    }
  }

  /// The field that an expression reads; nil for other expressions.
  func field(of expression: AST.Expression) -> FieldType? {
    guard let names = names(of: expression) else { return nil }
    var table: FieldTable? = engine.layout.table
    var field: FieldAccess?
    for name in names {
      field = table?[name]
      table = field?.type.members?.rowLayout.table
    }
    return field?.type
  }

  /// The key path on the left side of a comparison, whose values may be shown; nil for other expressions.
  func valueKey(of side: OpenComparisonSide) -> String? {
    switch side.operator.family {
    case .relation, .membership, .containment, .text: break
    case .library: if side.operator.isSelector { return nil }
    case .bounds, .pattern, .uniformType: return nil
    }
    guard let names = names(of: side.left), !names.isEmpty else { return nil }
    if engine.layout.isTyped, field(of: side.left) == nil { return nil }
    let path = AST.Expression.keyPath(AST.KeyPath(names.map { AST.KeyPath.Component(.key, $0) }))
    if let policy = engine.policy {
      do { try PolicyCheck(policy: policy, text: "").check(path) } catch { return nil }
    }
    return path.sourceText
  }

  private func names(of expression: AST.Expression) -> [String]? {
    names(of: expression, within: subqueries[...])
  }

  /// The keys of a key path from the item, also through the variable of one of some subqueries; nil for other
  /// expressions.
  private func names(
    of expression: AST.Expression,
    within subqueries: ArraySlice<(variable: String, collection: AST.Expression)>
  ) -> [String]? {
    guard case .keyPath(let path) = expression, path.components.allSatisfy({ $0.kind == .key })
    else { return nil }
    let names = path.components.map(\.name)
    switch path.base {
    case .selfReference: return names
    case .variable(let variable):
      // A collection can only use the variables of subqueries around it, which may have the same name.
      guard let index = subqueries.lastIndex(where: { $0.variable == variable.name }),
        let outer = self.names(
          of: subqueries[index].collection, within: subqueries[..<index])
      else { return nil }
      return outer + names
    default: return nil
    }
  }
}
