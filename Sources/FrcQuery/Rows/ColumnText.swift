internal import FilterSyntax
internal import FilterableResults

/// The text of columns in options: lists, names, and what can be an expression.
enum ColumnText {
  /// The parts of `text` between separators outside backquotes, quotes and brackets.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    KeyPathText.split(text, at: separator)
  }

  /// The text before the last separator outside backquotes, quotes and brackets, and the one after it; nil if there is
  /// no separator.
  static func divided(
    _ text: String, atLast separator: Unicode.Scalar
  ) -> (first: String, last: String)? {
    var parts = split(text, at: separator)
    guard parts.count > 1, let last = parts.popLast() else { return nil }
    return (parts.joined(separator: "\(separator)"), last)
  }

  /// The parts of a list between commas, without the blanks around them.
  static func list(_ text: String) -> [String] {
    split(text, at: ",").map { KeyPathText.trimmed($0) }
  }

  /// A key without the backquotes around it; a doubled backquote inside it is a single one.
  static func unquoted(_ key: String) -> String {
    key.unquoted(by: "`") ?? key
  }

  private static let signs = "()[]{}<>=!+-*/%&|^~$,'\""

  /// Whether there is an operator, a bracket or a quote outside backquotes.
  static func mayBeExpression(_ text: String) -> Bool {
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "`" { isQuoted.toggle() }
      if !isQuoted, signs.unicodeScalars.contains(scalar) { return true }
    }
    let words = split(text, at: " ")
    return words.count > 1 && words.contains { Keyword(word: $0) != nil }
  }

  /// Whether words between blanks are one expression, as an operator is between them.
  static func isExpression(_ words: [String]) -> Bool {
    words.indices.dropLast().contains { index in
      let (word, next) = (words[index], words[index + 1])
      let signs = "<>=!+-*/%&|^".unicodeScalars
      return word.unicodeScalars.last.map(signs.contains) ?? false
        || next.unicodeScalars.first.map(signs.contains) ?? false
        || operators.contains(Keyword(word: next)) && index + 2 < words.count
        || Keyword(word: word) == .not
    }
  }

  /// The operators that are words. A word is a key where nothing is beside it.
  private static let operators: Set<Keyword?> = [
    .and, .or, .beginsWith, .endsWith, .contains, .like, .matches, .in, .between, .union,
    .intersect, .minus,
  ]

  /// The name and the expression of `name=expression`; nil for any other text.
  static func named(_ text: String) -> (name: String, expression: String)? {
    let scalars = text.unicodeScalars
    guard let sign = text.place(of: "="), let first = scalars.first, !first.isDigit else {
      return nil
    }
    let name = KeyPathText.trimmed(String(text[..<sign]))
    let after = scalars[scalars.index(after: sign)...]
    let rest = after.drop { $0 == " " }
    // `==`, `=<` and `=>` are comparisons.
    let isComparison = after.first.map { "=<>".unicodeScalars.contains($0) } ?? true
    guard !isComparison, name.unicodeScalars.allSatisfy(\.isOfName), !name.isEmpty, !rest.isEmpty
    else {
      return nil
    }
    return (name, String(Substring(rest)))
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a mark of one, a digit or an underscore.
  var isOfName: Bool {
    self == "_" || properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var isDigit: Bool { properties.numericType != nil }
}
