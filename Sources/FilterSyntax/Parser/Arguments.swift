/// The arguments for the `%@`, `%K`, `%d` … of a text.
public struct Arguments: Sendable {
  /// One argument.
  public enum Value: Sendable {
    /// A value; the letter of its placeholder does not matter.
    case constant(AST.Constant)

    /// An expression, inserted as it is.
    case expression(AST.Expression)
  }

  /// The arguments that the placeholders take in order.
  public var positional: [Value]

  /// The arguments of single placeholders, by the offset of the `%`. Such a placeholder takes no argument from
  /// `positional`. An offset inside quotes is an error.
  public var interpolated: [Int: Value]

  /// Whether arguments that no placeholder takes are an error. The language ignores them, as Foundation does.
  public var refusesUnused = false

  /// Arguments in order, and arguments for placeholders at offsets.
  public init(_ positional: [Value] = [], interpolated: [Int: Value] = [:]) {
    self.positional = positional
    self.interpolated = interpolated
  }
}
