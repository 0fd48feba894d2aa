import Foundation
import TestSupport
import Testing

/// The fuzz entries over their kept corpus and a few inputs made here, without instrumentation.
@Suite struct FuzzTests {
  private static let corpus = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/Corpus")

  private static func files(of entry: FuzzEntry) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: corpus.appendingPathComponent(entry.name), includingPropertiesForKeys: nil
    ).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  @Test(arguments: FuzzEntry.all.map(\.name))
  func theKeptCorpusHolds(name: String) throws {
    let entry = try #require(FuzzEntry(name))
    let files = try Self.files(of: entry)
    #expect(!files.isEmpty)
    for file in files {
      do {
        try entry.run(Array(try Data(contentsOf: file)))
      } catch {
        Issue.record("Tests/Fuzz/Corpus/\(name)/\(file.lastPathComponent): \(error)")
      }
    }
  }

  /// Kept inputs with a few bytes changed: too few to find much, enough to keep the entries working.
  @Test(arguments: FuzzEntry.all.map(\.name))
  func inputsNearTheCorpusHold(name: String) throws {
    let entry = try #require(FuzzEntry(name))
    let inputs = try Self.files(of: entry).map { Array(try Data(contentsOf: $0)) }
    for seed in RandomSearch.seeds(8) {
      var generator = SeededGenerator(seed: seed)
      var input = generator.pick(inputs)
      for _ in 0...generator.below(4) {
        let place = generator.below(input.count + 1)
        switch generator.below(3) {
        case 0: input.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
        case 1: input = Array(input[..<place] + generator.pick(inputs).suffix(40))
        default: if place < input.count { input.remove(at: place) }
        }
      }
      do {
        try entry.run(input)
      } catch {
        Issue.record("\(name), FRC_SEED=\(seed) FRC_ROUNDS=1, \(input): \(error)")
      }
    }
  }

  /// Filters under a policy, of random bytes: many are accepted, and what is asked for is permitted.
  @Test func noKeyOutsideAPolicyIsAskedFor() throws {
    var accepted = 0
    var reads = 0
    let seeds = RandomSearch.seeds(600)
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let bytes = (0..<160).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      var data = FuzzedData(bytes)
      do {
        let outcome = try PolicyRun(&data).check()
        accepted += outcome.isAccepted ? 1 : 0
        reads += outcome.reads
      } catch {
        Issue.record("FRC_SEED=\(seed) FRC_ROUNDS=1: \(error)")
      }
    }
    #expect(seeds.count < 100 || accepted > seeds.count / 10 && reads > seeds.count / 10)
  }

  /// The ways that `slowest` measures evaluate the predicate.
  @Test(arguments: SlowWay.allCases)
  func eachMeasuredWayAnswers(way: SlowWay) throws {
    let large = "SUBQUERY({1, 2, 3, 4, 5, 6, 7, 8}, $X, BODY).@count > 0"
    let nested = (0..<6).reduce("$x0 > 9") { body, level in
      large.replacing("X", with: "x\(level)").replacing("BODY", with: body)
    }
    let outcomes: [(String, SlowOutcome?)] = [
      ("text BEGINSWITH 'aaa' AND int == int", .answer(true)), ("text == 'x'", .answer(false)),
      ("10 / (int - int) > 1", .failure), (nested, .limit), ("text ==", nil),
    ]
    for (text, expected) in outcomes {
      let run = try #require(SlowRun(Array(text.utf8), .compared))
      #expect(run.outcome(of: way) == expected, "\(text)")
    }
  }

  /// A mismatch has to be reported, or the entries would hold whatever they find.
  @Test func aDifferenceIsAMismatch() {
    #expect(throws: FuzzMismatch.self) { try expectSame(1, 2, "one and two") }
    #expect(throws: Never.self) { try expectSame(1, 1, "one") }
  }
}
