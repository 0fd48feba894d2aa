import FilterEngine
import FilterableResults

/// Look-ups in a list of a hundred sections, beside those of a dictionary by the same keys.
enum P19Lookups: Workload {
  static let name = "P19"
  private static let lookUpCount = 20_000

  static func run(_ bench: Bench) throws {
    let items = bench.instances
    let controller = try Instance.controller()
    try controller.setItems(items)
    let snapshot = controller.snapshot
    let shown = snapshot.paths
    var random = SplitMix(seed: 19)
    let ids = (0..<lookUpCount).map { _ in random.below(items.count) }
    let paths = (0..<lookUpCount).map { _ in shown[random.below(shown.count)] }
    var places: [Int: Int] = [:]
    for (place, item) in items.enumerated() { places[item.id] = place }
    let peer = { () -> Bool in
      var sum = 0
      for id in ids { sum &+= places[id] ?? 0 }
      return sum > 0
    }
    func compare(_ label: String, _ target: Target, _ ours: () throws -> Bool) rethrows {
      bench.add(
        try bench.measure(
          name, label, beside: "a look-up in a dictionary", target: target, items: lookUpCount,
          ours: ours, peer: peer, agree: ==))
    }
    compare("path(forKey:)", .ratio(8, reach: 3)) {
      var found = 0
      for id in ids where controller.path(forKey: .int(Int64(id))) != nil { found &+= 1 }
      return found > 0
    }
    compare("item at an index path", .ratio(3, reach: 1.5)) {
      var found = 0
      for path in paths where snapshot[path] != nil { found &+= 1 }
      return found == paths.count
    }
    try compare("filtersHiding(key:)", .ratio(20)) {
      var hidden = 0
      for id in ids { hidden &+= try controller.filtersHiding(key: .int(Int64(id))).count }
      return hidden > 0
    }
  }
}
