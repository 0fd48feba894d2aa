#if Macros
  import FilterSyntax
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxBuilder
  internal import SwiftSyntaxMacros

  /// `#filter<Item>("…")`
  struct FilterMacro: ExpressionMacro {
    static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
      let call = try FilterCall(node)
      if let libraries = call.libraries {
        return
          "FilterPredicate<\(raw: call.item)>(\(call.node.trimmed), options: .init(libraries: \(libraries.trimmed)))"
      }
      let literal = try FilterLiteral(call.node)
      let (tree, notes) = try literal.predicate()
      for note in notes { context.diagnose(note) }
      let source = SwiftTree(values: literal.values).source(tree)
      let keys = KeyChecks(tree, of: call.item).source
      return """
        FilterPredicate<\(raw: call.item)>(
          expanding: \(raw: source),
          keys: \(raw: keys))
        """
    }
  }

  /// `#filterExpression<Item>("…")`
  struct FilterExpressionMacro: ExpressionMacro {
    static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
      let call = try FilterCall(node)
      let literal = try FilterLiteral(call.node)
      let tree = try literal.expression()
      let source = SwiftTree(values: literal.values).source(tree)
      let keys = KeyChecks(tree, of: call.item).source
      return """
        FilterExpression<\(raw: call.item)>(
          expanding: \(raw: source),
          keys: \(raw: keys))
        """
    }
  }

  /// The parts of a macro's call.
  private struct FilterCall {
    let item: String
    let node: StringLiteralExprSyntax
    let libraries: ExprSyntax?

    init(_ node: some FreestandingMacroExpansionSyntax) throws {
      guard let item = node.genericArgumentClause?.arguments.first?.argument.trimmedDescription
      else {
        let name = node.macroName.text
        throw DiagnosticsError(
          "the type of the items is missing: #\(name)<Item>(…)", at: node.macroName)
      }
      self.item = item
      guard let first = node.arguments.first,
        let literal = first.expression.as(StringLiteralExprSyntax.self)
      else {
        throw DiagnosticsError(
          "the text has to be a literal; FilterPredicate(text:) takes one that is made at run time",
          at: node.arguments.first.map { Syntax($0) } ?? Syntax(node))
      }
      self.node = literal
      libraries = node.arguments.first { $0.label?.text == "libraries" }?.expression
    }
  }
#endif
