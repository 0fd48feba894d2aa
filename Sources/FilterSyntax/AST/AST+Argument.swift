extension AST {
  /// `%@`, `%K`, `%ld`: a placeholder for an argument.
  ///
  /// Occurs only in a tree that was parsed without arguments, as a template.
  public struct Argument: Hashable, Sendable {
    /// The number of the argument, counted from 0.
    public var index: Int

    /// The placeholder in the text, such as `%@` or `%K`.
    @Exact public var conversion: String

    /// Whether it is a key path, `%K`.
    public var isKeyPath: Bool { conversion == "%K" }

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// A placeholder for argument number `index`.
    public init(_ index: Int, conversion: String, range: SourceRange = .none) {
      self.index = index
      self.conversion = conversion
      self.range = range
    }
  }
}
