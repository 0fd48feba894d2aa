extension Parser {
  func error(_ kind: SyntaxError.Kind, at range: SourceRange, fix: String? = nil) -> SyntaxError {
    lexer.error(kind, at: range, fix: fix)
  }

  /// Something else had to stand here.
  func unexpected(_ expectation: SyntaxError.Expectation) -> SyntaxError {
    switch current.kind {
    case .symbol(.percent) where expectation == .expression || expectation == .predicate:
      error(.lonePercent, at: current.range)
    default: error(.expected(expectation), at: current.range)
    }
  }

  /// A reserved word at the place of a key, where what follows shows that it is meant as one.
  func reservedWordError() -> SyntaxError? {
    guard case .keyword(let word) = current.kind else { return nil }
    switch peek() {
    case .symbol(.exclamation), .symbol(.leftParenthesis), .symbol(.minus): return nil
    case .symbol, .end:
      if case .symbol(let symbol)? = peek(), Link(symbol) == nil, symbol != .dot,
        !word.isOnlyReserved
      {
        return nil
      }
      if peek() == .end, !word.isOnlyReserved { return nil }
    case .keyword(let next):
      guard word.isOnlyReserved || AST.Comparison.Operator(next) != nil else { return nil }
    default:
      guard word.isOnlyReserved else { return nil }
    }
    let range = current.range
    return error(.reservedWord(word.spelling), at: range, fix: "#" + lexer.slice(range))
  }

  /// An operator had to stand here.
  func unexpectedOperator(after operand: Operand) -> SyntaxError {
    unexpectedTail(after: operand, .comparisonOperator)
  }

  /// What stands here belongs to nothing.
  func unexpectedTail(
    after operand: Operand, _ expectation: SyntaxError.Expectation
  ) -> SyntaxError {
    let isValue = if case .expression = operand.value { true } else { false }
    switch current.kind {
    case .identifier:
      let word = lexer.slice(current.range)
      if let error = gluedWord(word) { return error }
      let suggestion = nearestOperator(to: word, comparing: isValue)
      if suggestion != nil || isValue {
        return error(
          .unknownOperator(word, suggestion: suggestion), at: current.range, fix: suggestion)
      }
      return error(.expected(.connective), at: current.range)
    case .end, .symbol:
      return error(.expected(expectation), at: current.range)
    default:
      return error(.expected(isValue ? .comparisonOperator : .connective), at: current.range)
    }
  }

  func expectEnd(after operand: Operand) throws(SyntaxError) {
    guard current.kind == .end else { throw unexpectedTail(after: operand, .endOfFilter) }
  }

  // `'a'ANDy`: a quote ends a token, so that a word behind it may begin at once.
  private func gluedWord(_ word: String) -> SyntaxError? {
    guard previousEnd == current.range.lowerBound else { return nil }
    let upper = word.uppercased()
    guard let connective = ["AND", "OR"].first(where: { upper.hasPrefix($0) }) else { return nil }
    let parts = word.prefix(connective.count) + " " + word.dropFirst(connective.count)
    return error(
      .unknownOperator(word, suggestion: String(parts)), at: current.range, fix: String(parts))
  }

  private func nearestOperator(to word: String, comparing: Bool) -> String? {
    let upper = word.uppercased()
    if comparing, let synonym = Self.synonyms[upper] { return synonym }
    let connectives = [Keyword.and, .or].map(\.spelling)
    let operators = AST.Comparison.Operator.words.map(\.word.spelling)
    let names = operators + options.vocabulary.wordOperators.sorted()
    return EditDistance.nearest(to: upper, in: comparing ? names + connectives : connectives)
  }

  private static let synonyms = [
    "STARTSWITH": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "HASSUFFIX": "ENDSWITH",
    "INCLUDES": "CONTAINS", "HAS": "CONTAINS", "REGEX": "MATCHES", "REGEXP": "MATCHES",
    "EQUALS": "==", "EQ": "==", "IS": "==",
  ]
}

extension Keyword {
  /// Whether the word never begins or joins anything outside brackets.
  fileprivate var isOnlyReserved: Bool {
    switch self {
    case .first, .last, .size, .ci, .caseInsensitive: true
    default: false
    }
  }
}
