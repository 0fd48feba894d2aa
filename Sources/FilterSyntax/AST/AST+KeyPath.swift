extension AST {
  /// `owner.name`, `$x.tags.@count`, `(a.d)[0].b`
  public struct KeyPath: Hashable, Sendable {
    /// The base of the path: `SELF` where nothing is written.
    public var base: Expression

    /// The steps, at least one.
    public var components: [Component]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The path from `base`.
    public init(
      base: Expression = .selfReference(SelfReference()), _ components: [Component],
      range: SourceRange = .none
    ) {
      self.base = base
      self.components = components
      self.range = range
    }

    /// One step of a key path.
    public struct Component: Hashable, Sendable {
      /// The kinds of steps.
      public enum Kind: Hashable, Sendable {
        /// `name`: the value of a key
        case key

        /// `@sum`: a collection operator, named without the sign
        case collectionOperator

        /// `%K` after a dot in a template, named by the number of its argument
        case argument

        /// `$k`: the key that a variable holds, named without the sign
        case variable
      }

      /// The kind of the step.
      public var kind: Kind

      /// The key, the operator or the variable, without any sign or quotes.
      @Exact public var name: String

      /// The range in the text.
      @Unhashed public var range: SourceRange

      /// A step.
      public init(_ kind: Kind, _ name: String, range: SourceRange = .none) {
        self.kind = kind
        self.name = name
        self.range = range
      }
    }
  }
}
