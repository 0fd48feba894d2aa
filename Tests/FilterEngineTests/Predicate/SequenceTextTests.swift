import FilterEngine
import FilterSyntax
import Testing

/// Sequences that are filtered by a text with values.
@Suite struct SequenceTextTests {
  private struct Person: Filterable, Equatable {
    var name: String
    var age: Int
    static let filterFields = FilterFields<Person>(
      FilterField("name", \.name), FilterField("age", \.age))
  }

  private let people = [
    Person(name: "Ada", age: 36), Person(name: "Bea", age: 17), Person(name: "Al", age: 18),
  ]

  @Test func valuesAreInterpolatedOrArguments() throws {
    let age = 18
    #expect(try people.filter("age >= \(age)").map(\.name) == ["Ada", "Al"])
    #expect(try people.filter("age >= %@ AND name BEGINSWITH %@", age, "Ad").map(\.name) == ["Ada"])
    #expect(try people.count(where: "age >= \(age)") == 2)
    #expect(try people.first(where: "age < %d", age) == people[1])
    #expect(try people.first(where: "age < 0") == nil)
    #expect(try people.reversed().filter("age > 17").map(\.name) == ["Al", "Ada"])
  }

  /// A value is never read as text.
  @Test func aValueCannotChangeTheFilter() throws {
    let hostile = "' OR TRUEPREDICATE OR name == '"
    #expect(try people.filter("name == \(hostile)") == [])
    #expect(try people.count(where: "name == %@", hostile) == 0)
  }

  @Test func aMistakeIsThrown() {
    let error = #expect(throws: SyntaxError.self) { try people.filter("nmae == 'Ada'") }
    #expect(error?.kind == .unknownKey("nmae", of: "Person", suggestion: "name"))
    #expect(throws: EvaluationError.self) {
      try people.count(where: "1 / modulus:by:(age, 2) == 1")
    }
  }
}
