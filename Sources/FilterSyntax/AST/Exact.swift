/// A string that is compared byte for byte.
///
/// Swift's `==` treats composed and decomposed forms as equal. In a filter they are different keys and
/// different constants.
@propertyWrapper
public struct Exact: Hashable, Sendable {
  /// The string itself.
  public var wrappedValue: String

  /// A string compared by its UTF-8 bytes.
  public init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }

  /// Whether both have the same bytes.
  public static func == (lhs: Exact, rhs: Exact) -> Bool {
    lhs.wrappedValue.utf8.elementsEqual(rhs.wrappedValue.utf8)
  }

  /// Feeds the bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    for byte in wrappedValue.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}
