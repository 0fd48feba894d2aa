/// The names that libraries add to the grammar.
public struct SyntaxVocabulary: Hashable, Sendable {
  /// The numbers of arguments that each function takes, by selector (`sum:`, `modulus:by:`, `now`);
  /// nil if every function is allowed.
  public var functions: [String: ClosedRange<Int>]?

  /// The selectors of functions that Foundation lacks. `strict` refuses them.
  package var extensionFunctions: Set<String>

  /// The word operators, in upper case.
  public var wordOperators: Set<String>

  /// Names; without any, every function is allowed.
  public init(
    functions: [String: ClosedRange<Int>]? = nil, extensionFunctions: Set<String> = [],
    wordOperators: Set<String> = []
  ) {
    self.functions = functions
    self.extensionFunctions = extensionFunctions
    self.wordOperators = wordOperators
  }
}

extension SyntaxVocabulary {
  /// The names of the standard library. The engine takes its numbers of arguments from this table.
  package static let standard = SyntaxVocabulary(
    functions: standardFunctions, extensionFunctions: Set(extensions.keys))

  private static let standardFunctions: [String: ClosedRange<Int>] = {
    var functions = extensions
    for selector in selectors {
      let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
      functions[selector] = colons...colons
    }
    for selector in aggregates { functions[selector] = 1...Int.max }
    return functions
  }()

  /// Functions of a collection, or of its elements: `sum({1, 2})`, `sum(1, 2)`.
  private static let aggregates = """
    average: count: max: median: min: mode: stddev: sum:
    """.words

  /// Functions that Foundation lacks, which are called by name.
  private static let extensions: [String: ClosedRange<Int>] = [
    "add:": 3...4,
    "capture:": 3...3,
    "cidr:": 2...2,
    "coalesce:": 2...Int.max,
    "concat:": 1...Int.max,
    "day:": 1...2,
    "has:": 2...2,
    "hour:": 1...2,
    "minute:": 1...2,
    "month:": 1...2,
    "number:": 1...1,
    "replace:": 3...3,
    "round:": 1...2,
    "second:": 1...2,
    "split:": 2...2,
    "startOf:": 2...3,
    "substring:": 2...3,
    "trim:": 1...1,
    "version:": 1...1,
    "weekday:": 1...2,
    "year:": 1...2,
  ]

  private static let selectors = """
    abs: add:to: bitwiseAnd:with: bitwiseOr:with: bitwiseXor:with: castObject:toType: ceiling:
    divide:by: exp: floor: from:subtract: leftshift:by: length: ln: log: lowercase: modulus:by:
    multiply:by: noindex: now objectFrom:withIndex: onesComplement: raise:toPower: random randomn:
    rightshift:by: sqrt: trunc: uppercase:
    """.words

  /// The keys that strings, numbers and dates have without a field table.
  package static let standardLeafKeys = Set(
    """
    boolValue capitalizedString doubleValue floatValue intValue integerValue length longLongValue
    lowercaseString stringValue timeIntervalSince1970 timeIntervalSinceReferenceDate uppercaseString
    """.words)
}
