internal import FilterSyntax
internal import FilterableResults

/// The text of columns in options: lists, names, and what can be an expression.
enum ColumnText {
  /// The parts of `text` between separators outside backquotes, quotes and brackets.
  static func split(_ text: String, at separator: Character) -> [String] {
    KeyPathText.split(text, at: separator)
  }

  /// The parts of a list between commas, without the blanks around them.
  static func list(_ text: String) -> [String] {
    split(text, at: ",").map { part in
      var part = part[...]
      while part.first?.isWhitespace == true { part.removeFirst() }
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }
  }

  /// A key without the backquotes around it; a doubled backquote inside it is a single one.
  static func unquoted(_ key: String) -> String {
    guard key.count >= 2, key.hasPrefix("`"), key.hasSuffix("`") else { return key }
    var name = ""
    var isSecond = false
    for character in key.dropFirst().dropLast() {
      isSecond = character == "`" && !isSecond
      if !isSecond { name.append(character) }
    }
    return name
  }

  private static let signs: Set<Character> = [
    "(", ")", "[", "]", "{", "}", "<", ">", "=", "!", "+", "-", "*", "/", "%", "&", "|", "^", "~",
    "$",
    ",", "'", "\"",
  ]

  /// Whether there is an operator, a bracket or a quote outside backquotes.
  static func mayBeExpression(_ text: String) -> Bool {
    var isQuoted = false
    for character in text {
      if character == "`" { isQuoted.toggle() }
      if !isQuoted, signs.contains(character) { return true }
    }
    let words = split(text, at: " ")
    return words.count > 1 && words.contains { Keyword(word: $0) != nil }
  }

  /// The name and the expression of `name=expression`; nil for any other text.
  static func named(_ text: String) -> (name: String, expression: String)? {
    guard let sign = text.firstIndex(of: "="), let first = text.first, !first.isNumber else {
      return nil
    }
    let name = text[..<sign].reversed().drop { $0 == " " }.reversed()
    let rest = text[text.index(after: sign)...].drop { $0 == " " }
    // `==`, `=<` and `=>` are comparisons.
    let isComparison = text[text.index(after: sign)...].first.map { "=<>".contains($0) } ?? true
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isComparison, isName, !name.isEmpty, !rest.isEmpty else { return nil }
    return (String(name), String(rest))
  }
}
