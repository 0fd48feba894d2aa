extension AST {
  /// `5`, `"text"`, `TRUE`, `nil`
  public struct Literal: Hashable, Sendable {
    /// The value of the literal.
    public var value: Constant

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ value: Constant, range: SourceRange = .none) {
      self.value = value
      self.range = range
    }
  }
}

extension AST {
  /// `$name`
  public struct Variable: Hashable, Sendable {
    /// The name without the dollar sign.
    @Exact public var name: String

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ name: String, range: SourceRange = .none) {
      self.name = name
      self.range = range
    }
  }
}

extension AST {
  /// `SELF`
  public struct SelfReference: Hashable, Sendable {
    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(range: SourceRange = .none) {
      self.range = range
    }
  }
}

extension AST {
  /// `ANYKEY`
  public struct AnyKey: Hashable, Sendable {
    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(range: SourceRange = .none) {
      self.range = range
    }
  }
}

extension AST {
  /// `%@`, `%K`, `%ld`: a placeholder for an argument.
  ///
  /// Occurs only in a tree that was parsed without arguments, as a template.
  public struct Argument: Hashable, Sendable {
    /// The number of the argument, counted from 0.
    public var index: Int

    /// The placeholder in the text, such as `%@` or `%K`.
    @Exact public var conversion: String

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

extension AST {
  /// `{1, 2, 3}`
  public struct Aggregate: Hashable, Sendable {
    /// The elements in order.
    public var elements: [Expression]

    /// The range in the text.
    @Unhashed public var range: SourceRange

    /// The node of its parts.
    public init(_ elements: [Expression], range: SourceRange = .none) {
      self.elements = elements
      self.range = range
    }
  }
}
