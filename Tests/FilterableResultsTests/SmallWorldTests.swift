import ResultsTestSupport
import Testing

/// Every transition between small worlds; `small-worlds` runs the larger ones.
@Suite struct SmallWorldTests {
  @Test func everySmallWorldBecomesEveryOther() async throws {
    let search = SmallWorldSearch(SmallWorlds(rows: 3, sections: 2), exhaustive: true)
    let counts = try await search.run()
    #expect(SmallWorldRun.Kind.allCases.allSatisfy { counts[$0, default: 0] > 100 })
  }

  @Test func everyDifferenceIsShortAndReplays() async throws {
    let search = SmallWorldDifferences(SmallWorlds(rows: 3, sections: 2), contents: .all)
    let found = try await search.run()
    #expect(found.pairs > 1_000 && found.transitions > found.pairs)
  }

  @Test func controllersTourEveryWorld() async throws {
    let found = try await SmallWorldTours(SmallWorlds(rows: 3, sections: 2), contents: .all).run()
    #expect(found.keyed > 1_000 && found.unkeyed == found.keyed)
  }

  @Test func shapesAndWorldsAreCounted() {
    let worlds = SmallWorlds(rows: 5, sections: 3)
    #expect(worlds.shapes.count == 84)
    #expect(worlds.all.count == 41_101)
    #expect(Set(worlds.all).count == 41_101)
  }

  @Test(arguments: ["A: 1 2x | B:", "", "C: 3", "A: | B: 2 1"])
  func worldsAreReadAsTheyAreWritten(text: String) throws {
    #expect(try #require(SmallWorld(text)).description == text)
    #expect(SmallWorld(text + "?") == nil)
  }
}
