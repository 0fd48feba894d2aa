import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the places of a file where a small mistake would still compile.
final class SiteFinder: SyntaxVisitor {
  private let path: String
  private let converter: SourceLocationConverter
  private var sites: [Site] = []

  static func sites(of text: String, at path: String) -> [Site] {
    let parsed = Parser.parse(source: text)
    // What cannot be folded has operators of its own and is left as it is.
    let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    let finder = SiteFinder(
      path, SourceLocationConverter(fileName: path, tree: parsed))
    finder.walk(tree)
    return finder.sites
  }

  private init(_ path: String, _ converter: SourceLocationConverter) {
    self.path = path
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  private func add(
    _ kind: Site.Kind, _ node: some SyntaxProtocol, _ faulty: @escaping @Sendable (String) -> String
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    let end = node.endPositionBeforeTrailingTrivia
    let original = node.trimmedDescription
    let line = converter.location(for: start).line
    guard line == converter.location(for: end).line, !original.contains("//") else { return }
    sites.append(
      Site(
        kind: kind, path: path, line: line, range: start.utf8Offset..<end.utf8Offset,
        original: original, faulty: faulty))
  }

  // MARK: - What is left as it is

  // Messages of traps, hints to the processor and room that is made in advance change no result.
  private static let hints = [
    "precondition", "assert", "preconditionFailure", "fatalError", "assertionFailure",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    if Self.hints.contains(name) || name.hasSuffix("reserveCapacity") { return .skipChildren }
    if name == "min" || name == "max", node.arguments.count == 2 {
      let other = name == "min" ? "max" : "min"
      add(.extreme, node.calledExpression) { "(\($0) ? \(other) : \(name))" }
    }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: PatternExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: - Operators

  private static let comparisons = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
  ]

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.operator.trimmedDescription
    let (left, right) = (
      node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription
    )
    if let other = Self.comparisons[name] {
      add(.comparison, node) { "(\($0) ? \(left) \(other) \(right) : \(left) \(name) \(right))" }
    }
    switch name {
    case "&&": add(.operand, node.rightOperand) { "(\($0) || \(right))" }
    case "||": add(.operand, node.rightOperand) { "(!\($0) && \(right))" }
    case "+", "-", "&+", "&-":
      if right == "1" { add(.offByOne, node.rightOperand) { "(\($0) ? 0 : 1)" } }
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let parent = node.parent
    if parent?.is(ReturnStmtSyntax.self) == true || parent?.is(LabeledExprSyntax.self) == true {
      let literal = node.trimmedDescription
      add(.truth, node) { "(\($0) != \(literal))" }
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition,
      !expression.is(InfixOperatorExprSyntax.self), !expression.is(BooleanLiteralExprSyntax.self)
    {
      let condition = expression.trimmedDescription
      add(.condition, expression) { "(\($0) != (\(condition)))" }
    }
    return .visitChildren
  }

  // MARK: - Statements

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    // Each property has to get a value.
    .skipChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    // The only statement may be the result.
    guard node.count > 1 else { return .visitChildren }
    for item in node {
      guard let expression = item.item.as(ExprSyntax.self) else { continue }
      let isStatement =
        expression.is(FunctionCallExprSyntax.self) || Self.isAssignment(expression)
      let text = expression.trimmedDescription
      if isStatement, !text.contains("reserveCapacity"), !Self.hints.contains(where: text.hasPrefix)
      {
        add(.statement, expression) { "if !\($0) { \(text) }" }
      }
    }
    return .visitChildren
  }

  private static func isAssignment(_ expression: ExprSyntax) -> Bool {
    guard let node = expression.as(InfixOperatorExprSyntax.self) else { return false }
    if node.operator.is(AssignmentExprSyntax.self) {
      return !node.leftOperand.is(DiscardAssignmentExprSyntax.self)
    }
    let name = node.operator.trimmedDescription
    return name.hasSuffix("=") && comparisons[name] == nil && name != "==="
  }
}
