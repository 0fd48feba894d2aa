import FilterEngine
import GeoLibrary
import Testing

/// What libraries show of their use holds.
@Suite struct TextDocumentationTests {
  static let examples: [FilterDocumentation] =
    examples(of: .standard) + examples(of: .geo) + StandardOperators.all.map(\.documentation)

  private static func examples(of library: FilterLibrary) -> [FilterDocumentation] {
    var examples = library.functions.map(\.documentation)
    examples += library.operators.map(\.documentation)
    examples += library.collectionOperators.map(\.documentation)
    examples += library.casts.map(\.documentation)
    examples += library.messages.map(\.documentation)
    examples += library.leafKeys.map(\.documentation)
    return examples
  }

  @Test func everyExampleHoldsOfAnyItem() throws {
    for documentation in Self.examples {
      let predicate = try FilterPredicate<FilterValue>(
        text: documentation.example, libraries: [.standard, .geo])
      #expect(try predicate.matches(.null), "\(documentation.example)")
      #expect(try predicate.matches(["a": 1]), "\(documentation.example)")
      #expect(documentation.summary.hasSuffix("."), "\(documentation.summary)")
    }
    #expect(Self.examples.count > 80)
  }
}
