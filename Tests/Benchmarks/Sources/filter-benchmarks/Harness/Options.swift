/// What the command line asks for.
struct Options {
  static func usage(_ program: String) -> String {
    """
    usage: \(program) [--only P1,P3] [--count N] [--rounds N] [--times]

      --only    the workloads to run, by their names
      --count   how many records there are (1000000)
      --rounds  how often each side is run (7)
      --times   print no table but a line a workload: its name, what is measured and our nanoseconds
                an item, with tabs between; the peers are only asked for their answers
    """
  }

  var only: Set<String> = []
  var count = 1_000_000
  var rounds = 7
  var isTimesOnly = false

  /// Nil where the arguments cannot be read, or ask for help.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--times" {
        isTimesOnly = true
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--only": only = Set(value.split(separator: ",").map { $0.uppercased() })
      case "--count":
        guard let number = Int(value), number > 0 else { return nil }
        count = number
      case "--rounds":
        guard let number = Int(value), number > 0 else { return nil }
        rounds = number
      default: return nil
      }
    }
  }
}
