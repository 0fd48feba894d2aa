import FilterEngine
import FilterJSON
import FilterableResults
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What is asked of many rows at once, beside the same asked of one after another.
struct ReplDataTests {
  private static let names = [
    #""Zoë""#, #""zoe""#, #""a\u00e9 \"x\"""#, #""Straße""#, #""file10""#, #""file2""#, #""""#,
    "null", "true", "false", "3", "3.0", "-1.5", "9007199254740993", "1e300", #"["a","Zoë"]"#,
    #"{"k":"deep Zoë"}"#, "12345678901234567890",
  ]

  private static let texts = [
    #""f""#, #""é""#, #""e""#, #""E\u0301""#, #""eb""#, #""Straße""#, #""strasse""#, #""""#, "null",
    #""日本""#, #""a\tb""#, #""file10""#, #""file2""#, #""z""#,
  ]

  /// Some thousand rows, blank lines among them, with all kinds of values.
  private static let lines = makeLines()
  private static let bytes = Array(lines.joined(separator: "\n").utf8)
  private static let values = Result {
    let reader = JSONReader()
    return try lines.filter { $0 != " " }.map { try reader.read($0) }
  }

  private static func makeLines() -> [String] {
    (0..<5_000).map { number in
      let name = names[number * 7 % names.count]
      if number % 50 == 0 { return " " }
      if number % 51 == 0 { return #"{"id":\#(number)}"# }
      // One kind each: texts, numbers with and without a point, those with more digits than doubles.
      let text = texts[number * 5 % texts.count]
      let kinds =
        #""t":\#(text),"m":\#(number % 3 == 0 ? "\(number % 11)" : "\(number % 9).5"),"#
        + #""l":\#(number % 2 == 0 ? "9007199254740993" : "9007199254740992.0"),"b":\#(number % 2 == 0),"#
      return
        #"{\#(kinds)"id":\#(number),"name":\#(name),"o":{"n":\#(number % 13),"name":\#(name)},"n":\#(number % 7).5}"#
    }
  }

  private func store() throws -> (store: RowStore, rows: [OpenRow], values: [FilterValue]) {
    let store = RowStore()
    var rows = store.add(try RowLines.rows(Self.bytes, name: "rows"))
    // One that was typed in
    let typed = RowText(
      bytes: Array(#"{"id":-1,"name":"Zoë","n":3.5}"#.utf8), starts: [0],
      firstNumber: rows.count + 1)
    rows += store.add(typed)
    let values = try Self.values.get()
    return (store, rows, values + [store.value(of: rows[rows.count - 1])])
  }

  /// Quotes of expressions reach the language, in lists too.
  @Test func columnsAreReadAsTheyAreTyped() throws {
    let heard = try HeardSession()
    try heard.load([
      "{\"d\":\"2026-11-20\",\"zip\":\"a\",\"a b\":2}",
      "{\"d\":\"2026-11-21\",\"zip\":\"b\",\"a b\":1}",
    ])
    _ = try heard.says(".mode csv")
    _ = try heard.says(".select x=TERNARY(zip == \"b\", 0, 1), \"a b\"")
    #expect(try heard.says(".show") == "x,a b\n1,2\n0,1\n2 rows\n")
    for order in [
      ".sort CAST(d,\"NSDate\"):desc", ".sort TERNARY(zip == \"a\",1,0)", ".sort \"a b\"",
      ".sort `a b` zip:desc", ".sort zip == \"a\", d",
    ] {
      _ = try heard.says(".sort")
      #expect(try heard.says(order) == "")
      #expect(try heard.says(".show") == "x,a b\n0,1\n1,2\n2 rows\n", "\(order)")
    }
    let facet = try heard.says(".count histogram CAST(d,\"NSDate\"):month")
    #expect(facet.contains("2026-11,2\n"), "\(facet)")
  }

  @Test func rowsAreTheLinesThatAreNotBlank() throws {
    let (store, rows, values) = try store()
    #expect(rows.count == values.count)
    #expect(zip(rows, values).allSatisfy { store.value(of: $0) == $1 })
    #expect(String(decoding: rows[0].json, as: UTF8.self) == Self.lines[1])
    #expect(rows[10].number == 11)
  }

  @Test(arguments: [
    "name == 'zoe'", "name CONTAINS[cd] 'zoe'", "id > 3000 AND o.n == 4", "name + 1 > 3",
    "name == nil", "o.name BEGINSWITH 'S' OR n > 5", "ANY name == 'a'", "id IN {51, 5, -1}",
    "NOT (name > 2)", "SELF.id % 2 == 0", "TRUEPREDICATE", "FALSEPREDICATE",
  ])
  func answersAreThoseOfThePredicate(_ text: String) throws {
    let (store, rows, values) = try store()
    guard let predicate = try? FilterPredicate<FilterValue>(text: text) else { return }
    let test = RowTest(.predicate(predicate), of: store)
    for ((row, found), value) in zip(zip(rows, test.answers(rows)), values) {
      let expected = try? predicate.matches(value)
      // Asking the test library for each of 5,000 answers takes seconds.
      guard found != expected else { continue }
      Issue.record("\(store.value(of: row)): \(found as Any), not \(expected as Any)")
      return
    }
  }

  @Test(arguments: ["zoe", "ZOË", "x", "strasse", "é \"", "file1", "id", "nobody", "\u{301}"])
  func aSearchLooksAtEveryText(_ text: String) throws {
    func hasText(_ value: FilterValue, _ predicate: FilterPredicate<FilterValue>) -> Bool {
      switch value {
      case .string: (try? predicate.matches(value)) == true
      case .list(let elements): elements.contains { hasText($0, predicate) }
      case .object(let object): object.values.contains { hasText($0, predicate) }
      default: false
      }
    }
    let (store, rows, values) = try store()
    let predicate = try FilterPredicate<FilterValue>("SELF CONTAINS[cd] %@", text)
    let answers = RowTest(.search(text), of: store).answers(rows)
    for ((row, found), value) in zip(zip(rows, answers), values) {
      let expected = hasText(value, predicate)
      guard found != expected else { continue }
      Issue.record("\(store.value(of: row)): \(found as Any), not \(expected)")
      return
    }
  }

  @Test(arguments: [
    ("z", "zo"), ("zo", "zoe"), ("ZO", "zoë"), ("s", "str"), ("stras", "strasse"), ("e", "é \""),
    ("f", "fi"), ("a", "b"), ("file10", "file1"), ("x", "x"), ("1", "10"), ("s", "ss"), ("ss", "s"),
  ])
  func aLongerSearchFindsWhatItFindsAlone(_ before: String, _ text: String) throws {
    let (store, rows, _) = try store()
    let (wide, narrow) = (
      RowTest(.search(before), of: store), RowTest(.search(text), of: store)
    )
    guard narrow.implies(wide) else { return }
    let alone = narrow.answers(rows)
    #expect(narrow.answers(rows, among: wide.answers(rows)) == alone)
  }

  /// Rows that are asked for one by one, in blocks and in spans of several texts have the same answers.
  @Test(arguments: [1, 2, 7, 8, 9, 64])
  func onlyRowsThatAreAskedForAreTested(_ share: Int) throws {
    let (store, rows, _) = try store()
    let mixed = Array(rows.suffix(1) + rows[..<700] + rows[500..<900] + rows.suffix(1))
    for condition in [
      RowCondition.predicate(try FilterPredicate(text: "name + 1 > 3 OR id > 3000")),
      .search("zoe"),
    ] {
      let test = RowTest(condition, of: store)
      let whole = mixed.map { row in try? test.passes(row, limits: .standard) }
      let asked = mixed.indices.map { $0 % share == 0 }
      let found = test.answers(mixed, among: asked)
      #expect(found == zip(asked, whole).map { $0 ? $1 : false })
    }
  }

  @Test func onlyALongerSearchIsNarrower() throws {
    let store = RowStore()
    func implies(_ narrow: String, _ wide: RowCondition) -> Bool {
      RowTest(.search(narrow), of: store).implies(RowTest(wide, of: store))
    }
    #expect(implies("instance", .search("INST")))
    #expect(implies("instance", .search("ance")))
    #expect(!implies("inst", .search("instance")))
    #expect(!implies("é", .search("e")))
    #expect(!implies("inst", .predicate(try FilterPredicate("SELF CONTAINS[cd] 'in'"))))
  }

  @Test(arguments: ["name", "id", "n", "o.n", "o.name", "o", "nothing", "name.@count", "SELF"])
  func columnsHaveTheValuesOfRows(_ key: String) throws {
    let (store, rows, values) = try store()
    let column = RowColumn(try KeyColumn(key), store)
    try column.prepare()
    for (row, value) in zip(rows, values) {
      let (found, expected) = (column.value(of: row), column.key.value(of: value))
      guard found != expected || found.kind != expected.kind else { continue }
      Issue.record("\(value): \(found), not \(expected)")
      return
    }
  }

  @Test(arguments: [
    "name", "name:desc,id", "name:cd", "name:numeric,n:desc", "n,o.n:desc", "o.name:d", "nothing",
    "o:desc", "id:desc", "t", "t:desc,n", "t:cd,m:desc", "m", "m:desc,t:numeric", "l:desc", "b,t:l",
  ])
  func ranksAreTheOrderOfValues(_ keys: String) throws {
    let (store, rows, values) = try store()
    let sorting = RowSorting(try SortColumn.list(keys), store)
    try sorting.prepare()
    let sorter = TopRows(sorting.keys, limit: nil)
    for (row, value) in zip(rows, values) {
      let output = OutputRow(value: .int(Int64(row.number)), json: [])
      let keys = sorting.keys.map { $0.column.value(of: value) }
      sorter.add(TakenRow(keys: keys, section: nil, output: output))
    }
    let expected = sorter.sorted().map(\.output.value)
    #expect(sorting.sorted(rows).map { .int(Int64($0.number)) } == expected)
    let filed = rows.dropLast()
    let places = sorting.places(Array(filed))
    #expect(
      places
        == filed.indices.sorted { left, right in
          let order = sorting.order(rows[left], rows[right])
          return order == 0 ? left < right : order < 0
        })
  }

  /// Texts are read as a whole from 64 rows on.
  @Test(arguments: [0, 1, 2, 63, 64, 65, 129])
  func fewRowsAreAnsweredAsManyAre(_ count: Int) throws {
    let texts = ["a", "b", "Ab", "", "c"]
    let lines = (0..<count).map { id in
      #"{"id":\#(id),"i":\#(id % 4 - 1),"t":"\#(texts[id % texts.count])"}"#
    }
    let store = RowStore()
    let rows = store.add(
      try RowLines.rows(Array(lines.joined(separator: "\n").utf8), name: "rows"))
    #expect(rows.count == count)
    let predicate = try FilterPredicate<FilterValue>(text: "i > 0 AND t != 'a'")
    let answers = RowTest(.predicate(predicate), of: store).answers(rows)
    let search = RowTest(.search("A"), of: store).answers(rows)
    let column = RowColumn(try KeyColumn("t"), store)
    let sorting = RowSorting(try SortColumn.list("t,id:desc"), store)
    try column.prepare()
    try sorting.prepare()
    let values = rows.map { store.value(of: $0) }
    for (index, (row, value)) in zip(rows, values).enumerated() {
      guard case .object(let object) = value, case .string(let text) = object["t"] else { continue }
      #expect(try answers[index] == predicate.matches(value))
      #expect(search[index] == text.lowercased().contains("a"))
      #expect(column.value(of: row) == .string(text))
    }
    let sorted = sorting.places(rows)
    #expect(sorted.sorted() == Array(rows.indices))
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(sorting.order(rows[left], rows[right]) < 0)
      #expect(sorting.order(rows[right], rows[left]) > 0)
      #expect(sorting.order(rows[left], rows[left]) == 0)
    }
  }

  @Test(arguments: [
    ("a b", ["a", "b"]), ("  'a b'  c", ["a b", "c"]),
    (#"a\b "a\"b" 'x"y'"#, [#"a\b"#, #"a"b"#, #"x"y"#]),
    ("", []), ("a\tb \t'c\td'\t", ["a", "b", "c\td"]), ("'' x", ["", "x"]), ("a'b c'd", ["ab cd"]),
  ])
  func wordsEndAtBlanksOutsideOfQuotes(_ line: String, _ expected: [String]) throws {
    var words = CommandWords(line)
    var found: [String] = []
    while let word = try words.next() { found.append(word) }
    #expect(found == expected)
  }

  @Test(arguments: ["a", "a b", "a@b", "it's", #"a"b\c"#, ""])
  func quotedWordsAreReadAsTheyWere(_ word: String) throws {
    var words = CommandWords(CommandWords.quoted(word))
    #expect(try words.next() == word)
  }
}

extension RowTest {
  /// The answers for rows, nil for those that fail; false for rows that `asked` is not true of.
  fileprivate func answers(_ rows: [OpenRow], among asked: [Bool?]? = nil) -> [Bool?] {
    var words = Array(repeating: UInt64(0), count: (rows.count + 63) / 64)
    for index in rows.indices where asked.map({ $0[index] != false }) ?? true {
      words[index >> 6] |= 1 << UInt64(index & 63)
    }
    var failed: Set<Int> = []
    rows.withUnsafeBufferPointer { pointer in
      narrow(&words, of: pointer, limits: .standard) { index, _ in failed.insert(index) }
    }
    return rows.indices.map { index in
      failed.contains(index) ? nil : words[index >> 6] >> UInt64(index & 63) & 1 == 1
    }
  }
}
