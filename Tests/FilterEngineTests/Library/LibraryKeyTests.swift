import FilterSyntax
import Testing

@testable import FilterEngine

/// Keys of plain values that several libraries have, and what a strict predicate refuses.
@Suite struct LibraryKeyTests {
  private static let documentation = FilterDocumentation("Nothing.", example: "TRUEPREDICATE")

  private static func key(
    _ name: String, _ kinds: Set<FilterKind>, _ result: FilterKind?, _ value: FilterValue
  ) -> FilterLeafKey {
    FilterLeafKey(name, of: kinds, result: result, documentation: documentation) { _ in value }
  }

  private static func index(_ keys: [FilterLeafKey]) -> LibraryIndex {
    LibraryIndex(keys.enumerated().map { FilterLibrary(name: "library \($0)", leafKeys: [$1]) })
  }

  /// A key of several libraries is that of the first one for its kinds, and of the next one for the others.
  @Test func aKeyOfSeveralLibrariesHasAllKinds() throws {
    let index = Self.index([
      Self.key("k", [.string], .number, 1), Self.key("k", [.number, .string], .number, 2),
      Self.key("k", [.date], .string, "3"), Self.key("other", [.boolean], .boolean, true),
    ])
    let key = try #require(index.leafKey("k"))
    #expect(key.kinds == [FilterKind.string, .number, .date] as Set)
    #expect(key.result == nil)
    #expect(try key.body("a") == 1 && key.body(5) == 2)
    #expect(index.leafKey("other")?.result == .boolean && index.leafKey("K") == nil)
    #expect(
      index.leafKeyNames(of: .number) == ["k"] && index.leafKeyNames(of: .boolean) == ["other"])
    #expect(index.duplicates == ["library 1: key 'k' of strings"])
    let same = Self.index([
      Self.key("k", [.string], .number, 1), Self.key("k", [.date], .number, 2),
    ])
    #expect(same.leafKey("k")?.result == .number && same.duplicates.isEmpty)
  }

  /// An operator is documented as an extension where a strict predicate refuses its example.
  @Test func theDocumentedExtensionsAreThoseThatAStrictPredicateRefuses() {
    for entry in FilterOperatorDocumentation.all {
      let isRefused =
        (try? AST.Predicate(
          parsing: entry.documentation.example, options: SyntaxOptions(strict: true))) == nil
      #expect(entry.isExtension == isRefused, "\(entry.spellings): \(entry.documentation.example)")
    }
  }

  /// The collection operators that Foundation has, and those that it does not have.
  @Test func theCollectionOperatorsOfFoundationAreStrict() {
    let foundation: Set = [
      "count", "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects",
      "unionOfArrays",
      "distinctUnionOfArrays", "unionOfSets", "distinctUnionOfSets",
    ]
    let index = LibraryIndex([.standard])
    for name in index.collectionOperatorNames {
      let text = name == "count" ? "a.@count == 1" : "a.@\(name).b == 1"
      let isAccepted = (try? FilterPredicate<FilterValue>(text: text, options: .strict)) != nil
      #expect(isAccepted == foundation.contains(name), "\(name)")
      #expect((try? FilterPredicate<FilterValue>(text: text)) != nil, "\(name)")
    }
  }
}
