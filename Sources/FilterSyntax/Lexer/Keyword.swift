/// A reserved word, in any case; `#word` makes a key of it.
package enum Keyword: UInt8, Hashable, Sendable, CaseIterable {
  // Connectives and quantifiers.
  case and
  case or
  case not
  case any
  case some
  case all
  case none

  // Operators.
  case beginsWith
  case endsWith
  case contains
  case like
  case matches
  case `in`
  case between
  case conformsToUTI
  case equalsUTI
  case union
  case intersect
  case minus

  // Values.
  case null
  case `nil`
  case `true`
  case yes
  case `false`
  case no
  case `self`
  case anyKey
  case truePredicate
  case falsePredicate

  // Forms with parentheses.
  case subquery
  case cast
  case function
  case ternary

  // Named indices.
  case first
  case last
  case size

  // Reserved without a meaning of their own.
  case caseInsensitive
  case ci

  /// The number of bytes of the longest word.
  static let longest = 15

  /// Each word with its spelling.
  package static let table = zip(spellings, allCases).map { (text: $0, keyword: $1) }

  /// The word in upper case.
  package var spelling: String { Self.spellings[Int(rawValue)] }

  // In the order of the cases.
  private static let spellings = """
    AND OR NOT ANY SOME ALL NONE BEGINSWITH ENDSWITH CONTAINS LIKE MATCHES IN BETWEEN
    UTI-CONFORMS-TO UTI-EQUALS UNION INTERSECT MINUS NULL NIL TRUE YES FALSE NO SELF ANYKEY
    TRUEPREDICATE FALSEPREDICATE SUBQUERY CAST FUNCTION TERNARY FIRST LAST SIZE CASEINSENSITIVE CI
    """.words
  private static let words = table.map { (PackedWord($0.text.utf8), $0.keyword) }

  /// The reserved word that `text` spells, in any case; nil for other text.
  package init?(word text: some StringProtocol) { self.init(spelledBy: text.utf8) }

  /// The reserved word that ASCII bytes spell, in any case; nil for other bytes.
  init?(spelledBy bytes: some Collection<UInt8>) {
    guard let word = PackedWord(bytes) else { return nil }
    for (known, keyword) in Self.words where known == word {
      self = keyword
      return
    }
    return nil
  }

  /// The words that are operators between values.
  static let comparisons = allCases.filter { $0.comparison != nil }

  /// The operator between values that the word is.
  var comparison: AST.Comparison.Operator? {
    switch self {
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .contains: .contains
    case .like: .like
    case .matches: .matches
    case .in: .in
    case .between: .between
    case .conformsToUTI: .conformsToUTI
    case .equalsUTI: .equalsUTI
    default: nil
    }
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

/// A word of at most 16 ASCII bytes in upper case, in two machine words.
///
/// Every name of a text is looked up among the reserved words. Making a string for the lookup would cost more
/// than reading the name.
struct PackedWord: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The word of `bytes` in upper case; nil if they are more than 16, or not ASCII.
  init?(_ bytes: some Collection<UInt8>) {
    var place: UInt64 = 0
    for byte in bytes {
      guard place < 128, byte < 0x80 else { return nil }
      let upper = UInt64(byte &- 0x61 < 26 ? byte &- 0x20 : byte)
      if place < 64 { low |= upper &<< place } else { high |= upper &<< (place &- 64) }
      place &+= 8
    }
  }
}
