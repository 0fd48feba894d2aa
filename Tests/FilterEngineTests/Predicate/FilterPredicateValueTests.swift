import FilterEngine
import FilterSyntax
import Foundation
import Testing

private typealias Filter = FilterPredicate<FilterValue>

private let item: FilterValue = [
  "name": "Ann", "age": 31, "tags": ["a", "b"],
  "when": .date(Date(timeIntervalSinceReferenceDate: 5)),
]

@Suite struct FilterPredicateValueTests {
  @Test(
    arguments: [
      ("name == 'Ann' AND age > 3", []), ("age == 1.0 OR age == TRUE", []),
      ("tags == %@", [.set(FilterSet([1, 2]))]), ("when < %@", [.date(.now)]),
      ("%K == %@ AND age < %@", ["a b", .data(Data([1, 2])), .double(.infinity)]),
      ("SUBQUERY(tags, $x, $x == %@).@count == 1", [.uuid(UUID())]),
      ("name IN %@", [["Ann", nil, ["k": .decimal(1.5)]]]), ("age == $limit", []),
    ] as [(String, [FilterValue])])
  func aPredicateIsReadAsItWasWritten(_ text: String, _ arguments: [FilterValue]) throws {
    let predicate = try Filter(text: text, arguments: arguments)
    let data = try JSONEncoder().encode(predicate)
    #expect(try JSONDecoder.ofFilters.decode(Filter.self, from: data) == predicate)
  }

  /// Paths of a value in the text are followed when the predicate is made, those of the item when it is asked.
  @Test(arguments: [
    "$.name == 'Ann'", "$.at.n == 3", "$['name'] == 'Ann'", "$.at['n'] == 3",
    "ANY $.list.n == 2", "$.list.n == {1, 2}", "$.list.@sum.n == 3", "($.list)[LAST].n == 2",
    "SUBQUERY($.list, $x, $x.n > 1).@count == 1", "$.missing == nil", "$.name.length == 3",
  ])
  func pathsOfAValueAreThoseOfAnItem(_ text: String) throws {
    let value: FilterValue = [
      "name": "Ann", "at": ["n": 3], "list": [["n": 1], ["n": 2]],
    ]
    let constant = try Filter(
      text: text.replacingOccurrences(of: "$.", with: "(%@).")
        .replacingOccurrences(of: "$[", with: "(%@)["), arguments: [value])
    let read = try Filter(
      text: text.replacingOccurrences(of: "$.", with: "SELF.")
        .replacingOccurrences(of: "$[", with: "SELF["))
    #expect(try constant.matches(nil) && read.matches(value))
  }

  /// A lenient predicate stays lenient, and any other one is checked when it is decoded.
  @Test func leniencyIsCoded() throws {
    let text = "text == 5"
    #expect(throws: SyntaxError.self) { try FilterPredicate<PropertySample>(text: text) }
    let lenient = try FilterPredicate<PropertySample>(text: text, options: .lenient)
    let data = try JSONEncoder().encode(lenient)
    #expect(String(decoding: data, as: UTF8.self).contains("\"lenient\":true"))
    #expect(
      try JSONDecoder.ofFilters.decode(FilterPredicate<PropertySample>.self, from: data) == lenient)
    let checked = try JSONEncoder().encode(FilterPredicate<PropertySample>(text: "text == 'a'"))
    #expect(!String(decoding: checked, as: UTF8.self).contains("lenient"))
    #expect(throws: (any Error).self) {
      try JSONDecoder.ofFilters.decode(
        FilterPredicate<PropertySample>.self, from: Data("{\"text\": \"text == 5\"}".utf8))
    }
  }

  @Test func aCodedFilterHasOneKindOfRules() throws {
    let lenient = try Filter(text: "age == 1", options: .lenient)
    #expect(
      try JSONDecoder.ofFilters.decode(Filter.self, from: JSONEncoder().encode(lenient))
        .options.rules == .lenient)
    let both = Data(#"{"text": "age == 1", "strict": true, "lenient": true}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder.ofFilters.decode(Filter.self, from: both)
    }
  }

  @Test func strictnessIsCoded() throws {
    let strict = try Filter(text: "age == 1", options: .strict)
    #expect(
      try JSONDecoder.ofFilters.decode(Filter.self, from: JSONEncoder().encode(strict))
        .options.rules == .strict)
  }

  @Test(arguments: [
    "{}", #"{"text":"age >"}"#, #"{"text":"age == %@"}"#,
    #"{"text":"age == %@","arguments":[{"integer":"x"}]}"#,
    #"{"text":"age == %@","arguments":[{"$date":"x"}]}"#, "[1]",
  ])
  func damagedDataIsRefused(_ json: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder.ofFilters.decode(Filter.self, from: Data(json.utf8))
    }
  }

  @Test func predicatesJoin() throws {
    let adult = try Filter("age >= 18")
    let ann = try Filter("name == 'Ann'")
    #expect(try (adult && ann).description == "age >= 18 AND name == \"Ann\"")
    #expect(
      try (adult || ann || !ann).description
        == "age >= 18 OR name == \"Ann\" OR NOT name == \"Ann\"")
    #expect(try (!(!ann)) == ann)
    #expect(try (adult && ann).matches(item))
    #expect(try !(adult && !ann).matches(item))
  }

  @Test func aStrictPredicateJoinsStrictOnesOnly() throws {
    let strict = try Filter("age >= 18", options: .strict)
    let lenient = try Filter("age < 18")
    #expect(throws: SyntaxError.self) { try strict && lenient }
  }

  @Test func joiningForeverEndsWithAnError() throws {
    let one = try Filter("age >= 18")
    var predicate = one
    #expect(throws: SyntaxError.self) {
      for _ in 0..<2_000 {
        predicate = try predicate && one
        predicate = try predicate || one
      }
    }
  }

  @Test(arguments: [
    ("age > $limit", "age > 5"), ("$item.name == 'x'", "\"it\".name == \"x\""),
    (
      "SUBQUERY(tags, $limit, $limit == $item).@count > $limit",
      "SUBQUERY(tags, $limit, $limit == \"it\").@count > 5"
    ),
    ("$other == 1", "$other == 1"),
  ])
  func variablesAreReplacedByConstants(_ text: String, _ expected: String) throws {
    let predicate = try Filter(text: text).substituting(["limit": 5, "item": "it"])
    #expect(predicate.description == expected)
  }

  @Test(arguments: [
    ("a.b == 1 AND c > a.b", ["a.b", "c"], []), ("SELF == $x", ["SELF"], ["x"]),
    ("ANY items.@sum.price > $x", ["items.@sum.price"], ["x"]),
    (
      "SUBQUERY(items, $i, $i.price > limit AND $i.kind == $kind).@count > 1",
      ["items", "items.price", "limit", "items.kind"], ["kind"]
    ),
    ("a.$k == 1", ["a.$k"], ["k"]), ("($y := 3) == $y", [], []),
    ("(a.d)[0].x == 1", ["a.d", "a.d.x"], []),
  ])
  func usesAreNamed(_ text: String, _ keyPaths: [String], _ variables: [String]) throws {
    let predicate = try Filter(text: text)
    #expect(predicate.usedKeyPaths == keyPaths)
    #expect(predicate.usedVariables == variables)
  }

  @Test func sequencesAreFilteredCountedAndSearched() throws {
    let numbers = Array(0..<200)
    let even = try FilterPredicate<Int>("modulus:by:(SELF, 2) == 0")
    #expect(try numbers.filter(even).count == 100)
    #expect(try numbers.count(where: even) == 100)
    #expect(try numbers.dropFirst().first(where: even) == 2)
    #expect(try numbers.contains(where: even))
    #expect(try !numbers.allSatisfy(even))
    #expect(try AnySequence(numbers).filter(even).count == 100)
    #expect(try numbers.filter(FilterPredicate<Int>("SELF BETWEEN {63, 65}")) == [63, 64, 65])
  }

  @Test func aFilterStopsAtTheFirstErrorOrGoesOn() throws {
    let values: [FilterValue] = [1, "x", 3, nil, "y"]
    let predicate = try Filter("SELF > 2")
    #expect(throws: EvaluationError.self) { try values.filter(predicate) }
    var failed: [FilterValue] = []
    #expect(values.filter(predicate) { item, _ in failed.append(item) } == [3])
    #expect(failed == ["x", "y"])
  }
}
