extension Node: Hashable {
  static func == (lhs: Node, rhs: Node) -> Bool {
    var left = [lhs]
    var right = [rhs]
    while let a = left.popLast(), let b = right.popLast() {
      guard a.shape(&left) == b.shape(&right), left.count == right.count else { return false }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var nodes = [self]
    while let node = nodes.popLast() { node.shape(&nodes).hash(into: &hasher) }
  }
}

extension AST.Expression {
  /// Whether both are the same tree, ignoring ranges.
  public static func == (lhs: AST.Expression, rhs: AST.Expression) -> Bool {
    Node.expression(lhs) == Node.expression(rhs)
  }

  /// Feeds the tree to `hasher`.
  public func hash(into hasher: inout Hasher) {
    Node.expression(self).hash(into: &hasher)
  }
}

extension AST.Predicate {
  /// Whether both are the same tree, ignoring ranges.
  public static func == (lhs: AST.Predicate, rhs: AST.Predicate) -> Bool {
    Node.predicate(lhs) == Node.predicate(rhs)
  }

  /// Feeds the tree to `hasher`.
  public func hash(into hasher: inout Hasher) {
    Node.predicate(self).hash(into: &hasher)
  }
}

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
