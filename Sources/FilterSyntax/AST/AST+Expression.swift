/// The namespace of the nodes of a filter's syntax tree.
///
/// Equality of trees ignores ranges and compares strings byte for byte.
public enum AST {}

extension AST {
  /// An expression: a part of a filter with a value.
  @nonexhaustive
  public indirect enum Expression: Hashable, Sendable {
    /// `5`, `"text"`, `TRUE`, `nil`, `#2026-11-21#`
    case literal(Literal)

    /// `SELF`
    case selfReference(SelfReference)

    /// `ANYKEY`
    case anyKey(AnyKey)

    /// `$name`
    case variable(Variable)

    /// `%@`, `%K`, `%d`: only in a tree that was parsed as a template
    case argument(Argument)

    /// `owner.name`, `$x.tags.@count`
    case keyPath(KeyPath)

    /// `tags[0]`, `tags[FIRST]`
    case `subscript`(Subscript)

    /// `{1, 2, 3}`
    case aggregate(Aggregate)

    /// `sqrt(x)`, `modulus:by:(a, b)`
    case call(FunctionCall)

    /// `FUNCTION(x, "uppercaseString")`
    case message(Message)

    /// `CAST(x, "NSNumber")`
    case cast(Cast)

    /// `TERNARY(p, a, b)`
    case ternary(Ternary)

    /// `SUBQUERY(items, $x, $x.price > 3)`
    case subquery(Subquery)

    /// `a + b`, `a & b`
    case arithmetic(Arithmetic)

    /// `-x`
    case minus(Minus)

    /// `a UNION b`
    case setOperation(SetOperation)

    /// `$x := 5`
    case assignment(Assignment)

    /// The range in the text.
    public var range: SourceRange {
      switch self {
      case .literal(let node): node.range
      case .selfReference(let node): node.range
      case .anyKey(let node): node.range
      case .variable(let node): node.range
      case .argument(let node): node.range
      case .keyPath(let node): node.range
      case .subscript(let node): node.range
      case .aggregate(let node): node.range
      case .call(let node): node.range
      case .message(let node): node.range
      case .cast(let node): node.range
      case .ternary(let node): node.range
      case .subquery(let node): node.range
      case .arithmetic(let node): node.range
      case .minus(let node): node.range
      case .setOperation(let node): node.range
      case .assignment(let node): node.range
      }
    }
  }
}
