import Foundation

/// Runs the workloads of databases that the command line asks for and prints their table.
@main
enum DatabaseBenchmarks {
  /// Every workload, in the order of the table.
  private static var workloads: [any DatabaseWorkload.Type] {
    [
      Q1Structs.self, Q2Commits.self, Q3Hook.self, Q4Index.self, Q5Prefix.self, Q6Folding.self,
      Q7Pages.self, Q10Translation.self, Q10Window.self, S6Totals.self,
    ]
  }

  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage("database-benchmarks"))
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("database-benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let people = try PeopleFile(in: folder, count: options.count)
    let bench = Bench(options, .processor)
    for workload in workloads
    where options.only.isEmpty || options.only.contains(workload.name) {
      do {
        try workload.run(bench, people)
      } catch {
        bench.note("\(workload.name) could not be run: \(error)")
      }
    }
    bench.finish()
  }
}

/// One workload on a file of people: a few comparisons with peers.
protocol DatabaseWorkload {
  /// The name that `--only` takes.
  static var name: String { get }

  /// Runs it and adds its rows.
  static func run(_ bench: Bench, _ people: PeopleFile) throws
}
