import FilterableResults
import Foundation
import TestSupport
import Testing

/// A change as a JSON Patch, applied by a plain reading of RFC 6902.
@Suite struct JSONPatchTests {
  private static func json(_ value: some Encodable) throws -> Any {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(value), options: .fragmentsAllowed)
  }

  /// A document as text, its members in order.
  private static func text(_ document: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
  }

  /// The document after one operation.
  private static func applying(_ operation: [String: Any], to document: Any) throws -> Any {
    let path = try pointer(operation["path"])
    switch operation["op"] as? String {
    case "add": return try changing(document, path) { insert(&$0, $1, operation["value"]) }
    case "remove": return try changing(document, path) { remove(&$0, $1) }
    case "replace":
      return try changing(document, path) {
        remove(&$0, $1)
        insert(&$0, $1, operation["value"])
      }
    case "move":
      let from = try pointer(operation["from"])
      var taken: Any?
      let rest = try changing(document, from) { taken = remove(&$0, $1) }
      return try changing(rest, path) { insert(&$0, $1, taken) }
    default: throw CocoaError(.coderInvalidValue)
    }
  }

  private static func pointer(_ value: Any?) throws -> ArraySlice<String> {
    try #require(value as? String).split(separator: "/").map(String.init)[...]
  }

  private static func changing(
    _ document: Any, _ path: ArraySlice<String>, _ body: (inout Any, String) -> Void
  ) throws -> Any {
    var document = document
    let key = try #require(path.first)
    guard path.count > 1 else {
      body(&document, key)
      return document
    }
    if var list = document as? [Any] {
      let place = try #require(Int(key))
      list[place] = try changing(list[place], path.dropFirst(), body)
      return list
    }
    var object = try #require(document as? [String: Any])
    object[key] = try changing(try #require(object[key]), path.dropFirst(), body)
    return object
  }

  private static func insert(_ container: inout Any, _ key: String, _ value: Any?) {
    if var list = container as? [Any], let place = Int(key), let value {
      list.insert(value, at: place)
      container = list
    } else if var object = container as? [String: Any] {
      object[key] = value
      container = object
    }
  }

  @discardableResult
  private static func remove(_ container: inout Any, _ key: String) -> Any? {
    if var list = container as? [Any], let place = Int(key) {
      defer { container = list }
      return list.remove(at: place)
    }
    guard var object = container as? [String: Any] else { return nil }
    defer { container = object }
    return object.removeValue(forKey: key)
  }

  @Test(arguments: RandomSearch.seeds(20)) func theDocumentFollows(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    var document = try Self.json(controller.snapshot)
    var failures: [String] = []
    controller.observe { change in
      do {
        let operations = try #require(try Self.json(change.jsonPatch) as? [[String: Any]])
        for operation in operations {
          document = try Self.applying(operation, to: document)
        }
        let expected = try Self.json(change.new)
        if try Self.text(document) != Self.text(expected) {
          failures.append("\(operations)")
        }
      } catch { failures.append("\(error)") }
    }
    let row = { (dice: inout SeededGenerator) in
      Row(
        Int.random(in: 0..<12, using: &dice), n: Int.random(in: 0..<3, using: &dice),
        city: ["a", "b", "c", nil][Int.random(in: 0..<4, using: &dice)])
    }
    for _ in 0..<40 {
      switch Int.random(in: 0..<7, using: &dice) {
      case 0: try controller.setItems((0..<8).map { _ in row(&dice) })
      case 1: try controller.merge([row(&dice), row(&dice)])
      case 2: controller.remove(key: FilterValue.int(Int64.random(in: 0..<12, using: &dice)))
      case 3: controller.sections.setCollapsed(Bool.random(using: &dice), forKey: "a")
      case 4:
        let isUp = Bool.random(using: &dice)
        try controller.configure { $0.sections.order = isUp ? .ascending : .descending }
      case 5:
        let isLoud = Bool.random(using: &dice)
        try controller.configure { $0.sections.title = isLoud ? { "\($0)!" } : nil }
      default: controller.replace(row(&dice))
      }
    }
    #expect(failures == [])
  }

  @Test func unloadingIsAReplacement() throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    var patches: [[JSONPatchOperation<Row>]] = []
    controller.observe { patches.append($0.jsonPatch) }
    try controller.setItems(nil)
    #expect(patches.map { $0.map(\.op) } == [["replace"]])
    #expect(patches.first?.first?.path == "/sections")
  }
}
