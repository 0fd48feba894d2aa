/// What `#filter` has the compiler check. Nothing of it runs.
public enum FilterCheck {
  /// A key that has to be there.
  public static func key(_ property: any FilterKeyProperty) {}

  /// A key whose values a text operator takes: no number and no boolean.
  public static func text<Value>(_ property: FilterProperty<Value>) {}

  /// A key that no text operator takes.
  @available(*, unavailable, message: "a text operator takes no number and no boolean")
  public static func text<Value>(_ property: FilterNumberProperty<Value>) {}

  /// A subscript that binds to the last step of its key path.
  public static func lastStep(_ node: AST.Subscript) -> AST.Subscript {
    var node = node
    node.bindsToLastStep = true
    return node
  }

  /// The node of an interpolated value.
  public static func value(_ value: some FilterValueConvertible) -> AST.Expression {
    .literal(AST.Literal(value.filterValue.constant))
  }
}

extension FilterPredicate {
  /// What `#filter` makes of its text; `keys` is checked by the compiler and never evaluated.
  ///
  /// The tree is compiled when the predicate is first used. Where that cannot be, each evaluation is an error.
  public init(expanding tree: AST.Predicate, keys: @autoclosure () -> [Void]) {
    self.init(compilingLater: tree)
  }
}

extension FilterExpression {
  /// What `#filterExpression` makes of its text; `keys` is checked by the compiler and never evaluated.
  ///
  /// Where the tree cannot be compiled, each evaluation is an error.
  public init(expanding tree: AST.Expression, keys: @autoclosure () -> [Void]) {
    self.init(compilingAnyway: tree)
  }
}
