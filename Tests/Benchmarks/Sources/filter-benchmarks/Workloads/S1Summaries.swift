import CAllocationCounter
import FilterableResults

/// Counts beside the rows: three facets and four aggregates of a list with two filters and a hundred sections.
enum S1Summaries: Workload {
  static let name = "S1"
  private static let editCount = 2_000

  static func run(_ bench: Bench) throws {
    let orders = Order.random(bench.options.count)
    let few = Array(orders.prefix(1_000))
    let (counted, plain) = (
      try OrderSession(orders, isCounted: true), try OrderSession(orders, isCounted: false)
    )
    bench.add(
      bench.measure(
        name, "one edit with facets and aggregates", beside: "the same without",
        target: .ratio(3), items: editCount, ours: { counted.run(editCount) },
        peer: { plain.run(editCount) }, agree: { $0 == $1 }))
    let small = try OrderSession(few, isCounted: true)
    bench.add(
      bench.measure(
        name, "growth of the edit from 1,000 rows", beside: "1,000 rows", target: .ratio(4),
        items: editCount, ours: { counted.run(editCount) }, peer: { small.run(editCount) },
        agree: { $0 == $1 }))
  }
}

/// A filter is replaced.
enum S2Replacement: Workload {
  static let name = "S2"

  static func run(_ bench: Bench) throws {
    let orders = Order.random(bench.options.count)
    let controller = try Order.controller(orders)
    controller.facets = try Order.facets()
    controller.aggregates = Order.aggregates
    var age = 30
    var (numbers, peerAge) = (0, 30)
    let observation = controller.observe { numbers += $0.new.facets[1].counts.count }
    defer { observation.cancel() }
    bench.add(
      try bench.measure(
        name, "a filter replaced", beside: "loops by hand", target: .ratio(0.3),
        items: orders.count,
        prepare: { age = age == 30 ? 40 : 30 },
        ours: {
          try controller.filters.add(
            ResultsFilter("age", group: "age", predicate: FilterPredicate("age > \(age)")))
          return controller.snapshot
        },
        peer: { OrderCounts(orders, age: peerAge) }, agree: S3Switch.agree,
        preparePeer: { peerAge = peerAge == 30 ? 40 : 30 }))
  }
}

/// Facets and aggregates are switched on.
enum S3Switch: Workload {
  static let name = "S3"

  static func run(_ bench: Bench) throws {
    let orders = Order.random(bench.options.count)
    let controller = try Order.controller(orders)
    let facets = try Order.facets()
    bench.add(
      bench.measure(
        name, "facets and aggregates switched on", beside: "loops by hand", target: .ratio(1.5),
        items: orders.count,
        prepare: { (controller.facets, controller.aggregates) = ([], []) },
        ours: {
          controller.begin()
          (controller.facets, controller.aggregates) = (facets, Order.aggregates)
          try? controller.end()
          return controller.snapshot
        }, peer: { OrderCounts(orders, age: 30) }, agree: agree))
  }

  /// Whether both have the same numbers.
  static func agree(_ snapshot: ResultsSnapshot<Order>, _ counts: OrderCounts) -> Bool {
    let facets = snapshot.facets
    let cities = facets[1].counts.map(\.count).sorted()
    return facets[0].counts.map(\.count) == counts.candidates
      && cities == counts.cities.values.sorted() && facets[2].counts.map(\.count) == counts.ranges
      && snapshot.aggregates[0].value == .double(counts.all.sum.sum)
      && snapshot.aggregates[2].value == counts.all.due.filterValue
      && snapshot.aggregates[3].value == .int(Int64(counts.all.owners.count))
      && snapshot.sections.allSatisfy { section in
        guard let band = section.key.converted(to: Int.self) else { return false }
        return section.aggregates[0].value == .double(counts.sections[band].sum.sum)
          && section.aggregates[3].value == .int(Int64(counts.sections[band].owners.count))
      }
  }
}

/// What facets and aggregates keep beside the rows.
enum S4Memory: Workload {
  static let name = "S4"

  static func run(_ bench: Bench) throws {
    guard allocated_bytes() >= 0 else {
      return bench.note("S4 cannot be counted on this platform.")
    }
    let orders = Order.random(bench.options.count)
    let controller = try Order.controller(orders)
    let facets = try Order.facets()
    func measure(_ label: String, must: Double, _ set: () -> Void) {
      let before = allocated_bytes()
      set()
      let each = Double(allocated_bytes() - before) / Double(orders.count)
      (controller.facets, controller.aggregates) = ([], [])
      bench.value(name, label, each)
      bench.note(
        "S4 \(label): \(Bench.text(each)) bytes a row (must \(Bench.text(must * 1.1))):"
          + (each <= must * 1.1 ? " ok" : " MISS"))
    }
    measure("20 candidates", must: 5) { controller.facets = [facets[0]] }
    measure("50 cities", must: 4) { controller.facets = [facets[1]] }
    measure("10 ranges", must: 4) { controller.facets = [facets[2]] }
    let sections = 300 * 101 / Double(orders.count)
    measure("a sum", must: 8 + sections) { controller.aggregates = [.sum(\.price)] }
    measure("a minimum", must: 8 + sections) { controller.aggregates = [.minimum(\.due)] }
    measure("1,000 distinct values", must: 8 + sections) {
      controller.aggregates = [.distinct(\.owner)]
    }
  }
}

/// A controller with data and an observer, and rows to edit.
private final class OrderSession {
  private let controller: ResultsController<Order>
  private var orders: [Order]
  private var random = SplitMix(seed: 7)
  private var observation: ResultsObservation?
  private var count = 0

  init(_ orders: [Order], isCounted: Bool) throws {
    controller = try Order.controller(orders)
    self.orders = orders
    if isCounted {
      controller.facets = try Order.facets()
      controller.aggregates = Order.aggregates
    }
    observation = controller.observe(for: self) { [unowned self] _ in count += 1 }
  }

  /// Edits rows one by one; returns their number.
  @inline(never)
  func run(_ edits: Int) -> Int {
    for _ in 0..<edits {
      let place = random.below(orders.count)
      orders[place] = Order(id: orders[place].id, &random)
      controller.replace(orders[place])
    }
    return edits
  }
}
