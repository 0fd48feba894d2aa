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
    let place = { () -> Bool in
      var sum = 0
      for id in ids { sum &+= places[id] ?? 0 }
      return sum > 0
    }
    func compare(
      _ label: String, _ target: Target, _ ours: () throws -> Bool, beside peer: () -> Bool
    ) rethrows {
      bench.add(
        try bench.measure(
          name, label, beside: "a look-up in a dictionary", target: target, items: lookUpCount,
          ours: ours, peer: peer, agree: ==))
    }
    try firstOfAVersion(bench, controller, ids, places)
    compare("path(forKey:)", .ratio(8, reach: 3)) {
      var found = 0
      for id in ids where controller.path(forKey: FilterValue.int(Int64(id))) != nil { found &+= 1 }
      return found > 0
    } beside: {
      place()
    }
    try compare("filtersHiding(key:)", .ratio(20)) {
      var hidden = 0
      for id in ids {
        hidden &+= (controller.filtersHiding(key: FilterValue.int(Int64(id)))?.count ?? 0)
      }
      return hidden > 0
    } beside: {
      place()
    }
    // Both hand out an item, which counts the references in it.
    let byKey = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    compare("item at an index path", .ratio(3, reach: 1.5)) {
      var age = 0
      for path in paths { age &+= snapshot[path]?.age ?? 0 }
      return age > 0
    } beside: {
      var age = 0
      for id in ids { age &+= item(id, in: byKey)?.age ?? 0 }
      return age > 0
    }
  }

  /// The first look-ups after an edit, each of which is a search: only after many of them all paths are listed.
  private static func firstOfAVersion(
    _ bench: Bench, _ controller: ResultsController<Instance>, _ ids: [Int], _ places: [Int: Int]
  ) throws {
    let ids = ids.prefix(lookUpCount / 4)
    var edited = bench.instances[0]
    let row = try bench.measure(
      name, "path(forKey:), the first \(ids.count) after an edit",
      beside: "a look-up in a dictionary", target: nil, items: ids.count,
      prepare: {
        edited.age = 31 + (edited.age + 1) % 30
        controller.replace(edited)
      },
      ours: { () throws -> Bool in
        var found = 0
        for id in ids where controller.path(forKey: FilterValue.int(Int64(id))) != nil {
          found &+= 1
        }
        return found > 0
      },
      peer: {
        var sum = 0
        for id in ids { sum &+= places[id] ?? 0 }
        return sum > 0
      }, agree: ==, preparePeer: {})
    bench.add(row)
  }

  /// Not inlined, as a look-up that reads one property in place gives nothing out.
  @inline(never)
  private static func item(_ id: Int, in items: [Int: Instance]) -> Instance? { items[id] }
}
