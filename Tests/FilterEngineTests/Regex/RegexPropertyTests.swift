import Testing

@testable import FilterEngine

/// The members of named sets, scalar by scalar, as the standard library knows them.
struct RegexPropertyTests {
  typealias Members = @Sendable (Unicode.Scalar.Properties, Unicode.Scalar) -> Bool

  /// Latin and Greek in order, and a few of other kinds. All of them are older than any version in use.
  private static let scalars: [Unicode.Scalar] =
    (0...0x24F as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    + (0x391...0x3A1 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    + "\u{300}\u{345}\u{663}\u{2160}\u{24B6}\u{200C}\u{200D}\u{203F}\u{2028}漢かǅⅷ½€←“”😀𝟎"
    .unicodeScalars

  private static func isOf(_ categories: [Unicode.GeneralCategory]) -> Members {
    { properties, _ in categories.contains(properties.generalCategory) }
  }

  private static let isPunctuation = isOf([
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
    .initialPunctuation,
    .finalPunctuation, .otherPunctuation,
  ])
  private static let isMark = isOf([.nonspacingMark, .spacingMark, .enclosingMark])
  private static let isLetter = isOf([
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
  ])
  private static let isDigit = isOf([.decimalNumber])

  private static let posix: [(name: String, members: Members)] = [
    ("alnum", { properties, scalar in properties.isAlphabetic || isDigit(properties, scalar) }),
    ("alpha", { properties, _ in properties.isAlphabetic }),
    ("ascii", { _, scalar in scalar.isASCII }),
    (
      "blank",
      { properties, scalar in scalar == "\t" || properties.generalCategory == .spaceSeparator }
    ),
    ("cntrl", isOf([.control])), ("digit", isDigit), ("punct", isPunctuation),
    ("lower", { properties, _ in properties.isLowercase }),
    ("space", { properties, _ in properties.isWhitespace }),
    ("upper", { properties, _ in properties.isUppercase }),
    ("xdigit", { properties, scalar in properties.isHexDigit || isDigit(properties, scalar) }),
    (
      "word",
      { properties, scalar in
        properties.isAlphabetic || isMark(properties, scalar) || isDigit(properties, scalar)
          || properties.generalCategory == .connectorPunctuation || properties.isJoinControl
      }
    ),
  ]

  private static let properties: [(name: String, members: Members)] = [
    ("L", isLetter), ("Letter", isLetter), ("gc=L", isLetter),
    ("General_Category: letter", isLetter),
    ("Lu", isOf([.uppercaseLetter])), ("Ll", isOf([.lowercaseLetter])),
    ("Lt", isOf([.titlecaseLetter])),
    ("LC", isOf([.uppercaseLetter, .lowercaseLetter, .titlecaseLetter])),
    ("M", isMark), ("Nd", isDigit), ("digit", isDigit), ("Nl", isOf([.letterNumber])),
    ("No", isOf([.otherNumber])), ("P", isPunctuation), ("punct", isPunctuation),
    ("Sc", isOf([.currencySymbol])), ("Sm", isOf([.mathSymbol])), ("Zs", isOf([.spaceSeparator])),
    ("Cc", isOf([.control])), ("cntrl", isOf([.control])), ("Cf", isOf([.format])),
    ("Alphabetic", { properties, _ in properties.isAlphabetic }),
    ("alpha=Yes", { properties, _ in properties.isAlphabetic }),
    ("alpha=f", { properties, _ in !properties.isAlphabetic }),
    ("Lowercase", { properties, _ in properties.isLowercase }),
    ("Is Upper-case", { properties, _ in properties.isUppercase }),
    ("White_Space", { properties, _ in properties.isWhitespace }),
    ("Dash", { properties, _ in properties.isDash }),
    ("Math", { properties, _ in properties.isMath }),
    ("Any", { _, _ in true }), ("ASCII", { _, scalar in scalar.isASCII }),
    ("InGreek", { _, scalar in (0x370...0x3FF).contains(scalar.value) }),
    ("blk=Basic Latin", { _, scalar in scalar.isASCII }),
  ]

  /// If case is ignored, the sets of one case have the scalars that become that case, too.
  private static let folded: [(name: String, members: Members)] = [
    ("upper", { $1.properties.isUppercase || $0.changesWhenUppercased }),
    ("lower", { $1.properties.isLowercase || $0.changesWhenLowercased }),
    ("alpha", { properties, _ in properties.isAlphabetic }), ("digit", isDigit),
    ("punct", isPunctuation),
  ]

  /// Checks that `set` has these members and `others` the rest, as a whole and against each other.
  private func check(
    _ set: String, _ others: String, _ members: Members, options: String = "",
    of scalars: [Unicode.Scalar] = scalars
  ) {
    for scalars in [scalars, scalars.filter(\.isASCII)] {
      let inside = scalars.filter { members($0.properties, $0) }
      let outside = scalars.filter { !members($0.properties, $0) }
      for (scalars, set, others) in [(inside, set, others), (outside, others, set)] {
        let text = String(String.UnicodeScalarView(scalars))
        for library in RegexLibrary.allCases {
          for pattern in ["\(set)*", "(?:(?!\(others))(?s:.))*"] {
            let outcome = regexOutcome(pattern, text, options: options, by: library)
            guard outcome != .answer(true) else { continue }
            let wrong = scalars.filter {
              regexOutcome(pattern, String($0), options: options, by: library) != .answer(true)
            }
            Issue.record("\(pattern) [\(options)] by \(library): \(outcome), \(wrong)")
          }
        }
      }
    }
  }

  @Test(arguments: posix.indices)
  func aPOSIXSetHasItsMembers(_ index: Int) {
    let (name, members) = Self.posix[index]
    check("[[:\(name):]]", "[[:^\(name):]]", members)
    check("[[:\(name):]]", "[^[:\(name):]]", members)
    check("[:\(name):]", "[:^\(name):]", members)
    check("\\p{\(name)}", "\\P{\(name)}", members)
  }

  @Test(arguments: properties.indices)
  func aPropertyHasItsMembers(_ index: Int) {
    let (name, members) = Self.properties[index]
    check("\\p{\(name)}", "\\P{\(name)}", members)
    check("[\\p{\(name)}]", "[^\\p{\(name)}]", members)
    check("[^\\P{\(name)}]", "[\\P{\(name)}]", members)
  }

  @Test(arguments: folded.indices)
  func aSetOfOneCaseHasBothIfCaseIsIgnored(_ index: Int) {
    let (name, members) = Self.folded[index]
    // The libraries differ on letters whose other case is several letters, is that of another one, or is new.
    let scalars = Self.scalars.filter { scalar in
      let properties = scalar.properties
      let mappings = [properties.lowercaseMapping, properties.uppercaseMapping]
      return mappings.allSatisfy { $0.unicodeScalars.count == 1 }
        && !"ıƛ".unicodeScalars.contains(scalar)
    }
    check("[[:\(name):]]", "[^[:\(name):]]", members, options: "c", of: scalars)
    check("\\p{\(name)}", "\\P{\(name)}", members, options: "c", of: scalars)
  }
}
