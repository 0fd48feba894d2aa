/// The code that `#filter` has the compiler check. None of it runs.
///
/// Each check takes the keys whose kind fits, or is known at run time only. Any other key is taken by an unavailable
/// one, whose message says what is wrong.
public enum FilterCheck {
  /// A key that has to be there.
  public static func key<Value>(_ property: FilterProperty<Value>) {}

  /// A key whose values are compared with a text.
  public static func text<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterTextKind {}

  /// Refuses any other key.
  @available(*, unavailable, message: "the key has no texts, and is compared with one")
  public static func text<Value>(_ property: FilterProperty<Value>) {}

  /// A key whose values are compared with a number or a boolean.
  public static func number<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterNumberKind {}

  /// Refuses any other key.
  @available(*, unavailable, message: "the key has no numbers, and is compared with one")
  public static func number<Value>(_ property: FilterProperty<Value>) {}

  /// A key whose values are compared with a date.
  public static func date<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterDateKind {}

  /// Refuses any other key.
  @available(*, unavailable, message: "the key has no dates, and is compared with one")
  public static func date<Value>(_ property: FilterProperty<Value>) {}

  /// A key whose values ANY, ALL, NONE or SUBQUERY go through.
  public static func elements<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterListKind {}

  /// Refuses any other key.
  @available(
    *, unavailable, message: "ANY, ALL, NONE and SUBQUERY go through lists, and the key has none"
  )
  public static func elements<Value>(_ property: FilterProperty<Value>) {}

  /// A key of lists whose elements are compared with a text.
  public static func texts<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterListKind, Value.FilterStaticKind.Element: FilterTextKind {}

  /// Refuses any other key.
  @available(
    *, unavailable, message: "the key has no list of texts, whose elements are compared with one"
  )
  public static func texts<Value>(_ property: FilterProperty<Value>) {}

  /// A key of lists whose elements are compared with a number or a boolean.
  public static func numbers<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterListKind, Value.FilterStaticKind.Element: FilterNumberKind {}

  /// Refuses any other key.
  @available(
    *, unavailable, message: "the key has no list of numbers, whose elements are compared with one"
  )
  public static func numbers<Value>(_ property: FilterProperty<Value>) {}

  /// A key of lists whose elements are compared with a date.
  public static func dates<Value: FilterValueConvertible>(_ property: FilterProperty<Value>)
  where Value.FilterStaticKind: FilterListKind, Value.FilterStaticKind.Element: FilterDateKind {}

  /// Refuses any other key.
  @available(
    *, unavailable, message: "the key has no list of dates, whose elements are compared with one"
  )
  public static func dates<Value>(_ property: FilterProperty<Value>) {}

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

  /// The node of an interpolated value, or of `nil`.
  public static func value(_ value: (some FilterValueConvertible)?) -> AST.Expression {
    .literal(AST.Literal(value.filterValue.constant))
  }
}

/// A kind that texts are compared with.
public protocol FilterTextKind: StaticFilterKind {}
extension FilterKinds.Text: FilterTextKind {}
extension FilterKinds.Unknown: FilterTextKind, FilterNumberKind, FilterDateKind {}

/// A kind that numbers and booleans are compared with.
public protocol FilterNumberKind: StaticFilterKind {}
extension FilterKinds.Number: FilterNumberKind {}
extension FilterKinds.Boolean: FilterNumberKind {}

/// A kind that dates are compared with.
public protocol FilterDateKind: StaticFilterKind {}
extension FilterKinds.Date: FilterDateKind {}

/// A kind whose values have elements.
public protocol FilterListKind: StaticFilterKind {
  /// The kind of the elements.
  associatedtype Element: StaticFilterKind
}
extension FilterKinds.List: FilterListKind {}
extension FilterKinds.Distinct: FilterListKind {}
extension FilterKinds.Unknown: FilterListKind {
  /// Any kind.
  public typealias Element = FilterKinds.Unknown
}

extension FilterPredicate {
  /// What `#filter` makes of its text; `keys` is checked by the compiler and never evaluated.
  ///
  /// The tree is compiled when the predicate is first used. Where that cannot be, each evaluation is an error, which
  /// `FilterPredicate.notes` names.
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
