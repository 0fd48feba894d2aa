/// What the command line asks for.
struct Options {
  static let usage = """
    usage: filter-benchmarks [--only P1,P3] [--count N] [--rounds N]

      --only    the workloads to run, by their names
      --count   how many records there are (1000000)
      --rounds  how often each side is run (7)
    """

  var only: Set<String> = []
  var count = 1_000_000
  var rounds = 7

  /// Nil where the arguments cannot be read, or ask for help.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
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
