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
