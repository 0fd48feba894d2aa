import ResultsTestSupport
import TestSupport
import Testing

/// A sixth of the transitions between small worlds, others in each run; `small-worlds` makes all, and
/// those of larger worlds.
@Suite struct SmallWorldTests {
  @Test func aSmallWorldBecomesAnyOther() async throws {
    let search = SmallWorldSearch(SmallWorlds(rows: 3, sections: 2), exhaustive: true, oneOf: 6)
    let counts = try await search.run()
    #expect(SmallWorldRun.Kind.allCases.allSatisfy { counts[$0, default: 0] > 10 }, "\(counts)")
  }

  @Test func aDifferenceIsShortAndReplays() async throws {
    let worlds = SmallWorlds(rows: 3, sections: 2)
    let found = try await SmallWorldDifferences(worlds, contents: .all, oneOf: 6).run()
    #expect(found.pairs > 50 && found.transitions > found.pairs)
  }

  @Test func controllersTourWorlds() async throws {
    let worlds = SmallWorlds(rows: 3, sections: 2)
    let found = try await SmallWorldTours(worlds, contents: .all, oneOf: 6).run()
    #expect(found.keyed > 50 && found.unkeyed == found.keyed)
  }

  @Test func shapesAndWorldsAreCounted() {
    let few = SmallWorlds(rows: 3, sections: 2)
    #expect(few.shapes.count == 15)
    #expect(few.all.count == 131)
    #expect(Set(few.all).count == 131)
    guard RandomSearch.isExhaustive else { return }
    let many = SmallWorlds(rows: 5, sections: 3)
    #expect(many.shapes.count == 84)
    #expect(many.all.count == 41_101)
    #expect(Set(many.all).count == 41_101)
  }

  @Test(arguments: ["A: 1 2x | B:", "", "C: 3", "A: | B: 2 1"])
  func worldsAreReadAsTheyAreWritten(text: String) throws {
    #expect(try #require(SmallWorld(text)).description == text)
    #expect(SmallWorld(text + "?") == nil)
  }
}
