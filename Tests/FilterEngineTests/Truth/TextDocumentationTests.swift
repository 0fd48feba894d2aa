import FilterEngine
import GeoLibrary
import Testing

/// What libraries show of their use holds.
@Suite struct TextDocumentationTests {
  static let examples: [FilterDocumentation] =
    [FilterLibrary.standard, .geo].flatMap { library in
      library.functions.map(\.documentation) + library.operators.map(\.documentation)
        + library.collectionOperators.map(\.documentation) + library.casts.map(\.documentation)
        + library.messages.map(\.documentation) + library.leafKeys.map(\.documentation)
    } + StandardOperators.all.map(\.documentation)

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
