import FilterSyntax
import Testing

@testable import FilterEngine

@Suite struct LibraryIndexTests {
  @Test func namesAreFoundExactly() {
    let index = LibraryIndex([.standard])
    #expect(index.function("modulus:by:")?.arity == 2...2)
    #expect(index.function("Sqrt:") == nil)
    #expect(index.function("sqrt") == nil)
    #expect(index.collectionOperator("flatten")?.isExtension == true)
    #expect(index.duplicates.isEmpty)
  }

  @Test func theVocabularyHasEveryFunction() {
    let vocabulary = LibraryIndex([.standard, Self.other]).vocabulary
    #expect(vocabulary.functions?["sum:"]?.contains(3) == true)
    #expect(vocabulary.functions?["now"] == 0...0)
    let standard = SyntaxVocabulary.standard.extensionFunctions
    #expect(standard.contains("number:") && !standard.contains("sum:"))
    #expect(vocabulary.extensionFunctions == standard.union(["abs:", "double:"]))
    #expect(vocabulary.wordOperators == ["NEAR"])
  }

  /// A name that becomes standard does not change the filters of a library that has it already.
  @Test(arguments: [false, true])
  func anotherLibraryCountsBeforeTheStandardOne(isFirst: Bool) throws {
    let index = LibraryIndex(isFirst ? [Self.other, .standard] : [.standard, Self.other])
    #expect(index.duplicates == ["standard: function 'abs:'", "standard: key 'length' of strings"])
    #expect(try index.function("abs:")?.body([-1], LibraryRun.run()) == FilterValue.null)
    #expect(index.function("sqrt:") != nil)
    #expect(try index.leafKey("length")?.body("abc") == 0)
    #expect(try index.leafKey("length")?.body([1]) == 0)
    #expect(index.wordOperator("NEAR") != nil)
    #expect(index.wordOperator("isNear:") != nil)
    #expect(index.leafKeyNames(of: .list) == ["length"])
  }

  @Test func everythingIsDocumented() {
    let library = FilterLibrary.standard
    var all = library.functions.map(\.documentation)
    all += library.casts.map(\.documentation) + library.methods.map(\.documentation)
    all += library.leafKeys.map(\.documentation)
    all += library.collectionOperators.map(\.documentation)
    all += FilterOperatorDocumentation.all.map(\.documentation)
    for documentation in all {
      #expect(documentation.summary.hasSuffix("."))
      #expect(!documentation.summary.contains("\n"))
      #expect(!documentation.example.isEmpty)
    }
  }

  @Test func aTypeConformsToItselfAndItsParents() {
    #expect(UniformType.conforms("public.png", to: "public.image"))
    #expect(UniformType.conforms("public.png", to: "public.item"))
    #expect(UniformType.conforms("Public.PNG", to: "public.content"))
    #expect(UniformType.conforms("public.source-code", to: "public.text"))
    #expect(UniformType.conforms("com.example.thing", to: "com.example.thing"))
    #expect(!UniformType.conforms("public.image", to: "public.png"))
    #expect(!UniformType.conforms("com.example.thing", to: "public.item"))
    #expect(UniformType.equal("public.PNG", "public.png"))
    #expect(!UniformType.equal("public.png", "public.image"))
  }

  static let other = FilterLibrary(
    name: "other",
    functions: [
      FilterFunction("abs:", parameters: [nil], result: nil, documentation: documentation) { _, _ in
        .null
      },
      FilterFunction("double:", parameters: [nil], result: nil, documentation: documentation) {
        arguments, _ throws(EvaluationError) in
        try FilterArithmetic.multiply(arguments[0], 2)
      },
    ],
    operators: ["near", "isNear:"].map {
      FilterWordOperator($0, left: nil, right: nil, documentation: documentation) { _, _, _ in true
      }
    },
    leafKeys: [
      FilterLeafKey("length", of: [.list, .string], documentation: documentation) { _ in 0 }
    ])

  static let documentation = FilterDocumentation("Nothing.", example: "TRUEPREDICATE")
}
