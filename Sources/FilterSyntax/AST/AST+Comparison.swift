extension AST {
  /// `age >= 18`, `ANY tags BEGINSWITH[cd] "a"`
  public struct Comparison: Hashable, Sendable {
    /// `ANY`, `ALL`, `NONE` before the left side.
    public var quantifier: Quantifier?

    /// The left side; the side that a quantifier goes through.
    public var left: Expression

    /// The operator.
    public var `operator`: Operator

    /// `[cdnl]`
    public var options: Options

    /// The right side.
    public var right: Expression

    /// The range of the whole comparison in the text.
    @Unhashed public var range: SourceRange

    /// The range of the operator and its options.
    @Unhashed public var operatorRange: SourceRange

    /// `quantifier left operator[options] right`
    public init(
      quantifier: Quantifier? = nil, _ left: Expression, _ operator: Operator,
      options: Options = [], _ right: Expression, range: SourceRange = .none,
      operatorRange: SourceRange = .none
    ) {
      self.quantifier = quantifier
      self.left = left
      self.operator = `operator`
      self.options = options
      self.right = right
      self.range = range
      self.operatorRange = operatorRange
    }

    /// `ANY`, `ALL`, `NONE`
    public enum Quantifier: Hashable, Sendable {
      /// `ANY`, `SOME`
      case any

      /// `ALL`
      case all

      /// `NONE`, the opposite of `ANY`
      case none
    }

    /// `==`, `BEGINSWITH`, `BETWEEN` …
    @nonexhaustive
    public enum Operator: Hashable, Sendable {
      /// `==`, `=`
      case equal
      /// `!=`, `<>`
      case notEqual
      /// `<`
      case lessThan
      /// `<=`, `=<`
      case lessThanOrEqual
      /// `>`
      case greaterThan
      /// `>=`, `=>`
      case greaterThanOrEqual
      /// `BEGINSWITH`
      case beginsWith
      /// `ENDSWITH`
      case endsWith
      /// `CONTAINS`
      case contains
      /// `LIKE`
      case like
      /// `MATCHES`
      case matches
      /// `IN`
      case `in`
      /// `BETWEEN`
      case between
      /// `UTI-CONFORMS-TO`
      case conformsToUTI
      /// `UTI-EQUALS`
      case equalsUTI
      /// `isWithin:`, a selector with its colon
      case selector(String)
      /// `WITHIN_KM`, a word operator of a library, in upper case
      case word(String)
    }

    /// `[cdnl]`
    public struct Options: OptionSet, Hashable, Sendable {
      /// One bit for each option.
      public let rawValue: UInt8

      /// The options of these bits.
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// `c`: ignores case.
      public static let caseInsensitive = Options(rawValue: 1)
      /// `d`: ignores diacritics.
      public static let diacriticInsensitive = Options(rawValue: 2)
      /// `n`: compares bytes, because the texts are already normalised.
      public static let normalized = Options(rawValue: 4)
      /// `l`: follows the rules of the current locale.
      public static let localeSensitive = Options(rawValue: 8)

      /// Each option with its letter, in the order of printing.
      package static let letters: [(letter: Character, option: Options)] = [
        ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
        ("l", .localeSensitive),
      ]
    }
  }
}

extension AST.Comparison.Operator {
  /// A group of operators that take the same values.
  package enum Family: Sendable {
    /// `==`, `!=`, `<`, `<=`, `>`, `>=`
    case relation(Relation)

    /// `BETWEEN`
    case bounds

    /// `IN`
    case membership

    /// `CONTAINS`
    case containment

    /// `BEGINSWITH`, `ENDSWITH`
    case text

    /// `LIKE`, `MATCHES`
    case pattern

    /// `UTI-CONFORMS-TO`, `UTI-EQUALS`
    case uniformType

    /// A word or a selector of a library
    case library(String)
  }

  /// A test of two values by equality or order.
  package enum Relation: Sendable {
    case equal, notEqual, lessThan, lessThanOrEqual, greaterThan, greaterThanOrEqual
  }

  /// The values that an operator tests for equality.
  package enum Equated: Sendable {
    case sides, elementsOfLeft, elementsOfRight
  }

  /// The family of the operator.
  package var family: Family {
    switch self {
    case .equal: .relation(.equal)
    case .notEqual: .relation(.notEqual)
    case .lessThan: .relation(.lessThan)
    case .lessThanOrEqual: .relation(.lessThanOrEqual)
    case .greaterThan: .relation(.greaterThan)
    case .greaterThanOrEqual: .relation(.greaterThanOrEqual)
    case .between: .bounds
    case .in: .membership
    case .contains: .containment
    case .beginsWith, .endsWith: .text
    case .like, .matches: .pattern
    case .conformsToUTI, .equalsUTI: .uniformType
    case .selector(let name), .word(let name): .library(name)
    }
  }

  /// The relation; nil for operators of other families.
  package var relation: Relation? {
    if case .relation(let relation) = family { relation } else { nil }
  }

  /// The values that the operator tests for equality; nil if it has another test.
  package var equated: Equated? {
    switch family {
    case .relation(.equal), .relation(.notEqual): .sides
    case .membership: .elementsOfRight
    case .containment: .elementsOfLeft
    case .relation, .bounds, .text, .pattern, .uniformType, .library: nil
    }
  }

  /// The name of the operator in a library; nil for operators of the language.
  package var libraryName: String? { if case .library(let name) = family { name } else { nil } }

  /// Whether it is a selector, which takes no options.
  package var isSelector: Bool { if case .selector = self { true } else { false } }

  /// Whether options may follow.
  var takesOptions: Bool {
    switch family {
    case .relation, .membership, .containment, .text, .pattern: true
    case .bounds, .uniformType: false
    case .library: !isSelector
    }
  }
}
