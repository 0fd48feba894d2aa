extension AST {
  /// `a + b`, `a & b`
  public struct Arithmetic: Hashable, Sendable {
    /// The operator.
    public var `operator`: Operator

    /// The left side.
    public var left: Expression

    /// The right side.
    public var right: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(
      _ operator: Operator, _ left: Expression, _ right: Expression, range: SourceRange = .none
    ) {
      self.operator = `operator`
      self.left = left
      self.right = right
      self.range = range
    }

    /// `+`, `-`, `**`, `&` …, each with the selector of its function.
    public enum Operator: String, Hashable, Sendable, CaseIterable {
      /// `+`
      case add = "add:to:"
      /// `-`
      case subtract = "from:subtract:"
      /// `*`
      case multiply = "multiply:by:"
      /// `/`
      case divide = "divide:by:"
      /// `**`
      case power = "raise:toPower:"
      /// `&`
      case bitwiseAnd = "bitwiseAnd:with:"
      /// `|`
      case bitwiseOr = "bitwiseOr:with:"
      /// `^`
      case bitwiseXor = "bitwiseXor:with:"
      /// `<<`
      case shiftLeft = "leftshift:by:"
      /// `>>`
      case shiftRight = "rightshift:by:"
    }
  }
}

extension AST {
  /// `-x`, where x is not a number literal
  public struct Minus: Hashable, Sendable {
    /// The operand.
    public var operand: Expression

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ operand: Expression, range: SourceRange = .none) {
      self.operand = operand
      self.range = range
    }
  }
}
