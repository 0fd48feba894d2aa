import FilterEngine
import GeoLibrary
import Testing

/// The examples of libraries hold, and their documentation has all of them.
@Suite struct TextDocumentationTests {
  @Test func everyExampleHoldsOfAnyItem() {
    let libraries: FilterLibraries = [.standard, .geo]
    #expect(libraries.failingExamples().isEmpty)
    let entries = libraries.libraries.flatMap(\.documentation.entries)
    #expect(entries.count > 70)
    for entry in entries { #expect(entry.summary.hasSuffix("."), "\(entry.summary)") }
  }

  @Test func everyExampleOfAnOperatorHolds() throws {
    for entry in FilterOperatorDocumentation.all {
      let predicate = try FilterPredicate<FilterValue>(text: entry.documentation.example)
      #expect(try predicate.matches(.null), "\(entry.spellings)")
      #expect(try predicate.matches(["a": 1]), "\(entry.spellings)")
      #expect(entry.documentation.summary.hasSuffix("."), "\(entry.spellings)")
    }
  }

  @Test func anExampleThatDoesNotHoldIsFound() {
    func function(_ name: String, _ example: String) -> FilterFunction {
      FilterFunction(
        name, parameters: [], result: .number,
        documentation: FilterDocumentation("A number.", example: example)
      ) { _, _ in .int(1) }
    }
    let library = FilterLibrary(
      name: "broken",
      functions: [
        function("right", "right() == 1"), function("wrong", "wrong() == 2"),
        function("unread", "unread( == 1"), function("failing", "failing() < 'a'"),
      ])
    let failures = FilterLibraries([.standard, library]).failingExamples()
    #expect(failures.map { $0.entry.name } == ["wrong", "unread", "failing"])
    #expect(failures.allSatisfy { $0.library == "broken" && $0.entry.kind == .function })
    #expect(failures[0].reason == "the example is false of nil")
    #expect(failures[1].reason.hasPrefix("error: expected an expression"))
    #expect(failures[2].reason.hasPrefix("error: can't compare a number with a string"))
  }

  @Test func aLibraryIsTextAndMarkdown() {
    let documentation = FilterLibrary.geo.documentation
    #expect(documentation.name == FilterLibrary.geo.name)
    for entry in documentation.entries {
      #expect(
        documentation.text.contains("  \(entry.name)\n    \(entry.summary)\n    \(entry.example)\n")
      )
      #expect(
        documentation.markdown.contains(
          "| `\(entry.name)` | \(entry.summary) | `\(entry.example)` |\n"))
    }
    #expect(
      documentation.text.hasPrefix("FUNCTIONS\n") || documentation.text.hasPrefix("OPERATORS\n"))
    let bars = FilterLibrary(
      name: "bars",
      functions: [
        FilterFunction(
          "bar", parameters: [], result: .boolean,
          documentation: FilterDocumentation("True | true.", example: "1 | 1 == 1 OR `a` == nil")
        ) { _, _ in .bool(true) }
      ])
    #expect(
      bars.documentation.markdown == #"""
        ## Functions

        | name | | example |
        |---|---|---|
        | `bar` | True \| true. | ``1 \| 1 == 1 OR `a` == nil`` |

        """#)
  }
}
