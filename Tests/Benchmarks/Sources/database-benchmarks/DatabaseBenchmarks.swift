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

  /// Every workload on a server of PostgreSQL.
  private static var serverWorkloads: [any ServerWorkload.Type] {
    [Q8Rows.self, ServerIndex.self, ServerPrefix.self, ServerPages.self, Q9Commits.self]
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
    let names = workloads.map { $0.name }
    let isForServer = !options.only.isEmpty && options.only.isDisjoint(with: names)
    let people = try PeopleFile(in: folder, count: isForServer ? 10 : options.count)
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
    try runOnServer(options)
  }

  /// Runs the workloads on a server, if one of them is asked for.
  private static func runOnServer(_ options: Options) throws {
    let workloads = serverWorkloads.filter { workload in
      options.only.isEmpty || options.only.contains(workload.name)
    }
    guard !workloads.isEmpty, let people = try PeopleServer(count: options.count) else { return }
    let (processor, clock) = (Bench(options, .processor), Bench(options))
    processor.note("A server of its own without fsync. Times of this process by its processors:")
    for workload in workloads {
      do {
        try workload.run(processor: processor, clock: clock, people)
      } catch {
        clock.note("\(workload.name) could not be run: \(error)")
      }
    }
    if workloads.contains(where: { $0.name == Q9Commits.name }),
      let synced = try PeopleServer(count: options.count / 10, syncs: true)
    {
      try Q9Commits.runWithSync(clock: clock, synced)
    }
    processor.finish()
    clock.finish()
  }
}

/// One workload on a file of people: a few comparisons with peers.
protocol DatabaseWorkload {
  /// The name that `--only` takes.
  static var name: String { get }

  /// Runs it and adds its rows.
  static func run(_ bench: Bench, _ people: PeopleFile) throws
}
