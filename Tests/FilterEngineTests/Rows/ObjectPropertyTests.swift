import Testing

@testable import FilterEngine

/// Properties of objects by key paths: in place where they are stored, and by their code where not.
@Suite struct ObjectPropertyTests {
  private class Animal {
    var legs = 4
    final var weight = 2.5
    final let name: String
    final var nick: String?
    final var tags: [String] = ["a", "b"]
    var isHeavy: Bool { weight > 2 }

    init(_ name: String) { self.name = name }
  }

  private final class Bird: Animal {
    override var legs: Int {
      get { 2 }
      set {}
    }
    let wing: UInt16 = 300
    lazy var song = "la"
    weak var nest: Animal?
  }

  private final class Box<Value> {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  @Test func aStoredPropertyHasAnOffset() {
    let bird = Bird("a name that is longer than fifteen bytes")
    #expect(value(\.name, of: bird) == bird.name)
    #expect(value(\.weight, of: bird) == 2.5)
    #expect(value(\.nick, of: bird) == .some(nil))
    #expect(value(\.tags, of: bird) == ["a", "b"])
    #expect(value(\.wing, of: bird) == 300)
    #expect(value(\.value, of: Box("boxed")) == "boxed")
    bird.nick = "nick"
    #expect(value(\.nick, of: bird) == "nick")
  }

  @Test func otherPropertiesHaveNone() {
    #expect(ObjectProperty.offset(of: \Bird.isHeavy) == nil)
    #expect(ObjectProperty.offset(of: \Bird.legs) == nil)
    #expect(ObjectProperty.offset(of: \Bird.song) == nil)
    #expect(ObjectProperty.offset(of: \Bird.nest) == nil)
    #expect(ObjectProperty.offset(of: \Bird.name.count) == nil)
    #expect(ObjectProperty.offset(of: \Bird.self) == nil)
    #expect(ObjectProperty.offset(of: \String.count) == nil)
  }

  private func value<Object: AnyObject, Value>(
    _ keyPath: KeyPath<Object, Value>, of object: Object
  ) -> Value? {
    ObjectProperty.offset(of: keyPath).map {
      ObjectProperty.value(Value.self, of: object, at: $0)
    }
  }

  /// A field reads the same through a key path and through a closure.
  private final class Item: Filterable {
    let id: Int
    var name: String
    var count: Int { id * 2 }

    init(_ id: Int) { (self.id, name) = (id, "name \(id)") }

    static let filterFields = FilterFields<Item>(
      FilterField("id", \.id), FilterField("number") { $0.id },
      FilterField("name", \.name), FilterField("text") { $0.name }, FilterField("count", \.count))
  }

  @Test(arguments: [
    ("id > 50", "number > 50"), ("name ENDSWITH '7'", "text ENDSWITH '7'"),
    ("count > 60", "number * 2 > 60"), ("id + length(name) > 90", "number + length(text) > 90"),
  ])
  func aFieldReadsWhatAClosureReads(_ keyPath: String, _ closure: String) throws {
    let items = (0..<200).map { Item($0) }
    for item in items where item.id.isMultiple(of: 3) { item.name += ", changed" }
    let found = try items.filter(FilterPredicate(text: keyPath)).map(\.id)
    #expect(try found == items.filter(FilterPredicate(text: closure)).map(\.id))
    #expect(!found.isEmpty && found.count < items.count)
  }
}
