import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

private class Animal: Filterable {
  let name: String
  weak var parent: Animal?
  lazy var count = name.count

  init(_ name: String, _ parent: Animal? = nil) {
    self.name = name
    self.parent = parent
  }

  class var filterFields: FilterFields<Animal> {
    FilterFields(
      FilterField("name", \.name), FilterField("parent", \.parent), FilterField("count", \.count),
      FilterField("breed") { ($0 as? Dog)?.breed })
  }
}

private class Dog: Animal {
  var breed = "spaniel"
}

private final class Cat: Animal {
  var lives = 9

  override class var filterFields: FilterFields<Animal> {
    FilterFields(FilterField("name", \.name), FilterField("lives") { ($0 as? Cat)?.lives })
  }
}

private struct Owner: Filterable {
  weak var first: Animal?
  unowned var dog: Dog
  var pets: [Animal]
  var pair: (Int8, Double) = (-3, 0.5)

  static let filterFields = FilterFields<Owner>(
    FilterField("one", \.first), FilterField("dog", \.dog), FilterField("pets", \.pets),
    FilterField("p0", \.pair.0), FilterField("p1", \.pair.1), FilterField("me", \.self))
}

private struct Empty: Filterable {
  static let filterFields = FilterFields<Empty>(FilterField("five") { _ in 5 })
}

/// Items of every make: classes and their subclasses, generic, empty ones.
@Suite struct TypedItemTests {
  private static func answers<Item: Filterable>(_ text: String, _ items: [Item]) throws -> [Bool] {
    let predicate = try FilterPredicate<Item>(text: text)
    return try items.map { item in
      let alone = try predicate.matches(item)
      let together = try Array(repeating: item, count: 65).count(where: predicate)
      #expect(together == (alone ? 65 : 0), "\(text)")
      return alone
    }
  }

  @Test(arguments: [
    ("name == 'Rex'", [false, true]), ("breed == 'spaniel'", [false, true]),
    ("parent == nil", [true, false]), ("parent.name == 'Eve'", [false, true]),
    ("count == 3", [true, true]), ("breed == nil", [true, false]),
    ("SELF == parent", [false, false]),
  ])
  func anItemMayBeOfASubclass(_ text: String, _ expected: [Bool]) throws {
    let eve = Animal("Eve")
    let rex = Dog("Rex", eve)
    #expect(try Self.answers(text, [eve, rex]) == expected)
  }

  @Test func aSubclassInheritsTheTableOrHasItsOwn() throws {
    let dogs = [Dog("Rex"), Dog("Max")]
    #expect(try dogs.filter(FilterPredicate("name == 'Max'")).map(\.name) == ["Max"])
    #expect(try Self.answers("breed == 'spaniel'", dogs) == [true, true])
    #expect(try Self.answers("lives == 9 AND name == 'Tom'", [Cat("Tom")]) == [true])
    #expect(throws: SyntaxError.self) { try FilterPredicate<Cat>("breed == nil") }
  }

  @Test(arguments: [
    "one.name == 'Rex'", "dog.breed == 'spaniel'", "one == dog", "dog IN pets",
    "pets CONTAINS one", "ANY pets == dog", "SUBQUERY(pets, $p, $p == dog).@count == 1",
    "dog.parent == nil", "p0 == -3 AND p1 == 0.5", "me.me.p0 == -3", "pets[0] != one",
    "NOT pets[0] == dog",
  ])
  func anObjectIsTheSameByWhateverWay(_ text: String) throws {
    let rex = Dog("Rex")
    let owner = Owner(first: rex, dog: rex, pets: [Animal("Rex"), rex])
    #expect(try Self.answers(text, [owner]) == [true])
  }

  /// Copying what matches looks for references, and a table may name the item itself.
  @Test func aStructMayHaveItselfAsAField() throws {
    let rex = Dog("Rex")
    let owners = Array(repeating: Owner(first: nil, dog: rex, pets: []), count: 3000)
    #expect(try owners.filter(FilterPredicate("me.one == nil")).count == 3000)
  }

  @Test func anItemMayBeGenericOrEmpty() throws {
    #expect(
      try Self.answers("value == 'a' AND flag", [Box(value: "a"), Box(value: "b")]) == [
        true, false,
      ])
    #expect(
      try Self.answers("value == nil", [Box<Int?>(value: nil), Box(value: 5)]) == [true, false])
    #expect(try Self.answers("value.value > 3", [Box(value: Box(value: 5))]) == [true])
    #expect(try Self.answers("five == 5", [Empty(), Empty()]) == [true, true])
    #expect(try Self.answers("five > 5", [Empty()]) == [false])
  }

  @Test(
    arguments: [
      "pet == \(SamplePet(name: "Rex", age: 3, weight: nil, tags: []))",
      "maybePet != \(SamplePet(name: "Rex", age: 3, weight: nil, tags: []))",
      "\(SamplePet(name: "Rex", age: 3, weight: nil, tags: [])) IN pets",
      "pets CONTAINS \(SamplePet(name: "Rex", age: 3, weight: nil, tags: []))",
      "pets == \([SamplePet(name: "Rex", age: 3, weight: nil, tags: [])])",
      "pet IN \([SamplePet(name: "Rex", age: 3, weight: nil, tags: [])])",
      "ANY pets == \(SamplePet(name: "Rex", age: 3, weight: nil, tags: []))",
    ] as [FilterText])
  func anItemIsNoArgument(_ text: FilterText) {
    do {
      _ = try FilterPredicate<PropertySample>(text)
      Issue.record("\(text.text) is made")
    } catch {
      #expect(error.message.hasPrefix("no SamplePet is equal to keys and values"), "\(error)")
    }
  }

  @Test(arguments: [
    "pet == $pet", "pet IN $pets", "pets CONTAINS $pet", "$pet IN pets", "pets == $pets",
  ])
  func anItemIsBoundToAVariable(_ text: String) throws {
    var random = SeededGenerator(seed: RandomSearch.seed)
    var sample = PropertySample.random(&random)
    let rex = SamplePet(name: "Rex", age: 3, weight: nil, tags: [])
    sample.pets = [rex]
    let predicate = try FilterPredicate<PropertySample>(text: text)
    for (pet, expected) in [
      (rex, true), (SamplePet(name: "Max", age: 1, weight: 2, tags: []), false),
    ] {
      sample.pet = rex
      let bindings = ["pet": pet.filterValue, "pets": [pet].filterValue]
      #expect(try predicate.matches(sample, bindings: bindings) == expected)
    }
  }

  @Test func whatATreeCannotBeAskedIsShownInItsText() throws {
    let tree = try AST.Predicate(parsing: "int  >  3 && txet = 'a'", options: SyntaxOptions())
    let error = #expect(throws: SyntaxError.self) { try FilterPredicate<PropertySample>(tree) }
    #expect(
      error?.description == """
        error: 'PropertySample' has no key 'txet', did you mean 'text'?
         | int > 3 AND txet == "a"
         |             ^^^^
         fix: replace txet with text
        """)
    let variable = try FilterPredicate<PropertySample>("int > 3 AND text == $x")
    let substituted = #expect(throws: SyntaxError.self) { try variable.substituting(["x": 5]) }
    #expect(
      substituted?.description == """
        error: string == number can never be answered
         | int > 3 AND text == 5
         |             ^^^^^^^^^
        """)
  }

  @Test func aTextAloneIsNoCondition() {
    let error = #expect(throws: SyntaxError.self) {
      try FilterPredicate<PropertySample>("NOT text")
    }
    #expect(
      error?.description == """
        error: a string is not a condition; compare it with something
         | NOT text
         |     ^^^^
        """)
  }
}
