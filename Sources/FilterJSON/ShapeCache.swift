internal import FilterEngine

/// The shapes of the objects that were read, by their keys.
///
/// A tree with a path for each sequence of keys: rows with the same keys share a path and its shape. The tree is
/// bounded, because objects that are used as dictionaries would let it grow without end. An object that does not fit
/// has a shape of its own.
final class ShapeCache {
  /// A key after the keys of its parent.
  final class Node {
    let key: String
    let utf8: [UInt8]
    // A parent retains its children, and the cache retains the root.
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

    /// Whether a key occurs twice. The shape finds that out: comparing each key with all before it would take quadratic
    /// time.
    var hasDuplicates: Bool { shape.keys.count < depth }

    /// The keys from the root to this one.
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

  // Frees one node after another. An object with thousands of keys is a path of thousands of nodes, which would be
  // freed recursively.
  deinit {
    var nodes = [root]
    while let node = nodes.popLast() {
      nodes += node.children
      node.children = []
    }
  }

  /// Returns the node of `key` after the keys of `node`; nil if there is no room for another node.
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
