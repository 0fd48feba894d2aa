import ArgumentParser
import Foundation

@main
struct Faults: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts small faults into a copy of the package and counts those that its tests find.",
    discussion: """
      All faults are built at once, each behind a switch. A first run of each suite says whose lines it runs; then each fault \
      is on in a run of those suites, the quick ones first, until a test fails. Ends with 1 where fewer than --least \
      percent are found. A fault that shows nowhere goes into Unseen.txt, with the reason.
      """)

  @Option(help: "Which faults are put in; other ones for each number.")
  var seed: UInt64 = 1

  @Option(help: "How many.")
  var count = 100

  @Option(help: "Only in files whose paths contain this text.")
  var only: String?

  @Option(
    name: .customLong("try"), parsing: .upToNextOption,
    help: "The numbers of those that are tried; all without it.")
  var tried: [Int] = []

  @Option(help: "The least percentage of the faults that show which has to be found.")
  var least = 80

  @Option(help: "How many test programs run at a time.")
  var jobs = 2

  @Option(help: "The folder of the package.")
  var package = "."

  func run() async throws {
    let folder = URL(fileURLWithPath: package).standardizedFileURL
    let unseen = try KnownPlaces(
      String(contentsOf: folder.appendingPathComponent("Tests/Faults/Unseen.txt"), encoding: .utf8))
    var planted = try PlantedPackage(
      of: folder, in: folder.appendingPathComponent("Tests/Faults/.build/copy"))
    try planted.plant(count, seed: seed, only: only)
    say("== \(planted.faults.count) faults of seed \(seed)")
    try planted.build()
    let program = try TestProgram(of: planted)
    let names = try program.suites()
    let traced = try await all(names, "suites") { try program.trace($0) }
    for (name, suite) in zip(names, traced) where suite == nil {
      say("  \(name) fails without a fault and is left out")
    }
    let trial = Trial(program: program, suites: traced.compactMap { $0 }, unseen: unseen)
    let faults = planted.faults.filter { tried.isEmpty || tried.contains($0.key) }
      .sorted { $0.key < $1.key }
    let verdicts = try await all(faults, "faults") { number, site in
      let verdict = try trial.verdict(site, number: number)
      // At once, so that it can be looked at while the others are tried.
      if case .missed(let suites) = verdict {
        say("\(number) is missed by \(suites) suites: line \(site.line) of \(site.identity)")
      }
      return verdict
    }
    try report(verdicts)
  }

  private func report(_ verdicts: [Verdict]) throws {
    var (found, missed, unseen) = (0, 0, 0)
    for verdict in verdicts {
      switch verdict {
      case .found: found += 1
      case .unseen: unseen += 1
      case .missed: missed += 1
      }
    }
    let percent = found * 100 / max(found + missed, 1)
    say(
      "\(found) of \(found + missed) faults that show are found (\(percent) %); \(unseen) show nowhere"
    )
    if percent < least { throw ExitCode.failure }
  }

  /// Calls `body` for each element, `jobs` at a time, and counts on a terminal.
  private func all<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ name: String,
    _ body: @escaping @Sendable (Element) throws -> Result
  ) async throws -> [Result] {
    var results: [Int: Result] = [:]
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, element) in elements.enumerated() {
        if index >= jobs, let (done, result) = try await group.next() { results[done] = result }
        group.addTask { (index, try body(element)) }
        if isatty(STDERR_FILENO) == 1 {
          let progress = "  \(index + 1) of \(elements.count) \(name)\r"
          FileHandle.standardError.write(Data(progress.utf8))
        }
      }
      for try await (done, result) in group { results[done] = result }
    }
    return elements.indices.compactMap { results[$0] }
  }
}
