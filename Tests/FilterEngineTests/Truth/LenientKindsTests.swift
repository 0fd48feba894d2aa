import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

private enum Mood: String, CaseIterable, FilterValueConvertible { case good, bad }

private struct Part: Filterable, Equatable {
  var name = "p"
  var count = 2

  static let filterFields = FilterFields<Part>(
    FilterField("name", \.name), FilterField("count", \.count))
}

/// A field of each layout in memory.
private struct Thing: Filterable {
  var done = true
  var small: Int8 = 5
  var number = 5
  var wide: UInt64 = 5
  var real = 5.5
  var float: Float = 5.5
  var price = Decimal(5)
  var name = "5"
  var long = "a text of more than fifteen bytes"
  var date = Date(timeIntervalSinceReferenceDate: 5)
  var id = UUID(
    uuid: (0x85, 0x7E, 0x8C, 0x3E, 0x8D, 0x1D, 0x4F, 0x5A, 17, 17, 17, 17, 17, 17, 17, 17))
  var bytes = Data([5])
  var mood = Mood.good
  var maybe: Int? = 5
  var nothing: Int?
  var text: String? = "5"
  var moment: Date? = Date(timeIntervalSinceReferenceDate: 5)
  var numbers = [4, 5]
  var names = ["4", "5"]
  var set: Set<Int> = [5]
  var part = Part()
  var best: Part? = Part()
  var parts = [Part(), Part(name: "q", count: 5)]
  var tags = ["a": 5]
  var sum: Int { 5 }
  var title: String { "5" }

  static let filterFields = FilterFields<Thing>(
    FilterField("done", \.done), FilterField("small", \.small), FilterField("number", \.number),
    FilterField("wide", \.wide), FilterField("real", \.real), FilterField("float", \.float),
    FilterField("price", \.price), FilterField("name", \.name), FilterField("long", \.long),
    FilterField("date", \.date), FilterField("id", \.id), FilterField("bytes", \.bytes),
    FilterField("mood", \.mood), FilterField("maybe", \.maybe), FilterField("nothing", \.nothing),
    FilterField("text", \.text), FilterField("moment", \.moment), FilterField("numbers", \.numbers),
    FilterField("names", \.names), FilterField("set", \.set), FilterField("part", \.part),
    FilterField("best", \.best), FilterField("parts", \.parts), FilterField("tags", \.tags),
    FilterField("sum", \.sum), FilterField("title", \.title))
}

/// Kinds that do not fit, in predicates that leave them to the evaluation.
@Suite struct LenientKindsTests {
  private static let fields = Thing.fields
  private static let operators = [
    "==", "!=", "<", ">=", "BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
    "==[c]", "CONTAINS[cd]", "UTI-CONFORMS-TO",
  ]
  private static let constants = [
    "5", "5.5", "'5'", "TRUE", "nil", "#2001-01-01T00:00:05Z#", "{4, 5}", "{'4', '5'}", "{5, '5'}",
    "{}", "'a text of more than fifteen bytes'", "CAST('5', 'NSDecimalNumber')",
  ]

  /// What a predicate says of an item, alone and among others.
  private func answers<Item>(
    _ predicate: FilterPredicate<Item>, _ item: Item, _ text: String
  ) -> String {
    func answer(_ evaluate: () throws(EvaluationError) -> Bool) -> String {
      do throws(EvaluationError) {
        return "\(try evaluate())"
      } catch {
        return error.code
      }
    }
    let alone = answer { () throws(EvaluationError) in try predicate.matches(item) }
    let among = answer { () throws(EvaluationError) in
      try [item, item].count(where: predicate) == 2
    }
    #expect(alone == among, "\(text)")
    return alone
  }

  /// Holds what a lenient predicate answers to what it answers over values; returns whether a predicate that is not
  /// lenient refuses the text.
  @discardableResult
  private func agrees(_ text: String) throws -> Bool {
    let thing = Thing()
    let typed = try FilterPredicate<Thing>(text: text, options: .lenient)
    let values = try FilterPredicate<FilterValue>(text: text)
    let answer = answers(typed, thing, text)
    #expect(answer == answers(values, thing.filterValue, text), "\(text)")
    guard let checked = try? FilterPredicate<Thing>(text: text) else { return true }
    #expect(answer == answers(checked, thing, text), "\(text)")
    return false
  }

  /// Each element of a list with each of another.
  private func pairs(_ names: [String], _ values: [String]) -> [(name: String, value: String)] {
    names.flatMap { name in values.map { (name, $0) } }
  }

  @Test(arguments: fields)
  func aFieldIsComparedAsItsValueIs(_ field: String) throws {
    #expect(try agrees("\(field) LIKE 5"), "refused without the option")
    for (name, constant) in RandomSearch.sample(pairs(Self.operators, Self.constants), oneOf: 4) {
      try agrees("\(field) \(name) \(constant)")
      try agrees("\(constant) \(name) \(field)")
    }
  }

  @Test(arguments: ["ANY", "ALL", "NONE"])
  func elementsAreComparedAsTheirValuesAre(_ quantifier: String) throws {
    let operators = ["==", "!=", "<", "BEGINSWITH", "IN", "CONTAINS"]
    for field in Self.fields + ["parts.count", "parts.name", "tags.a"] {
      for (name, constant) in RandomSearch.sample(pairs(operators, Self.constants), oneOf: 8) {
        try agrees("\(quantifier) \(field) \(name) \(constant)")
      }
    }
  }

  @Test(arguments: fields)
  func twoFieldsAreComparedAsTheirValuesAre(_ field: String) throws {
    let operators = ["==", "!=", "<", "IN", "CONTAINS", "LIKE", "MATCHES"]
    for (name, other) in RandomSearch.sample(pairs(operators, Self.fields), oneOf: 4) {
      try agrees("\(field) \(name) \(other)")
    }
    try agrees("\(field) BETWEEN {\(field), name}")
  }

  @Test(arguments: [
    "name + 1 == 6", "-name == 5", "sqrt(name) == 2", "length(number) == 1", "abs(date) > 1",
    "uppercase(number) == '5'", "number.@count == 1", "name.@sum == 5", "date + date == 3",
    "SUBQUERY(number, $x, $x == 5).@count == 1", "names.@sum == 9", "parts.@max.name == 'q'",
    "parts.@sum.name == 'q'", "tags.a == '5'", "best.count == '2'", "part.name < 3",
    "SUBQUERY(parts, $p, $p.count == '5').@count == 0", "numbers[0] == '4'", "names[0] == 4",
    "numbers[name] == 4", "length(part) == 2", "TERNARY(done == 'x', 1, 2) == 2",
  ])
  func operandsAreThoseOfValues(_ text: String) throws { try agrees(text) }

  @Test(
    arguments: [
      ("done == 'false'", [], false), ("price == %@", ["5"], false), ("name != 5", [], true),
      ("number IN {'5'}", [], false), ("names CONTAINS 5", [], false),
    ] as [(String, [FilterValue], Bool)])
  func equalityOfTwoKindsIsAnAnswer(
    _ text: String, _ arguments: [FilterValue], _ expected: Bool
  ) throws {
    let predicate = try FilterPredicate<Thing>(text: text, arguments: arguments, options: .lenient)
    #expect(predicate.options.rules == .lenient)
    #expect(try predicate.matches(Thing()) == expected)
    #expect(try [Thing(), Thing()].count(where: predicate) == (expected ? 2 : 0))
  }

  @Test func orderOfTwoKindsIsAnErrorOfTheEvaluation() throws {
    let predicate = try FilterPredicate<Thing>("number < '6'", options: .lenient)
    #expect(throws: EvaluationError.self) { try predicate.matches(Thing()) }
  }

  @Test func unknownKeysStayErrorsOfTheText() {
    for text in ["nmae == 5", "name.foo == 5", "parts.nmae == 5", "part == {1}.nope"] {
      #expect(throws: SyntaxError.self, "\(text)") {
        try FilterPredicate<Thing>(text: text, options: .lenient)
      }
    }
  }

  @Test func whatIsMadeOfALenientPredicateIsLenient() throws {
    let lenient = try FilterPredicate<Thing>("name == 5", options: .lenient)
    let other = try FilterPredicate<Thing>("number == 5")
    #expect(other.options.rules == .standard)
    for joined in try [lenient || other, other && lenient, !lenient] {
      #expect(joined.options.rules == .lenient)
    }
    #expect(try (lenient || other).matches(Thing()) && !(other && lenient).matches(Thing()))
    #expect(try (!lenient).matches(Thing()))
    let coded = try JSONDecoder.ofFilters.decode(
      FilterPredicate<Thing>.self, from: JSONEncoder().encode(lenient))
    #expect(coded == lenient && coded.options.rules == .lenient)
    let bound = try FilterPredicate<Thing>("name == $x", options: .lenient).substituting(["x": 5])
    #expect(try !bound.matches(Thing()))
    let policy = FilterPolicy(Thing.filterFields)
    let allowed = try FilterPredicate<Thing>(
      text: "name == 5", options: FilterOptions(rules: .lenient, policy: policy))
    #expect(try !allowed.matches(Thing()))
    let value = try FilterExpression<Thing>(text: "name + 1", options: .lenient)
    #expect(throws: EvaluationError.self) { try value.value(of: Thing()) }
  }
}

extension Thing {
  fileprivate static let fields = [
    "done", "small", "number", "wide", "real", "float", "price", "name", "long", "date", "id",
    "bytes", "mood", "maybe", "nothing", "text", "moment", "numbers", "names", "set", "part",
    "best",
    "parts", "tags", "sum", "title",
  ]
}
