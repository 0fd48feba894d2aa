extension AST {
  /// A predicate: true or false for an item.
  @nonexhaustive
  public indirect enum Predicate: Hashable, Sendable {
    /// `TRUEPREDICATE`, `FALSEPREDICATE`
    case literal(BooleanLiteral)

    /// `age >= 18`
    case comparison(Comparison)

    /// `p AND q`, `p OR q`
    case compound(Compound)

    /// `NOT p`
    case not(Negation)

    /// The range in the text.
    public var range: SourceRange {
      switch self {
      case .literal(let node): node.range
      case .comparison(let node): node.range
      case .compound(let node): node.range
      case .not(let node): node.range
      }
    }
  }

  /// `TRUEPREDICATE`, `FALSEPREDICATE`
  public struct BooleanLiteral: Hashable, Sendable {
    /// Whether it is `TRUEPREDICATE`.
    public var value: Bool

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    public init(_ value: Bool, range: SourceRange = .none) {
      self.value = value
      self.range = range
    }
  }

  /// `p AND q AND r`, `p OR q`
  ///
  /// The operands are a list and never a chain: a deep chain overflows the stack when it is freed.
  public struct Compound: Hashable, Sendable {
    /// `AND`, `OR`
    public enum Connective: Hashable, Sendable {
      /// `AND`
      case and

      /// `OR`
      case or
    }

    /// `AND` or `OR`.
    public var connective: Connective

    /// The operands, in the order of evaluation.
    public var operands: [Predicate]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The operands, connected.
    public init(_ connective: Connective, _ operands: [Predicate], range: SourceRange = .none) {
      self.connective = connective
      self.operands = operands
      self.range = range
    }
  }

  /// `NOT p`
  public struct Negation: Hashable, Sendable {
    /// The operand.
    public var operand: Predicate

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The opposite of `operand`.
    public init(_ operand: Predicate, range: SourceRange = .none) {
      self.operand = operand
      self.range = range
    }
  }
}
