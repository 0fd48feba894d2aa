import Testing

@Suite struct FormatTests {
  @Test(arguments: [
    ("x == 1", "the file has no head"),
    ("# T\n\nx == 1\n=> true", "an example begins with a comment"),
    ("# T\n\n# c\nvalue", "the filter is missing"),
    ("# T\n\n# c\nx == 1", "the expectation is missing"),
    ("# T\n\n# c\nvalue\nvalue\nx\n=> 1", "value stands twice"),
    ("# T\n\n# c\nvalue: 1\nx\n=> 1", "value has no value"),
    ("# T\n\n# c\nargs\nx\n=> 1", "args has a value"),
    ("# T\n\n# c\nargs: {}\nx == 1\n=> true", "the value of args is of another kind"),
    ("# T\n\n# c\ntext: 5\n=> true", "the value of text is of another kind"),
    ("# T\n\n# c\ntext: \"a\"\nvalue\n=> true", "the filter stands before value"),
    ("# T\n\n# c\nx == 1\n=> 5", "this is no expectation"),
    ("# T\n\n# c\nx == 1\n=> true\n=> false", "a filter has one result for one item"),
    ("# T\n\n# c\nx == 1\n=> true\nx == 1", "the canonical text stands first, on one line"),
    ("# T\n\n# c\nx == 1\n=> true\nparse-error", "a text that is refused is nothing else"),
    ("# T\n\n# c\nx == 1\nerror: no", "lines of a message stand below a message, and only there"),
    ("# T\n\n# c\nx == 1\n | x", "lines of a message stand below a message, and only there"),
    ("# T\n\n# c\nx == 1\nnames: ann", "names are those of fixtures, in their order"),
    ("# T\nfixture: ann\n\n# c\nx\n=> true", "a fixture has a name and an item"),
    ("# T\nfixture: a {}\nfixture: a {}\n\n# c\nx\n=> true", "fixture a stands twice"),
  ])
  func aMalformedBlockIsRefused(_ text: String, _ reason: String) throws {
    let error = try #require(throws: FormatError.self) {
      try ConformanceFile(text, named: "a.txt")
    }
    #expect(error.reason == reason)
  }

  @Test func linesAreCounted() throws {
    let file = try ConformanceFile(
      "# T\n\n\n# c\nx == 1\n=> true\n\n# d\ny\nparse-error\n", named: "a.txt")
    #expect(file.cases.map(\.line) == [4, 8])
  }
}
