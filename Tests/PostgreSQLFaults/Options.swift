#if PostgreSQL && os(Linux)
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// What the command line asks for.
  struct Options {
    static let usage = """
      usage: postgres-faults SECONDS [SEED] [--world NAME] [--bug NAME] [--pace MILLISECONDS] [--kinds NAME,…]
                [--without FAULT,…] [--verbose]

        --world    the faults: \(Fault.worlds.joined(separator: ", ")) (all)
        --bug      a mistake that must be found: \(Bug.allCases.map(\.rawValue).joined(separator: ", "))
        --kinds    the followers: \(FollowerKind.allCases.map(\.rawValue).joined(separator: ", ")) (all)
        --pace     the longest pause of a writer between two transactions (30)
        --without  faults of the world that are left out
        --verbose  prints each event

      Exits with 1 if a promise is broken, with 3 if the run does not go on.
      """

    /// A mistake in a store.
    enum Bug: String, CaseIterable {
      case listenLate = "listen-late"
      case takeLate = "take-late"

      /// A store for one source.
      func store(_ store: any SQLStore, _ table: SQLTableDeclaration) -> any SQLStore {
        switch self {
        case .listenLate: LateListenStore(store)
        case .takeLate: LateTakeStore(store, table)
        }
      }
    }

    var seconds = 0
    var seed: UInt64
    var world = "all"
    var faults: [Fault] = []
    var bug: Bug?
    var kinds = FollowerKind.allCases
    var pace = 30
    var isVerbose = false

    /// Whether the process has a network namespace of its own.
    var hasInterface = false

    /// Nil if the arguments cannot be read.
    init?(_ arguments: [String]) {
      var rest = arguments[...]
      var numbers: [UInt64] = []
      var others: [Fault] = []
      seed = UInt64.random(in: 1...999_999_999)
      while let argument = rest.popFirst() {
        switch argument {
        case "--without":
          let names = (rest.popFirst() ?? "").split(separator: ",")
          let found = names.compactMap { Fault(rawValue: String($0)) }
          guard found.count == names.count else { return nil }
          others += found
        case "--verbose": isVerbose = true
        case "--own-interface": hasInterface = true
        case "--world":
          guard let name = rest.popFirst() else { return nil }
          world = name
        case "--bug":
          guard let found = rest.popFirst().flatMap(Bug.init(rawValue:)) else { return nil }
          bug = found
        case "--kinds":
          let names = (rest.popFirst() ?? "").split(separator: ",")
          kinds = names.compactMap { FollowerKind(rawValue: String($0)) }
          guard !kinds.isEmpty, kinds.count == names.count else { return nil }
        case "--pace":
          guard let found = rest.popFirst().flatMap({ Int($0) }), found >= 0, found < 10_000 else {
            return nil
          }
          pace = found
        default:
          guard let number = UInt64(argument) else { return nil }
          numbers.append(number)
        }
      }
      guard let first = numbers.first, numbers.count <= 2, first <= 1_000_000,
        let faults = Fault.all(of: world)
      else { return nil }
      seconds = Int(first)
      if numbers.count == 2 { seed = numbers[1] }
      self.faults = faults.filter { !others.contains($0) }
    }
  }
#endif
