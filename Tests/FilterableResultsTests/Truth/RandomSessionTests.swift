import Foundation
import ResultsTestSupport
import TestSupport
import Testing

/// What is kept up edit by edit is what is made from scratch, and every delivery fits, is as short as can be, and leads
/// back.
///
/// `FRC_ROUNDS` makes more sessions, from the one of `FRC_SEED` on.
@Suite struct RandomSessionTests {
  @Test(arguments: RandomSearch.seeds(16))
  func aSessionStaysWhatAFreshControllerShows(seed: UInt64) throws {
    let session = RandomSession(seed: seed)
    #expect(throws: Never.self) { try session.run(steps: 60) }
    #expect(!session.tally.isEmpty)
  }

  @Test func sessionsDoEverything() throws {
    var kinds: Set<String> = []
    for seed in 1...30 as ClosedRange<UInt64> {
      let session = RandomSession(seed: seed)
      try session.run(steps: 30)
      kinds.formUnion(session.tally.keys)
    }
    // 4 depths, 4 loads, 14 row edits, 7 of sections, 8 of filters, 8 settings, 6 of facets and aggregates, and what is named.
    #expect(
      kinds.isSuperset(of: ["rollback", "pause", "merge", "collapse", "undo", "redo"])
        && kinds.count == 57,
      "\(kinds.sorted())")
  }
}
