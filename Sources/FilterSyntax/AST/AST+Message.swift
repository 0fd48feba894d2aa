extension AST {
  /// `FUNCTION(receiver, "selector:", argument)`
  public struct Message: Hashable, Sendable {
    /// The receiver.
    public var receiver: Expression

    /// The constant selector.
    @Exact public var selector: String

    /// The arguments in order.
    public var arguments: [Expression]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The text of the selector.
    @Unhashed public var selectorRange: SourceRange

    /// The node of its parts.
    public init(
      _ receiver: Expression, _ selector: String, _ arguments: [Expression],
      range: SourceRange = .none, selectorRange: SourceRange = .none
    ) {
      self.receiver = receiver
      self.selector = selector
      self.arguments = arguments
      self.range = range
      self.selectorRange = selectorRange
    }
  }
}
