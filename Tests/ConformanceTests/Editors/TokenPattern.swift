@testable import FilterSyntax

/// Regular expressions for parts of the language, in the dialect that Oniguruma, PCRE and Foundation share.
enum TokenPattern {
  /// Blanks, or none.
  static let blank = #"[\x09-\x0D ]*"#

  // A subset of the Unicode properties of names that all dialects have.
  private static let start = #"[_\p{L}\p{Nl}]"#
  private static let part = #"[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\x{200C}\x{200D}]"#

  /// A name in any script.
  static let name = start + part + "*"

  /// A name that ends at the end of the match, which fails in linear time.
  static let wholeName = "(?<!\(part))(?>\(name))"

  /// `modulus:by:`, but not `x:=`. It does not begin inside another one, so it fails in linear time as well.
  static let selector = "(?<![:\(part.dropFirst()))(?>(?:(?>\(name)):(?!=))+)"

  /// The end of a word.
  static let end = "(?!\(part))"

  /// An operand and blanks before the position.
  static let afterOperand = "(?<=[)\\]}`\"'\(part.dropFirst())" + ")" + blank

  /// One of some reserved words, in any case.
  static func word(_ words: [Keyword]) -> String {
    "(?i:\(words.map(\.spelling).joined(separator: "|")))\(end)"
  }

  /// One of some signs, if it is not the beginning of a longer one.
  static func sign(_ symbols: [Symbol]) -> String {
    symbols.map { symbol in
      var next = Symbol.table.map(\.text).filter { $0 != symbol.spelling }
        .filter { $0.hasPrefix(symbol.spelling) }.map { escaped(String($0.dropFirst())) }
      if symbol == .slash { next += [#"\*"#, "/"] }
      if symbol == .percent { next += ["[A-Za-z@%]"] }
      return escaped(symbol.spelling) + (next.isEmpty ? "" : "(?!\(next.joined(separator: "|")))")
    }.joined(separator: "|")
  }

  /// A text, of which every sign is taken as it is.
  static func escaped(_ text: String) -> String {
    text.map { "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The beginning of an expression, as a list of options before one needs it.
  static var operand: String {
    let others = Keyword.allCases.filter { !Token.Kind.keyword($0).startsExpression }
    return "(?:[-({\\[.\"'`#@$%0-9]|(?!\(word(others)))\(start))"
  }

  /// The number in a base whose letter follows the zero.
  static func integer(_ letter: UInt8, base: Int) -> String {
    let digits = "0-\(min(base, 10) - 1)" + (base > 10 ? "a-fA-F" : "")
    let letter = String(UnicodeScalar(letter))
    return "0[\(letter)\(letter.uppercased())][\(digits)]+\(end)"
  }

  /// A decimal number, with a point and an exponent or without.
  static let number: String = {
    let digits = "[0-9](?:_?[0-9])*"
    let exponent = "(?:[eE][-+]?\(digits))?"
    return #"(?<!\#(part))(?>(?:\#(digits)(?:\.(?:\#(digits))?)?|\.\#(digits))\#(exponent))\#(end)"#
  }()

  /// A date, between its signs.
  static let date =
    "#[0-9]{4}-[0-9]{2}-[0-9]{2}"
    + #"(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[-+][0-9]{2}:[0-9]{2})?)?#"#

  /// A placeholder for an argument.
  static var placeholder: String {
    let letters = String(decoding: Lexer.conversions.sorted(), as: UTF8.self)
    return "%(?:[@K]|(?:\(Lexer.lengths.joined(separator: "|")))?[\(letters)])"
  }

  /// A character after a backslash, or its code.
  static let escape = #"\\(?:[0-7]{1,3}|[xX][0-9a-fA-F]{2}|[uU][0-9a-fA-F]{4}|.)"#
}
