import Foundation
import ResultsTestSupport
import TestSupport

/// `small-worlds`: all worlds of five rows in three sections. Their differences, without other content
/// and with other content in each single row, are shown to list views in all forms; controllers with
/// keys and without go from each world to each other one, those with keys with other content in one
/// row too, another one from pair to pair. Then everything that a controller with views tells of
/// worlds of four rows in two sections, by edits and filters too.
/// `small-worlds ROWS SECTIONS`: differences and controllers of other worlds, with other content in
/// each single row.
/// `small-worlds OLD NEW`: one transition, as a failure writes it.
/// `small-worlds sessions`: random sessions, `FRC_ROUNDS` of them from `FRC_SEED` on.
///
/// `FRC_EXHAUSTIVE` changes the contents of all sets of rows.
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
      let numbers = arguments.compactMap { Int($0) }
      if numbers.count == 2 {
        let worlds = SmallWorlds(rows: numbers[0], sections: numbers[1])
        try await compare(worlds, .each)
        return try await tour(worlds, .each)
      }
      try await compare(SmallWorlds(rows: 5, sections: 3), .each)
      try await tour(SmallWorlds(rows: 5, sections: 3), .one)
      try await control(SmallWorlds(rows: 4, sections: 2))
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  private static func compare(
    _ worlds: SmallWorlds, _ contents: SmallWorldContents
  ) async throws {
    let start = ContinuousClock.now
    let contents = isExhaustive ? .all : contents
    let found = try await SmallWorldDifferences(worlds, contents: contents).run()
    report(
      "differences of \(worlds), \(contents): \(found.pairs) pairs, "
        + "\(found.transitions) transitions, \(ContinuousClock.now - start)")
  }

  private static func tour(_ worlds: SmallWorlds, _ contents: SmallWorldContents) async throws {
    let start = ContinuousClock.now
    let contents = isExhaustive ? .all : contents
    let found = try await SmallWorldTours(worlds, contents: contents).run()
    report(
      "controllers of \(worlds), \(contents): \(found.keyed) transitions with keys, "
        + "\(found.unkeyed) without, \(ContinuousClock.now - start)")
  }

  private static func control(_ worlds: SmallWorlds) async throws {
    let start = ContinuousClock.now
    let counts = try await SmallWorldSearch(worlds, exhaustive: isExhaustive).run()
    for kind in SmallWorldRun.Kind.allCases { report("\(kind): \(counts[kind] ?? 0)") }
    report("controllers with views of \(worlds): \(ContinuousClock.now - start)")
  }

  /// Writes a line at once, into a pipe or a file too.
  private static func report(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static var isExhaustive: Bool { RandomSearch.isExhaustive }

  private static func sessions() async throws {
    let seeds = RandomSearch.seeds(1_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 0..<8 as Range<UInt64> {
        group.addTask {
          for seed in stride(from: seeds.lowerBound + part, to: seeds.upperBound, by: 8) {
            try RandomSession(seed: seed).run(steps: 120)
          }
        }
      }
      try await group.waitForAll()
    }
    print("\(seeds.count) sessions from FRC_SEED=\(seeds.lowerBound)")
  }
}
