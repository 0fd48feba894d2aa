internal import FilterEngine

/// The shapes of the objects read so far, found key by key.
///
/// A tree whose paths are key sequences: rows of the same keys walk the same path and share its
/// shape. Objects used as dictionaries would grow it without end, so it is bounded; what finds no
/// room gets a shape of its own.
final class ShapeCache {
  /// A key after the keys of its parent.
  final class Node {
    let key: String
    let utf8: [UInt8]
    // The parent holds its children, and the cache holds the root.
    unowned let parent: Node?
    /// The number of keys
    private let depth: Int
    fileprivate(set) var children: [Node] = []
    private(set) lazy var shape = FilterObject.Shape(keys)

    fileprivate init(key: [UInt8], parent: Node?) {
      utf8 = key
      self.key = String(decoding: key, as: UTF8.self)
      self.parent = parent
      depth = parent.map { $0.depth + 1 } ?? 0
    }

    /// Whether a key occurs twice. The shape tells: a comparison of each new key with those before it would take the
    /// square of their number.
    var hasDuplicates: Bool { shape.keys.count < depth }

    /// The keys from the first to this one.
    var keys: [String] {
      var keys: [String] = []
      var node = self
      while let parent = node.parent {
        keys.append(node.key)
        node = parent
      }
      return keys.reversed()
    }
  }

  private static let maximumNodes = 10_000
  private static let maximumChildren = 32
  private static let maximumKeyLength = 128

  let root = Node(key: [], parent: nil)
  private var nodeCount = 1

  // One node after another: an object of thousands of keys is a path as long, which would be freed by a
  // recursion.
  deinit {
    var nodes = [root]
    while let node = nodes.popLast() {
      nodes += node.children
      node.children = []
    }
  }

  /// The node of `key` after those of `node`, or nil where there is no room for one more.
  func child(of node: Node, key: UnsafeRawBufferPointer) -> Node? {
    for child in node.children
    where child.utf8.count == key.count && child.utf8.elementsEqual(key) {
      return child
    }
    guard nodeCount < Self.maximumNodes, node.children.count < Self.maximumChildren,
      key.count <= Self.maximumKeyLength
    else { return nil }
    let child = Node(key: Array(key), parent: node)
    node.children.append(child)
    nodeCount += 1
    return child
  }
}
