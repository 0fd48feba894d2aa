/// A value in the making: what an encoder and its containers write to.
final class EncodedNode {
  private enum Content {
    case none
    case value(FilterValue)
    case list([EncodedNode])
    case object([(key: String, node: EncodedNode)])
  }

  private var content = Content.none

  /// How many values lie around what is encoded now.
  var depth: Int

  init(depth: Int) { self.depth = depth }

  /// The number of elements of a list.
  var count: Int {
    if case .list(let nodes) = content { nodes.count } else { 0 }
  }

  /// Makes the node an object, unless it is one: a class and its superclass may share it.
  func beginObject() {
    if case .object = content { return }
    content = .object([])
  }

  /// Makes the node a list, unless it is one.
  func beginList() {
    if case .list = content { return }
    content = .list([])
  }

  func set(_ value: FilterValue) { content = .value(value) }

  /// A new node at the end of the list.
  func append() -> EncodedNode {
    let node = EncodedNode(depth: depth)
    if case .list(var nodes) = content {
      // Taken out of the content while it grows, so that the array is not copied.
      content = .none
      nodes.append(node)
      content = .list(nodes)
    }
    return node
  }

  /// A new node for a key of the object.
  func member(_ key: String) -> EncodedNode {
    let node = EncodedNode(depth: depth)
    if case .object(var nodes) = content {
      content = .none
      nodes.append((key, node))
      content = .object(nodes)
    }
    return node
  }

  /// The value; an object without members where nothing was encoded, as encoders have it.
  var value: FilterValue {
    switch content {
    case .none: .object(FilterObject([]))
    case .value(let value): value
    case .list(let nodes): .list(nodes.map(\.value))
    case .object(let nodes):
      .object(FilterObject(nodes.lazy.map { (key: $0.key, value: $0.node.value) }))
    }
  }
}
