import FilterEngine
import Testing

/// Results that are made chunk by chunk, of rows whose strings and lists lie in every form.
@Suite struct ManyRowsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let holds: @Sendable (Entry) -> Bool
    var testDescription: String { text }
  }

  static let long = "a name of more than fifteen bytes"

  static let cases: [Case] = [
    Case(text: "TRUEPREDICATE") { _ in true },
    Case(text: "FALSEPREDICATE") { _ in false },
    // The first rows say little about the others.
    Case(text: "id >= 50000") { $0.id >= 50_000 },
    Case(text: "id < 1500") { $0.id < 1_500 },
    Case(text: "id == 59999") { $0.id == 59_999 },
    Case(text: "name == 'é'") { $0.name == "é" },
    Case(text: "name != 'short'") { $0.name != "short" },
    Case(text: "name BEGINSWITH 'a n' AND id > 7") { $0.name == long && $0.id > 7 },
    Case(text: "name ENDSWITH 't'") { $0.name == "short" },
    Case(text: "name IN {'é', 'short', 'none'}") { $0.name != long },
    Case(text: "note == nil") { $0.note == nil },
    Case(text: "note == 'short'") { $0.note == "short" },
    Case(text: "ANY tags == 'short'") { $0.tags.contains("short") },
    Case(text: "ALL tags == 'short'") { $0.tags.allSatisfy { $0 == "short" } },
    Case(text: "NONE tags BEGINSWITH 'a'") { !$0.tags.contains(long) },
    Case(text: "tags.@count > 4") { $0.tags.count > 4 },
  ]

  static let entries = [1_024, 1_025, 60_000].map { (0..<$0).map(Entry.init) }

  @Test(arguments: cases)
  func aLongResultHoldsEveryMatchInOrder(_ example: Case) throws {
    let predicate = try FilterPredicate<Entry>(text: example.text)
    for entries in Self.entries {
      let count = entries.count
      let expected = entries.filter(example.holds)
      let found = try entries.filter(predicate)
      #expect(found == expected, "\(count) rows")
      #expect(try entries.count(where: predicate) == expected.count, "\(count) rows")
    }
  }
}

/// About a hundred bytes; the number decides everything else.
struct Entry: Equatable, Filterable {
  let id: Int
  let name: String
  let note: String?
  let tags: [String]
  let numbers: [Int]

  static let filterFields = FilterFields<Entry>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("note", \.note),
    FilterField("tags", \.tags), FilterField("numbers", \.numbers))

  init(_ id: Int) {
    let names = ["short", ManyRowsTests.long, "é"]
    self.id = id
    name = names[id % 3]
    note = id % 5 == 0 ? nil : names[id % 2]
    tags = (0..<id % 7).map { names[(id / 7 + $0 / 5) % 3] }
    numbers = id % 4 == 0 ? [] : [id]
  }
}
