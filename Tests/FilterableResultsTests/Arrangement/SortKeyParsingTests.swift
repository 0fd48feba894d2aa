import FilterEngine
import FilterSyntax
import FilterableResults
import ResultsTestSupport
import Testing

/// Sort keys as people type them.
struct SortKeyParsingTests {
  private typealias Key = ResultsSortKey<FilterValue>

  private func keys(_ text: String) throws(SyntaxError) -> [Key] {
    try Key.list(text, policy: .unrestricted)
  }

  @Test func aListHasDirectionsAndOptions() throws {
    let age = try Key("age", ascending: false)
    for text in [
      "-age", "age:desc", "age desc", "age DESC", " -  age ", "age descending", "age:DESC",
      "-age desc",
      "age: desc", "age\tdesc", "+age desc", "age:asc:desc", ", age:desc,",
    ] {
      #expect(try keys(text) == [age], "\(text)")
    }
    for text in ["age", "+age", "age asc", "age:ascending", "age:desc:ASC", "`age`"] {
      #expect(try keys(text).map(\.isAscending) == [true], "\(text)")
    }
    let name = try Key(
      "owner.name", ascending: false, options: [.caseInsensitive, .diacriticInsensitive])
    for text in [
      "-owner.name[cd]", "owner.name[cd]:desc", "owner.name[cd] desc", "owner.name desc[dc]",
      "owner.name:cd:desc", "owner.name:desc:cd", "owner.name[c][d]:desc",
    ] {
      #expect(try keys(text) == [name], "\(text)")
    }
    #expect(
      try keys("-priority, created[cd], file:numeric, n:Desc:cd:numeric:N, x") == [
        Key("priority", ascending: false),
        Key("created", options: [.caseInsensitive, .diacriticInsensitive]),
        Key("file", numeric: true),
        Key(
          "n", ascending: false,
          options: [.caseInsensitive, .diacriticInsensitive, .normalized], numeric: true),
        Key("x"),
      ])
    #expect(
      try Key.list("n, m:d", options: .caseInsensitive, policy: .unrestricted).map(\.options)
        == [.caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
    #expect(try keys("").isEmpty)
  }

  @Test func backquotesProtectAKey() throws {
    for name in ["a:desc", "-a", "a desc", "a[cd]", "a,b", "a"] {
      let values: [FilterValue] = [3, 1, 2].map { .object(FilterObject([(name, .int($0))])) }
      let sorted = values.sorted(by: try keys("-`\(name)`"))
      #expect(sorted.map { $0[name] } == [3, 2, 1], "\(name)")
    }
    // A place in a list is no option.
    #expect(try keys("tags[0]") == [Key("tags[0]")])
    #expect(try keys("first name") == [Key("first name")])
  }

  @Test(arguments: [
    ("a, name:upward", "'upward' is not a sort option", "upward"),
    ("n:", "'' is not a sort option", ""), ("n:cx,b", "'cx' is not a sort option", "cx"),
    ("a,:desc", "expected a key", ":desc"), ("-", "expected a key", "-"),
  ])
  func whatIsNoSortKeyIsRefused(_ text: String, _ message: String, _ place: String) throws {
    let error = try #require(throws: SyntaxError.self) { try keys(text) }
    #expect(error.message.hasPrefix(message), "\(error.message)")
    let bytes = Array(text.utf8)[error.range.lowerBound..<error.range.upperBound]
    #expect(String(decoding: bytes, as: UTF8.self) == place)
    #expect(!error.code.isEmpty)
  }

  @Test func aKeyPathIsOneOfTheItems() throws {
    let error = #expect(throws: SyntaxError.self) {
      try ResultsSortKey<Row>.list("-n, cty:desc", policy: .unrestricted)
    }
    #expect(
      error?.description == """
        error: 'Row' has no key 'cty', did you mean 'city'?
         | -n, cty:desc
         |     ^^^
         fix: replace cty with city
        """)
  }

  /// Sorting by a list is sorting by its keys from the last one to the first.
  @Test func elementsAreSortedAsByARow() throws {
    let items = (0..<40).map { Row($0, n: $0 % 3, city: ["b", "a", nil, "B"][$0 % 4]) }
    let sorted = items.sorted(by: try ResultsSortKey.list("-n, city[c]", policy: .unrestricted))
    let expected = items.sorted { left, right in
      if left.n != right.n { return left.n > right.n }
      let cities = (left.city?.lowercased() ?? "", right.city?.lowercased() ?? "")
      return cities.0 == cities.1 ? left.id < right.id : cities.0 < cities.1
    }
    #expect(sorted == expected)
    #expect(items.sorted(by: [ResultsSortKey<Row>]()) == items)
  }
}
