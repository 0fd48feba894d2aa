import FilterSyntax

extension CompletionWords {
  /// The operators, connectives and signs that can follow an operand.
  func links(_ position: LinkPosition) -> [CompletionWord] {
    var words: [CompletionWord] = []
    if position.isLowerBound {
      words.append(CompletionWord("AND", .keyword, .expected, detail: "upper bound"))
    }
    words += position.bareValue == nil ? connectives(position) : []
    words += signs(position).map { CompletionWord($0, .punctuation, .expected) }
    words += comparisons(position)
    words += position.bareValue == nil ? [] : connectives(position)
    let kind = position.operand.flatMap { types.type(of: $0).kind }
    if kind.map({ $0.comparisonKind == .number || $0 == .date }) ?? true {
      words += vocabulary.arithmetic.filter { position.arithmetic.contains($0.operator) }
        .flatMap(\.words)
      if position.hasModulus { words += vocabulary.modulus }
    }
    if position.hasSetOperators, kind.map({ $0 == .list || $0 == .set }) ?? true {
      words += vocabulary.sets
    }
    if position.hasAssignment { words += vocabulary.assignment }
    return words
  }

  // A call takes as many arguments as its function has parameters.
  private func signs(_ position: LinkPosition) -> [String] {
    guard let (function, count) = position.call else { return position.signs }
    return position.signs.filter {
      $0 == ","
        ? vocabulary.mayGoOn(function, after: count) : vocabulary.mayEnd(function, after: count)
    }
  }

  // A value alone is a predicate if it can be a Boolean.
  private func connectives(_ position: LinkPosition) -> [CompletionWord] {
    guard position.hasConnectives else { return [] }
    let words = CompletionVocabulary.connectives
    guard let value = position.bareValue else { return words }
    switch types.type(of: value).kind {
    case .boolean: return words.map { $0.group == .expected ? $0.with(.other) : $0 }
    case nil, .number?: return words.map { $0.with(.seldom) }
    default: return []
    }
  }

  /// The comparison operators that can follow an operand.
  func operators(_ position: LinkPosition) -> [CompletionWord] {
    guard let (expression, quantifier) = position.comparable else { return [] }
    let left = types.comparedType(of: expression, quantifier)
    return vocabulary.comparisons.filter { canFollow(left, $0.operator) }.flatMap(\.words)
  }

  private func comparisons(_ position: LinkPosition) -> [CompletionWord] {
    let operators = operators(position)
    guard !operators.isEmpty, !engine.isStrict else { return operators }
    return operators + CompletionVocabulary.nullTests
      + CompletionVocabulary.negation.prefix(1).map { word in
        var word = word
        word.kind = .operator
        return word.with(.seldom)
      }
  }

  /// Whether some right side gives a comparison a useful answer.
  private func canFollow(_ left: StaticType, _ operation: AST.Comparison.Operator) -> Bool {
    guard left.kind != nil, engine.layout.isTyped else { return true }
    return FilterKind.allCases.contains {
      $0 != .null && index.canCompare(left, operation, StaticType(kind: $0))
    }
  }
}
