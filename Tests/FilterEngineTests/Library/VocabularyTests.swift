import FilterSyntax
import Testing

@testable import FilterEngine

/// The names that the compiler checks in a macro are those of the standard library.
@Suite struct VocabularyTests {
  @Test func theStandardVocabularyIsThatOfTheLibrary() {
    #expect(SyntaxVocabulary.standard == FilterLibraries.standard.vocabulary)
    #expect(SyntaxVocabulary.standard.functions?["average:"] == 1...Int.max)
    #expect(SyntaxVocabulary.standard.functions?["modulus:by:"] == 2...2)
  }

  @Test func everyFunctionIsInTheVocabulary() {
    let selectors = Set(StandardFunctions.all.map(\.selector))
    #expect(SyntaxVocabulary.standard.functions.map { Set($0.keys) } == selectors)
  }

  @Test func everyKeyOfAPlainValueIsInTheVocabulary() {
    #expect(Set(StandardLeafKeys.all.map(\.key)) == SyntaxVocabulary.standardLeafKeys)
  }
}
