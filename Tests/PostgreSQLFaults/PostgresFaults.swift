internal import Foundation

/// Disturbs a server of PostgreSQL, its connections and its schema while followers show its rows, and checks what the
/// library promises: see `Tests/README.md`.
@main struct PostgresFaults {
  static func main() {
    #if PostgreSQL && os(Linux)
      guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        print(Options.usage)
        exit(2)
      }
      if options.faults.contains(.interfaceDown), !options.hasInterface { Namespace.enter() }
      exit(run(options))
    #else
      print("skipped: built without the trait PostgreSQL, or not on Linux")
    #endif
  }

  #if PostgreSQL && os(Linux)
    private static func run(_ options: Options) -> Int32 {
      // A connection that was cut must not end the process.
      signal(SIGPIPE, SIG_IGN)
      let journal = Journal(printsEvents: options.isVerbose)
      let title = "world \(options.world), seed \(options.seed)"
      Journal.write("\(title), \(options.seconds) s")
      if options.faults.contains(.interfaceDown), !options.hasInterface {
        Journal.write("skipped: the interface cannot be taken down here")
      }
      do {
        guard let world = try World(options, journal) else { return 0 }
        do {
          try world.run()
        } catch {
          journal.fail("d", "the run ends: \(error)")
        }
        if !journal.failures.isEmpty { journal.dump() }
        world.end()
      } catch {
        Journal.write("the run cannot begin: \(error)")
        return 2
      }
      for failure in journal.failures { Journal.write(failure) }
      let verdict = journal.failures.isEmpty ? "kept" : "BROKEN"
      Journal.write("\(title): promises \(verdict), \(Int(journal.seconds)) s, \(journal.summary)")
      return journal.failures.isEmpty ? 0 : 1
    }
  #endif
}
