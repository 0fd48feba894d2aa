/// A reserved word, in any case; `#word` makes a key of it.
package enum Keyword: String, Hashable, Sendable, CaseIterable {
  // Connectives and quantifiers.
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"

  // Operators.
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case `in` = "IN"
  case between = "BETWEEN"
  case conformsToUTI = "UTI-CONFORMS-TO"
  case equalsUTI = "UTI-EQUALS"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"

  // Values.
  case null = "NULL"
  case `nil` = "NIL"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case `self` = "SELF"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  // Forms with parentheses.
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case function = "FUNCTION"
  case ternary = "TERNARY"

  // Places of an index.
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  // Reserved without a meaning of their own.
  case caseInsensitive = "CASEINSENSITIVE"
  case ci = "CI"

  /// The number of bytes of the longest word.
  static let longest = 15

  private static let words = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// The reserved word that `text` spells in any case, if it does.
  package init?(word text: some StringProtocol) {
    guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ $0 < 0x80 }),
      let word = Self.words[text.uppercased()]
    else { return nil }
    self = word
  }

  /// The quantifier that the word is.
  var quantifier: AST.Comparison.Quantifier? {
    switch self {
    case .any, .some: .any
    case .all: .all
    case .none: AST.Comparison.Quantifier.none
    default: nil
    }
  }
}
