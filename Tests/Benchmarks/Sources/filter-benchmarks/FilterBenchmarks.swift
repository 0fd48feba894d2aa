/// Runs the workloads that the command line asks for and prints their table.
@main
enum FilterBenchmarks {
  /// Every workload, in the order of the table.
  private static var workloads: [any Workload.Type] {
    [
      P1Structs.self, P2Contains.self, P3Matches.self, P4Folding.self, P5Fields.self,
      P6Compile.self, P9FilterSwitch.self, P10Replacement.self, P11Edits.self, P12Typing.self,
      P13Memory.self, P16Growth.self, P17Batches.self, P18Filters.self, P19Lookups.self,
      P20Window.self, P21TypedItems.self, Allocations.self, S1Summaries.self,
      S2Replacement.self, S3Switch.self, S4Memory.self, A1Tokens.self, A2Completion.self,
      A3Explanation.self,
    ]
  }

  static func main() {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage("filter-benchmarks"))
      return
    }
    let bench = Bench(options)
    for workload in workloads
    where options.only.isEmpty || options.only.contains(workload.name) {
      do {
        try workload.run(bench)
      } catch {
        bench.note("\(workload.name) could not be run: \(error)")
      }
    }
    bench.finish()
  }
}
