/// What fills the `%@`, `%K`, `%d` … of a text.
public struct Arguments: Sendable {
  /// One argument.
  public enum Value: Sendable {
    /// A value, whatever the letter of its place.
    case constant(AST.Constant)

    /// An expression, inserted as it is.
    case expression(AST.Expression)
  }

  /// The arguments that the places in the text take in order.
  public var positional: [Value]

  /// The arguments that belong to one place each, by the offset of its `%`; such a place takes none
  /// of `positional`. A place of this list that turns out to lie inside quotes is an error.
  public var interpolated: [Int: Value]

  /// Arguments in order, and arguments for places.
  public init(_ positional: [Value] = [], interpolated: [Int: Value] = [:]) {
    self.positional = positional
    self.interpolated = interpolated
  }
}
