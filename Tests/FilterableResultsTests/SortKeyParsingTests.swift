import FilterableResults
import Testing

/// Sort keys as people write them.
struct SortKeyParsingTests {
  @Test func optionsFollowTheKeyPath() throws {
    #expect(try SortKey(parsing: "name") == SortKey("name"))
    #expect(try SortKey(parsing: "a.b:asc") == SortKey("a.b"))
    #expect(try SortKey(parsing: "age:desc") == SortKey("age", ascending: false))
    #expect(try SortKey(parsing: "age:desc:ASC") == SortKey("age"))
    #expect(
      try SortKey(parsing: "n:Desc:cd:numeric:N")
        == SortKey(
          "n", ascending: false,
          options: [.caseInsensitive, .diacriticInsensitive, .normalized], numeric: true))
    #expect(try SortKey(parsing: "n:l").options == .localeSensitive)
    #expect(try SortKey(parsing: "`a:desc`:desc") == SortKey("`a:desc`", ascending: false))
  }

  @Test(arguments: [
    ("name:upward", "'upward' is no sort option in 'name:upward'"),
    ("n:", "'' is no sort option in"),
    ("n:cx", "'cx' is no sort option"), ("", "a key path is empty"),
    (":desc", "a key path is empty"),
  ])
  func whatIsNoSortKeyIsRefused(_ text: String, _ message: String) {
    let error = #expect(throws: SortKey.ParsingError.self) { try SortKey(parsing: text) }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
