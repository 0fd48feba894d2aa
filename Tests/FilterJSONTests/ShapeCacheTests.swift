import FilterEngine
import Testing

@testable import FilterJSON

/// The shapes of objects are shared as far as there is room for them, and no further.
struct ShapeCacheTests {
  private func child(
    _ key: String, of node: ShapeCache.Node, in cache: ShapeCache
  ) -> ShapeCache.Node? {
    Array(key.utf8).withUnsafeBytes { cache.child(of: node, key: $0) }
  }

  @Test func aNodeHasTheKeysOnItsWay() throws {
    let cache = ShapeCache()
    var node = cache.root
    let keys = ["a", "bb", "", "é", "a"]
    for (index, key) in keys.enumerated() {
      let next = try #require(child(key, of: node, in: cache))
      #expect(child(key, of: node, in: cache) === next)
      #expect(next.keys == Array(keys.prefix(index + 1)))
      #expect(next.hasDuplicates == (index == 4))
      node = next
    }
    // Behind a repeated key every object has one.
    #expect(try #require(child("c", of: node, in: cache)).hasDuplicates)
  }

  @Test func keysOfOneLengthAreApart() throws {
    let cache = ShapeCache()
    let keys = ["ab", "ba", "aa", "a", "abc"]
    let nodes = try keys.map { try #require(child($0, of: cache.root, in: cache)) }
    for (key, node) in zip(keys, nodes) {
      #expect(child(key, of: cache.root, in: cache) === node)
      #expect(node.shape.keys == [key])
    }
    #expect(cache.root.children.count == keys.count)
  }

  @Test func aKeyMayHave128Bytes() {
    let cache = ShapeCache()
    for count in [127, 128, 129] {
      let key = String(repeating: "k", count: count)
      #expect((child(key, of: cache.root, in: cache) != nil) == (count <= 128))
    }
  }

  @Test func aNodeHasUpTo32Children() {
    let cache = ShapeCache()
    let nodes = (0..<40).map { child("k\($0)", of: cache.root, in: cache) }
    #expect(nodes.map { $0 != nil } == (0..<40).map { $0 < 32 })
    #expect(cache.root.children.count == 32)
  }

  /// Objects used as dictionaries do not take memory without end.
  @Test func allNodesAreBounded() {
    let cache = ShapeCache()
    var open = [cache.root]
    var count = 1
    while let node = open.popLast(), count < 20_000 {
      for index in 0..<32 {
        guard let child = child("k\(index)", of: node, in: cache) else { continue }
        count += 1
        open.insert(child, at: 0)
      }
    }
    #expect(count == 10_000)
  }

  @Test(arguments: [31, 32, 33, 40])
  func aColumnIsUpTo32NamesDeep(_ depth: Int) throws {
    let path = (0..<depth).map { "k\($0)" }
    guard let column = JSONLineColumn(path: path) else {
      #expect(depth > 32)
      return
    }
    #expect(depth <= 32)
    let open = path.map { "{\"\($0)\":" }.joined()
    let line = open + "7" + String(repeating: "}", count: depth)
    var cells: [JSONLineColumn.Cell] = []
    Array("\(line)\n{}\n \n\(line)".utf8).withUnsafeBytes { text in
      column.cells(text) { cells.append($0) }
    }
    #expect(cells == [.int(7), .null, .int(7)])
  }
}
