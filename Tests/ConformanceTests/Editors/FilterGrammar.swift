@testable import FilterSyntax

extension TextMateGrammar {
  /// The grammar of filters, from the tables of the lexer.
  static let filter = TextMateGrammar(
    comment: "Generated from the tables of the lexer by the tests; RECORD_SNAPSHOTS=1 writes it.",
    name: "Filter", scopeName: "source.filter",
    patterns: order.map { Rule(include: "#\($0.name)") },
    repository: Dictionary(uniqueKeysWithValues: order.map { ($0.name, .group($0.rules)) }))

  /// The groups, in the order in which they are tried.
  private static let order: [(name: String, rules: [Rule])] = [
    ("comments", comments), ("strings", strings), ("numbers", numbers), ("arguments", arguments),
    ("paths", paths), ("selectors", selectors), ("operators", operators), ("keywords", keywords),
    ("functions", functions),
    ("keys", [.token(TokenPattern.name, "variable.other.member.filter")]),
    ("punctuation", punctuation), ("mistakes", mistakes),
  ]

  private static let comments: [Rule] = [
    .region(
      "comment.block.filter", #"/\*"#, #"\*/"#,
      ends: (
        "punctuation.definition.comment.begin.filter", "punctuation.definition.comment.end.filter"
      )),
    .token("//", "invalid.illegal.comment.filter"),
  ]

  private static let strings: [Rule] = [("double", "\""), ("single", "'")].map { name, quote in
    .region(
      "string.quoted.\(name).filter", quote, quote,
      ends: (
        "punctuation.definition.string.begin.filter", "punctuation.definition.string.end.filter"
      ), [.token(TokenPattern.escape, "constant.character.escape.filter")])
  }

  private static let numbers: [Rule] =
    [.token(TokenPattern.date, "constant.other.date.filter")]
    + Lexer.bases.sorted { $0.value > $1.value }.map { letter, base in
      .token(
        TokenPattern.integer(letter, base: base),
        "constant.numeric.integer.\(baseNames[base] ?? "other").filter")
    } + [
      .token(TokenPattern.number, "constant.numeric.decimal.filter"),
      .token("[0-9]+(?:\(TokenPattern.name))?", "invalid.illegal.number.filter"),
    ]

  private static let baseNames = [16: "hexadecimal", 8: "octal", 2: "binary"]

  private static let arguments: [Rule] = [
    .token(TokenPattern.placeholder, "variable.parameter.filter"),
    .token(
      #"(\$)\#(TokenPattern.name)"#, "variable.other.filter",
      "punctuation.definition.variable.filter"
    ),
  ]

  /// Keys and collection operators with a sign, and the steps after a dot.
  private static let paths: [Rule] = [
    .region(
      "variable.other.member.quoted.filter", "`", "`(?!`)",
      ends: (
        "punctuation.definition.variable.begin.filter", "punctuation.definition.variable.end.filter"
      ), [.token("``", "constant.character.escape.filter")]),
    .token(
      "(#)\(TokenPattern.name)", "variable.other.member.filter",
      "punctuation.definition.variable.filter"),
    .token(
      "(@)\(TokenPattern.name)", "support.function.collection.filter",
      "punctuation.definition.function.filter"),
    .token(
      #"(\.)\#(TokenPattern.blank)(\#(TokenPattern.name))"#, nil, "punctuation.accessor.filter",
      "variable.other.member.filter"),
    .token(
      "\(TokenPattern.afterOperand)(\\[)\(TokenPattern.blank)"
        + "(\(TokenPattern.word([.first, .last, .size])))", nil,
      "punctuation.section.brackets.begin.filter", "keyword.other.index.filter"),
  ]

  /// The reserved words that are not operators. A quantifier before a link is a key.
  private static let keywords: [Rule] = [
    .token(TokenPattern.word([.and, .or, .not]), "keyword.control.filter"),
    .token(
      "\(TokenPattern.word(quantifiers))(?!\(TokenPattern.blank)\(linkAfterKey))",
      "keyword.other.quantifier.filter"),
    .token(
      TokenPattern.word([.null, .nil, .true, .yes, .false, .no, .truePredicate, .falsePredicate]),
      "constant.language.filter"),
    .token(TokenPattern.word([.self, .anyKey]), "variable.language.filter"),
    .token(
      TokenPattern.word([.subquery, .cast, .function, .ternary]), "support.function.form.filter"),
    .token(TokenPattern.word([.caseInsensitive, .ci]), "keyword.other.reserved.filter"),
  ]

  /// The parenthesis of a call.
  private static let call = "(?=\(TokenPattern.blank)\\()"

  /// Functions and operators whose names have colons.
  private static let selectors: [Rule] = [
    .token(standardFunctions { $0.contains(":") } + call, "support.function.filter"),
    .token(TokenPattern.selector + call, "entity.name.function.filter"),
    .token(TokenPattern.selector, "keyword.operator.comparison.filter"),
  ]

  private static let functions: [Rule] = [
    .token(standardFunctions { !$0.contains(":") } + call, "support.function.filter"),
    .token(TokenPattern.wholeName + call, "entity.name.function.filter"),
  ]

  /// The names of standard functions as they are called.
  private static func standardFunctions(_ condition: (String) -> Bool) -> String {
    let names = (SyntaxVocabulary.standard.functions ?? [:]).keys.sorted().map { selector in
      selector.utf8.count { $0 == UInt8(ascii: ":") } > 1
        ? selector : String(selector.prefix { $0 != ":" })
    }
    return "(?:\(names.filter(condition).joined(separator: "|")))"
  }

  private static let punctuation: [Rule] =
    [
      .token(",", "punctuation.separator.comma.filter"),
      .token(#"\."#, "punctuation.accessor.filter"),
    ]
    + [("parens", "(", ")"), ("brackets", "[", "]"), ("braces", "{", "}")].flatMap {
      name, begin, end -> [Rule] in
      [
        .token(TokenPattern.escaped(begin), "punctuation.section.\(name).begin.filter"),
        .token(TokenPattern.escaped(end), "punctuation.section.\(name).end.filter"),
      ]
    }

  private static let mistakes: [Rule] = [
    .token(#"[^\x09-\x0D ]"#, "invalid.illegal.character.filter")
  ]
}
