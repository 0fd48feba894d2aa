/// An operator as it was written: `NOT IN[c]`.
struct OperatorPhrase {
  var `operator`: AST.Comparison.Operator
  var options: AST.Comparison.Options = []
  var isNegated = false

  /// Whether it is `IS NULL`, which takes no right side.
  var isNullTest = false

  var range: SourceRange
}

extension Parser {
  /// Whether `IS NULL` or `IS NOT NULL` begins here.
  var isNullTest: Bool { lexer.isNullTest(current) }

  /// The word operator of a library at the current token.
  var wordOperator: String? { lexer.wordOperator(current, among: vocabulary.wordOperators) }

  ///     OperatorPhrase -> ["NOT"] Operator [Options] | "IS" ["NOT"] "NULL"
  mutating func parseOperatorPhrase(after left: Operand) throws(SyntaxError) -> OperatorPhrase {
    let start = current.range
    if isNullTest { return try parseNullTest(after: left) }
    let isNegated = current.kind == .keyword(.not)
    if isNegated { try advance() }
    var phrase = OperatorPhrase(
      operator: try parseOperator(from: start), isNegated: isNegated, range: start)
    phrase.range = SourceRange(start.lowerBound, previousEnd)
    if isNegated { try refuseNegation(phrase, after: left) }
    if phrase.operator.takesOptions, current.kind == .symbol(.leftBracket) {
      phrase.options = try parseOptions(isMembership: phrase.operator == .in)
      phrase.range = SourceRange(start.lowerBound, previousEnd)
    }
    return phrase
  }

  private func refuseNegation(
    _ phrase: OperatorPhrase, after left: Operand
  ) throws(SyntaxError) {
    guard lexer.strict else { return }
    let (name, side) = (phrase.operator.spelling, lexer.slice(left.range))
    let whole = left.range.union(phrase.range)
    throw SyntaxError(
      .notPortable(feature: "NOT before \(name)", instead: shortened("NOT \(side) \(name) …")),
      at: phrase.range, in: lexer.text,
      fix: SyntaxError.Fix(range: whole, replacement: "NOT \(side) \(name)"))
  }

  private mutating func parseOperator(
    from start: SourceRange
  ) throws(SyntaxError) -> AST.Comparison.Operator {
    let word = wordOperator
    let token = current
    try advance()
    switch token.kind {
    case .symbol(let symbol):
      guard let name = AST.Comparison.Operator(symbol) else { break }
      try checkSplit(from: token.range)
      return name
    case .keyword(let word):
      if let name = word.comparison { return name }
    case .selector where token.isSinglePart(in: lexer):
      return .selector(lexer.slice(token.range))
    default:
      guard let word else { break }
      try lexer.refuse("the operator \(word)", instead: nil, at: token.range)
      return .word(word)
    }
    throw error(.expected(.comparisonOperator), at: start)
  }

  // `= =`, `< >`, and `===` of other languages
  private func checkSplit(from first: SourceRange) throws(SyntaxError) {
    guard case .symbol(let second) = current.kind,
      AST.Comparison.Operator(second) != nil
    else { return }
    let joined = lexer.slice(first) + second.spelling
    if joined == "===" || joined == "!==", first.upperBound == current.range.lowerBound {
      let suggestion = String(joined.dropLast())
      throw error(
        .unknownOperator(joined, suggestion: suggestion), at: first.union(current.range),
        fix: suggestion)
    }
    guard let symbol = Symbol.table.first(where: { $0.text == joined })?.symbol else { return }
    let range = first.union(current.range)
    throw error(.splitOperator(joined), at: range, fix: symbol.spelling)
  }

  private mutating func parseNullTest(after left: Operand) throws(SyntaxError) -> OperatorPhrase {
    let start = current.range
    try advance()
    let isNegated = current.kind == .keyword(.not)
    if isNegated { try advance() }
    guard current.kind == .keyword(.null) || current.kind == .keyword(.nil) else {
      throw error(.expected(.null), at: current.range)
    }
    try advance()
    let range = SourceRange(start.lowerBound, previousEnd)
    let portable = isNegated ? "!= nil" : "== nil"
    try lexer.refuse(
      isNegated ? "IS NOT NULL" : "IS NULL", instead: portable, at: range, fix: portable)
    return OperatorPhrase(
      operator: isNegated ? .notEqual : .equal, isNullTest: true, range: range)
  }

  ///     Options -> "[" ("c" | "d" | "n" | "l")+ "]"
  private mutating func parseOptions(
    isMembership: Bool
  ) throws(SyntaxError) -> AST.Comparison.Options {
    var probe = self
    do throws(SyntaxError) {
      let options = try probe.readOptions()
      if !isMembership || probe.current.kind.startsExpression {
        self = probe
        return options
      }
      return []
    } catch {
      // After IN, a bracket may begin a list.
      if isMembership { return [] }
      throw listInPlaceOfOptions(error) ?? error
    }
  }

  private mutating func readOptions() throws(SyntaxError) -> AST.Comparison.Options {
    let start = current.range
    try advance()
    let word = current
    if word.kind == .symbol(.rightBracket) {
      throw error(.emptyOptions, at: start.union(word.range), fix: "")
    }
    switch word.kind {
    case .identifier, .keyword: break
    default: throw unexpected(.options)
    }
    var options: AST.Comparison.Options = []
    var position = word.range.lowerBound
    for letter in lexer.slice(word.range) {
      let place = SourceRange(position, position + letter.utf8.count)
      position = place.upperBound
      if letter == "w" || letter == "W" { throw error(.wordOption, at: place) }
      guard let option = letter.asciiValue.flatMap({ AST.Comparison.Options(letter: $0) }) else {
        throw error(.unknownOption(String(letter)), at: place)
      }
      options.insert(option)
    }
    try advance()
    try expect(.rightBracket, .rightBracket)
    return options
  }

}

extension Token {
  /// Whether a selector has one colon, as an operator with one right operand has.
  fileprivate func isSinglePart(in lexer: Lexer) -> Bool {
    lexer.bytes[range.lowerBound..<range.upperBound].count { $0 == UInt8(ascii: ":") } == 1
  }
}
