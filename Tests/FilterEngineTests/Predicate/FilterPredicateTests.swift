import FilterSyntax
import FilterEngine
import Testing

private struct Team: Filterable {
  var name: String
  var size: Int

  static let filterFields = FilterFields<Team>(
    FilterField("name", \.name), FilterField("members", \.size))
}

private struct Person: Filterable {
  var name: String
  var age: Int
  var nickname: String?
  var tags: [String]
  var team: Team

  var initial: String { String(name.prefix(1)) }

  static let filterFields = FilterFields<Person>(
    FilterField("name", \.name), FilterField("age", \.age), FilterField("nickname", \.nickname),
    FilterField("tags", \.tags), FilterField("team", \.team), FilterField("initial", \.initial))
}

private let people = [
  Person(name: "Ann", age: 31, nickname: nil, tags: ["a", "b"], team: Team(name: "red", size: 3)),
  Person(
    name: "Bob", age: 17, nickname: "Bobby the Great", tags: [], team: Team(name: "blue", size: 5)),
  Person(
    name: "Cécile with a long name", age: 44, nickname: "Cé", tags: ["b"],
    team: Team(name: "red", size: 8)),
]

private func names(_ text: String, _ arguments: [FilterValue] = []) throws -> [String] {
  let predicate = try FilterPredicate<Person>(text: text, arguments: arguments)
  let batch = try people.filter(predicate).map(\.name)
  let single = try people.filter { try predicate.matches($0) }.map(\.name)
  #expect(batch == single)
  return batch.map { String($0.prefix(3)) }
}

@Test(arguments: [
  ("age >= 18", ["Ann", "Céc"]), ("age < 18", ["Bob"]), ("age BETWEEN {17, 31}", ["Ann", "Bob"]),
  ("age IN {17, 44}", ["Bob", "Céc"]), ("name BEGINSWITH 'A'", ["Ann"]),
  ("name CONTAINS[cd] 'CECILE'", ["Céc"]), ("name ENDSWITH 'name'", ["Céc"]),
  ("nickname == nil", ["Ann"]), ("nickname != 'Cé'", ["Ann", "Bob"]),
  ("nickname CONTAINS 'the'", ["Bob"]), ("ANY tags == 'b'", ["Ann", "Céc"]),
  ("'a' IN tags", ["Ann"]), ("tags.@count == 0", ["Bob"]), ("NONE tags == 'a'", ["Bob", "Céc"]),
  ("ALL tags == 'b'", ["Bob", "Céc"]), ("team.members > 4 AND team.name == 'red'", ["Céc"]),
  ("initial == 'B'", ["Bob"]), ("name MATCHES '[AB].*'", ["Ann", "Bob"]),
  ("name IN {'Ann', 'Bob', 'Carl'}", ["Ann", "Bob"]), ("name LIKE '*n*'", ["Ann", "Céc"]),
  ("NOT (age > 20 AND team.name == 'red')", ["Bob"]), ("name.length == 3", ["Ann", "Bob"]),
  // An item has as many keys as its table, those without a value counted.
  ("SELF.@count == 6", ["Ann", "Bob", "Céc"]), ("team.@count == 2", ["Ann", "Bob", "Céc"]),
])
func aPredicateSelectsItems(_ text: String, _ expected: [String]) throws {
  #expect(try names(text) == expected)
}

/// The wildcards of SQL are literal, which is worth a note where the pattern has no other ones.
@Test(arguments: [
  ("name LIKE 'A%'", true), ("name LIKE[c] '_nn'", true), ("NOT name LIKE '%'", true),
  ("name LIKE 'A*'", false), ("name LIKE '10?%'", false), ("name LIKE 'Ann'", false),
  ("name CONTAINS '%'", false), ("name LIKE initial", false),
])
func wildcardsOfSQLAreNoted(_ text: String, _ isNoted: Bool) throws {
  let notes = try FilterPredicate<Person>(text: text).notes
  #expect(
    notes.map(\.message)
      == (isNoted
        ? ["the wildcards of LIKE are * for any run and ? for one character; % and _ are literal"]
        : []))
  for note in notes { #expect(text.utf8.prefix(note.range.upperBound).last == UInt8(ascii: "'")) }
}
