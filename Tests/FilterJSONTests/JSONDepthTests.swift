import FilterEngine
import TestSupport
import Testing

@testable import FilterJSON

@Suite struct JSONDepthTests {
  /// Whether the deepest documents can be read, compared, hashed, printed and freed on a small stack.
  @Test(arguments: ["[", "{\"a\":"])
  func theDeepestDocumentFitsASmallStack(_ open: String) throws {
    let depth = JSONReader.maximumDepth
    let text =
      String(repeating: open, count: depth) + "1"
      + String(repeating: open == "[" ? "]" : "}", count: depth)
    #expect(onSmallStack { Self.isWhole(text) })
  }

  /// A reader keeps a node for each key of an object, one below the other.
  @Test func aReaderFreesTheNodesOfItsShapes() throws {
    #expect(
      onSmallStack {
        let members = (0..<3_000).map { "\"k\($0)\":1" }
        weak var first: ShapeCache.Node?
        weak var last: ShapeCache.Node?
        do {
          let reader = JSONReader()
          let text = "{\(members.joined(separator: ","))}"
          guard (try? reader.read(text)) != nil else { return false }
          first = reader.builder.shapes.root
          var node = first
          while let child = node?.children.first { node = child }
          last = node
          guard last?.key == "k2999" else { return false }
        }
        return first == nil && last == nil
      })
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let first = try? JSONReader().read(text), let second = try? JSONReader().read(text) else {
      return false
    }
    return first == second && Set([first, second]).count == 1 && !first.description.isEmpty
      && String(decoding: JSONWriter(style: .plain).bytes(first), as: UTF8.self) == text
  }
}
