extension AST {
  /// `tags[0]`, `tags[FIRST]`
  public struct Subscript: Hashable, Sendable {
    /// The indexed expression.
    public var base: Expression

    /// The index.
    public var index: Index

    /// Whether only the last step of a key path is indexed: `a.(d[0])`, which is how Foundation reads
    /// `a.d[0]`, and which fails when evaluated. Only `strict` reads it so.
    public var bindsToLastStep = false

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ base: Expression, _ index: Index, range: SourceRange = .none) {
      self.base = base
      self.index = index
      self.range = range
    }

    /// The index between the brackets.
    public indirect enum Index: Hashable, Sendable {
      /// `[FIRST]`
      case first
      /// `[LAST]`
      case last
      /// `[SIZE]`
      case size
      /// `[0]`, `["key"]`, `[$i + 1]`
      case expression(Expression)
    }
  }
}
