/// A value that is being encoded. An encoder and its containers write to it.
final class EncodedNode {
  private enum Content {
    case none
    case value(FilterValue)
    case list([EncodedNode])
    case object([(key: String, node: EncodedNode)])
    /// A container that is nested too deep: nothing is added to it
    case tooDeep
  }

  private var content = Content.none

  /// The number of values and containers around the one that is being encoded.
  var depth: Int

  init(depth: Int) { self.depth = depth }

  /// The number of elements of a list.
  var count: Int {
    if case .list(let nodes) = content { nodes.count } else { 0 }
  }

  /// Makes the node an object, unless it is one: a class and its superclass can share an object.
  func beginObject() {
    if case .object = content { return }
    begin(.object([]))
  }

  /// Makes the node a list, unless it is one.
  func beginList() {
    if case .list = content { return }
    begin(.list([]))
  }

  private func begin(_ container: Content) {
    // A nested container cannot throw, and no value encodes itself there.
    content = depth > FilterValue.maximumConversionDepth + 1 ? .tooDeep : container
  }

  func set(_ value: FilterValue) { content = .value(value) }

  /// A new node at the end of the list. It is one level deeper if it is a nested container.
  func append(isNested: Bool = false) -> EncodedNode {
    let node = EncodedNode(depth: isNested ? depth + 1 : depth)
    if case .list(var nodes) = content {
      // Removed from the content while it grows, so that the array is not copied.
      content = .none
      nodes.append(node)
      content = .list(nodes)
    }
    return node
  }

  /// A new node for a key of the object.
  func member(_ key: String, isNested: Bool = false) -> EncodedNode {
    let node = EncodedNode(depth: isNested ? depth + 1 : depth)
    if case .object(var nodes) = content {
      content = .none
      nodes.append((key, node))
      content = .object(nodes)
    }
    return node
  }

  /// The value. If nothing was encoded it is an object without members, as with other encoders.
  var value: FilterValue {
    switch content {
    case .none: .object(FilterObject([]))
    case .value(let value): value
    case .tooDeep: .tooDeep
    case .list(let nodes): .list(nodes.map(\.value))
    case .object(let nodes):
      .object(FilterObject(nodes.lazy.map { (key: $0.key, value: $0.node.value) }))
    }
  }
}
