extension AST {
  /// `sqrt(x)`, `modulus:by:(a, b)`, `now()`
  public struct FunctionCall: Hashable, Sendable {
    /// The full name: `sqrt:`, `modulus:by:`, and `now` for a function without arguments.
    @Exact public var selector: String

    /// The arguments in order.
    public var arguments: [Expression]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ selector: String, _ arguments: [Expression], range: SourceRange = .none) {
      self.selector = selector
      self.arguments = arguments
      self.range = range
    }
  }
}

extension AST {
  /// `CAST(x, "NSNumber")`
  public struct Cast: Hashable, Sendable {
    /// The operand.
    public var operand: Expression

    /// The name of the type.
    public var type: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, type: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.type = type
      self.range = range
    }
  }
}

extension AST {
  /// `TERNARY(p, a, b)`
  public struct Ternary: Hashable, Sendable {
    /// The condition.
    public var condition: Predicate

    /// The value where the condition holds.
    public var whenTrue: Expression

    /// The value where it does not.
    public var whenFalse: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ condition: Predicate, whenTrue: Expression, whenFalse: Expression,
      range: SourceRange = .none
    ) {
      self.condition = condition
      self.whenTrue = whenTrue
      self.whenFalse = whenFalse
      self.range = range
    }
  }
}

extension AST {
  /// `SUBQUERY(items, $x, $x.price > 3)`
  public struct Subquery: Hashable, Sendable {
    /// The collection.
    public var collection: Expression

    /// The variable for an element.
    public var variable: Variable

    /// The predicate for each element.
    public var predicate: Predicate

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ collection: Expression, _ variable: Variable, _ predicate: Predicate,
      range: SourceRange = .none
    ) {
      self.collection = collection
      self.variable = variable
      self.predicate = predicate
      self.range = range
    }
  }
}

extension AST {
  /// `$x := 5`
  public struct Assignment: Hashable, Sendable {
    /// The variable.
    public var variable: Variable

    /// The value of the variable.
    public var value: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ variable: Variable, _ value: Expression, range: SourceRange = .none) {
      self.variable = variable
      self.value = value
      self.range = range
    }
  }
}
