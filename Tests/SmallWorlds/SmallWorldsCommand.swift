import Foundation
import ResultsTestSupport

/// `small-worlds`: all differences between worlds of five rows in three sections, and all that a
/// controller tells of worlds of four rows in two sections.
/// `small-worlds OLD NEW`: one transition, as a failure writes it.
/// `small-worlds sessions`: random sessions, `FRC_ROUNDS` of them from `FRC_SEED` on.
///
/// `FRC_EXHAUSTIVE` changes the contents of all sets of rows instead of those of single ones.
@main struct SmallWorldsCommand {
  static func main() async {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.count == 2, let old = arguments.first.flatMap(SmallWorld.init),
        let new = arguments.last.flatMap(SmallWorld.init)
      {
        try SmallWorldSearch.replay(old, new)
        print("fine")
        return
      }
      if arguments.first == "sessions" { return try await sessions() }
      try await search(SmallWorlds(rows: 5, sections: 3), SmallWorlds(rows: 4, sections: 2))
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  private static func search(_ worlds: SmallWorlds, _ controlled: SmallWorlds) async throws {
    let isExhaustive = environment["FRC_EXHAUSTIVE"] != nil
    let clock = ContinuousClock()
    var start = clock.now
    let found = try await SmallWorldDifferences(worlds, exhaustive: isExhaustive).run()
    print("\(worlds): \(found.transitions) of \(found.pairs) pairs, \(clock.now - start)")
    start = clock.now
    let counts = try await SmallWorldSearch(controlled, exhaustive: isExhaustive).run()
    for kind in SmallWorldRun.Kind.allCases { print("\(kind): \(counts[kind] ?? 0)") }
    print("\(controlled): \(clock.now - start)")
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static func sessions() async throws {
    let first = environment["FRC_SEED"].flatMap { UInt64($0) } ?? 1
    let rounds = environment["FRC_ROUNDS"].flatMap { UInt64($0) } ?? 1_000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<8 as Range<UInt64> {
        group.addTask {
          for seed in stride(from: first + part, to: first + rounds, by: 8) {
            try RandomSession(seed: seed).run(steps: 120)
          }
        }
      }
      try await group.waitForAll()
    }
    print("\(rounds) sessions from FRC_SEED=\(first)")
  }
}
