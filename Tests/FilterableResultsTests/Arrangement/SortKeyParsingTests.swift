import FilterableResults
import Testing

/// Sort keys as people write them.
struct SortKeyParsingTests {
  private typealias Key = SortKey<FilterValue>

  @Test func optionsFollowTheKeyPath() throws {
    #expect(try Key(parsing: "name") == Key("name"))
    #expect(try Key(parsing: "a.b:asc") == Key("a.b"))
    #expect(try Key(parsing: "age:desc") == Key("age", ascending: false))
    #expect(try Key(parsing: "age:desc:ASC") == Key("age"))
    #expect(
      try Key(parsing: "n:Desc:cd:numeric:N")
        == Key(
          "n", ascending: false,
          options: [.caseInsensitive, .diacriticInsensitive, .normalized], numeric: true))
    #expect(try Key(parsing: "n:l").options == .localeSensitive)
    #expect(try Key(parsing: "`a:desc`:desc") == Key("`a:desc`", ascending: false))
  }

  @Test(arguments: [
    ("name:upward", "'upward' is not a sort option in 'name:upward'"),
    ("n:", "'' is not a sort option in"),
    ("n:cx", "'cx' is not a sort option"), ("", "a key path is empty"),
    (":desc", "a key path is empty"),
  ])
  func whatIsNoSortKeyIsRefused(_ text: String, _ message: String) {
    let error = #expect(throws: SortKeyError.self) { try Key(parsing: text) }
    #expect(error?.description.hasPrefix(message) == true)
  }

  @Test func aKeyPathIsOneOfTheItems() {
    let error = #expect(throws: SortKeyError.self) { try SortKey<Row>(parsing: "cty:desc") }
    #expect(
      error?.description == """
        error: 'Row' has no key 'cty', did you mean 'city'?
         | cty
         | ^^^
         fix: replace cty with city
        """)
  }
}
