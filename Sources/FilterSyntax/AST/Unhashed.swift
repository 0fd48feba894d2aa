/// A part of a node that comparisons of trees ignore, such as its range in the text.
@propertyWrapper
public struct Unhashed<Value: Sendable>: Hashable, Sendable {
  /// The part itself.
  public var wrappedValue: Value

  /// Wraps a part.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Always true.
  public static func == (lhs: Unhashed, rhs: Unhashed) -> Bool { true }

  /// Feeds nothing to `hasher`.
  public func hash(into hasher: inout Hasher) {}
}
