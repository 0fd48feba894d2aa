/// A part of a node that does not count when trees are compared, such as the place in the text.
@propertyWrapper
public struct Unhashed<Value: Sendable>: Hashable, Sendable {
  /// The part itself.
  public var wrappedValue: Value

  /// A part that equals every other.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Always true: the part does not count.
  public static func == (lhs: Unhashed, rhs: Unhashed) -> Bool { true }

  /// Feeds nothing to `hasher`.
  public func hash(into hasher: inout Hasher) {}
}
