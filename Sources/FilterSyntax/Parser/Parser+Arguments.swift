extension Parser {
  /// Refuses interpolations that the lexer found inside a token or a comment.
  @inline(never)
  mutating func checkInterpolations() throws(SyntaxError) {
    guard let offset = arguments?.missed(before: current) else { return }
    let end = min(offset + 2, lexer.bytes.count)
    throw error(.interpolationInside, at: SourceRange(min(offset, end), end))
  }

  /// Refuses arguments that no placeholder takes. One in quotes is text, which is the usual reason.
  func checkArguments(_ tree: Node) throws(SyntaxError) {
    guard let rest = arguments?.rest, rest > 0 else { return }
    var found: AST.Literal?
    try tree.visit(
      { node in
        if found == nil, case .literal(let literal) = node, literal.quotedPlaceholder != nil,
          isQuoted(literal.range)
        {
          found = literal
        }
      }, { _ in })
    guard let found, let placeholder = found.quotedPlaceholder else {
      throw error(.unusedArguments(rest), at: SourceRange(0, lexer.bytes.count))
    }
    throw error(
      .unusedArguments(rest), at: found.range,
      fix: found.value == .text(placeholder) ? placeholder : nil)
  }

  private func isQuoted(_ range: SourceRange) -> Bool {
    let written = lexer.bytes[range.lowerBound..<range.upperBound]
    return written.first == UInt8(ascii: "'") || written.first == UInt8(ascii: "\"")
  }

  /// `%@`, `%K`, `%d`
  mutating func parseArgument() throws(SyntaxError) -> Operand {
    let range = current.range
    let conversion = lexer.slice(range)
    guard arguments != nil else {
      let node = AST.Argument(templateArguments, conversion: conversion, range: range)
      templateArguments += 1
      return try parseLeaf(.argument(node))
    }
    let value = try takeArgument()
    if conversion == "%K" {
      let components = try keyPathComponents(value, range)
      try count(components.count)
      let base = AST.Expression.selfReference(AST.SelfReference(range: range))
      var operand = try parseLeaf(
        .keyPath(AST.KeyPath(base: base, components, range: range)))
      operand.isDotted = components.count > 1
      return operand
    }
    return try parseInserted(value)
  }

  /// `.%K`
  mutating func parseArgumentComponents() throws(SyntaxError) -> [AST.KeyPath.Component] {
    let range = current.range
    guard lexer.slice(range) == "%K" else { throw unexpected(.key) }
    guard arguments != nil else {
      let component = AST.KeyPath.Component(.argument, String(templateArguments), range: range)
      templateArguments += 1
      try advance()
      return [component]
    }
    let components = try keyPathComponents(try takeArgument(), range)
    try advance()
    return components
  }

  private mutating func takeArgument() throws(SyntaxError) -> SyntaxArguments.Value {
    guard let value = arguments?.take(at: current.range.lowerBound) else {
      throw error(.missingArgument(number: arguments?.number ?? 1), at: current.range)
    }
    return value
  }

  // Every character except the dot is part of a key. `@` begins an operator.
  private func keyPathComponents(
    _ value: SyntaxArguments.Value, _ range: SourceRange
  ) throws(SyntaxError) -> [AST.KeyPath.Component] {
    guard case .constant(.text(let path)) = value else { throw error(.keyPathArgument, at: range) }
    var components: [AST.KeyPath.Component] = []
    for step in path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      let isOperator = step.first == UInt8(ascii: "@")
      let name = String(Substring(isOperator ? step.dropFirst() : step))
      guard !name.isEmpty else { throw error(.emptyKey, at: range) }
      components.append(
        AST.KeyPath.Component(isOperator ? .collectionOperator : .key, name, range: range))
    }
    return components
  }

  private mutating func parseInserted(_ value: SyntaxArguments.Value) throws(SyntaxError) -> Operand
  {
    let range = current.range
    let expression: AST.Expression
    switch value {
    case .constant(let constant):
      expression = .literal(AST.Literal(constant, range: range))
    case .expression(let inserted):
      expression = inserted
    }
    let (height, number) = Node.expression(expression).measure()
    try count(number - 1)
    // An inserted expression behaves as if it were in parentheses.
    var operand = try parseLeaf(expression)
    operand.height = height
    operand.isParenthesized = true
    try check(height: depth + height)
    return operand
  }
}

extension AST.Literal {
  /// The placeholder that a text holds, which takes no argument where the text is written in quotes.
  package var quotedPlaceholder: String? {
    guard case .text(let content) = value, content.utf8.contains(UInt8(ascii: "%")) else {
      return nil
    }
    return ["%@", "%K"].first(where: content.contains)
  }
}
