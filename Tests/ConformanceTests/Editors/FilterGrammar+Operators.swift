@testable import FilterSyntax

extension TextMateGrammar {
  private static let comparison = "keyword.operator.comparison.filter"
  private static let bracket = (
    begin: "punctuation.section.brackets.begin.filter",
    end: "punctuation.section.brackets.end.filter"
  )

  /// The words that are quantifiers.
  static let quantifiers = Keyword.allCases.filter { $0.quantifier != nil }

  /// The operators with their options, and the words that depend on the operator before them.
  static let operators: [Rule] = [
    .token(
      Lexer.foreignOperators.keys.sorted().map(TokenPattern.escaped).joined(separator: "|"),
      "invalid.illegal.operator.filter"), nullTest,
    .token(
      "\(TokenPattern.word([.not]))(?=\(TokenPattern.blank)\(TokenPattern.word(Keyword.comparisons)))",
      comparison), listOptions,
    .token(
      "(\(TokenPattern.word([.in])))\(TokenPattern.blank)(\\[)", nil, comparison, bracket.begin),
    link(TokenPattern.word([.in]), comparison),
    link(words { $0.takesOptions && $0 != .in }, comparison, options),
    link(words { !$0.takesOptions }, comparison),
    link(TokenPattern.word([.union, .intersect, .minus]), "keyword.operator.set.filter"),
    link(signs { AST.Comparison.Operator($0) != nil }, comparison, options),
    link(
      signs { AST.Arithmetic.Operator($0) != nil || $0 == .percent },
      "keyword.operator.arithmetic.filter"),
    .token(signs { [.and, .or, .exclamation].contains($0) }, "keyword.operator.logical.filter"),
    link(signs { $0 == .assign }, "keyword.operator.assignment.filter"),
  ]

  /// The end of an operand that begins with a quantifier's word, and what shows that the word is a key.
  static var linkAfterKey: String {
    let links = signs { Link($0) != nil && $0 != .minus }
    return "(?:[,.)}\\]\\[]|\(links)|\(TokenPattern.word(Keyword.comparisons)))"
  }

  /// `IS NOT NULL`, without its last word.
  private static var nullTest: Rule {
    let (blank, end) = (TokenPattern.blank, TokenPattern.end)
    return .token(
      "((?i:IS)\(end))(?:\(blank)(\(TokenPattern.word([.not]))))?"
        + "(?=\(blank)\(TokenPattern.word([.null, .nil])))", nil, comparison, comparison)
  }

  /// The options of `IN`, which are the key in a list unless an operand follows.
  private static var listOptions: Rule {
    .token(
      "(\(TokenPattern.word([.in])))\(TokenPattern.blank)\(options)"
        + "(?=\(TokenPattern.blank)\(TokenPattern.operand))", nil, comparison, bracket.begin,
      option,
      bracket.end)
  }

  private static let option = "storage.modifier.option.filter"

  /// `[cd]`, in three groups.
  private static var options: String {
    let letters = String(AST.Comparison.Options.letters.map(\.letter))
    return "(\\[)\(TokenPattern.blank)((?i:[\(letters)]+))\(TokenPattern.blank)(\\])"
  }

  /// An operator before an operand, its options, and a word that is a key at the end of an operand.
  private static func link(_ pattern: String, _ scope: String, _ options: String? = nil) -> Rule {
    let blank = TokenPattern.blank
    let key =
      "(?:\(blank)(\(TokenPattern.word(quantifiers)))"
      + "(?=\(blank)(?:$|-|\(TokenPattern.word([.and, .or])))))?"
    let member = "variable.other.member.filter"
    guard let options else { return .token("(\(pattern))\(key)", nil, scope, member) }
    return .token(
      "(\(pattern))(?:\(blank)\(options))?\(key)", nil, scope, bracket.begin, option, bracket.end,
      member)
  }

  private static func words(_ condition: (AST.Comparison.Operator) -> Bool) -> String {
    TokenPattern.word(Keyword.comparisons.filter { $0.comparison.map(condition) ?? false })
  }

  private static func signs(_ condition: (Symbol) -> Bool) -> String {
    TokenPattern.sign(Symbol.allCases.filter(condition))
  }
}
