import FilterEngine
import FilterableResults
import Synchronization
import Testing

/// An edit that hits a limit throws and changes nothing.
@Suite struct LimitEditTests {
  private static func item(
    _ id: Int, _ count: Int, n: Int? = nil, city: String = "Rome"
  ) -> FilterValue {
    [
      "id": .int(Int64(id)), "city": .string(city), "n": .int(Int64(n ?? count)),
      "list": .list((0..<count).map { .int(Int64($0)) }),
    ]
  }

  /// An item takes 2 × n + n × n steps.
  private static let text = "SUBQUERY(list, $a, ANY list == -1)[SIZE] == 0"

  private static func configuration() throws -> ResultsConfiguration<FilterValue> {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    configuration.sections.key = try ResultsKey("city")
    configuration.rows.sort = [try ResultsSortKey("n")]
    configuration.limits.steps = 120
    return configuration
  }

  private static func controller() throws -> ResultsController<FilterValue> {
    let controller = try ResultsController<FilterValue>(configuration())
    try controller.filters.add(ResultsFilter("small", predicate: FilterPredicate(text: text)))
    try controller.setItems((1...9).map { item($0, $0, city: $0 < 5 ? "Rome" : "Oslo") })
    return controller
  }

  struct Edit: CustomTestStringConvertible, Sendable {
    var name: String
    /// Whether it throws; others set `failures.limit` alone.
    var isThrowing = true
    var body: @Sendable (ResultsController<FilterValue>) throws -> Void

    var testDescription: String { name }
  }

  private static let heavy = item(20, 11)

  /// Six of the nine rows with other lists, one of them too long, in the order that `n` makes.
  private static func many(_ n: (Int) -> Int) -> [FilterValue] {
    (1...6).map { item($0, $0 == 4 ? 11 : $0 + 1, n: n($0), city: $0 < 5 ? "Rome" : "Oslo") }
  }

  static let edits = [
    Edit(name: "add") { try $0.add(heavy) },
    Edit(name: "insert") { try $0.insert(heavy, at: StorePosition(section: 0, offset: 3)) },
    Edit(name: "replace at") {
      try $0.replace(at: StorePosition(section: 0, offset: 2), with: heavy)
    },
    Edit(name: "replace at, same key") {
      try $0.replace(at: StorePosition(section: 0, offset: 2), with: item(3, 11))
    },
    Edit(name: "replace with") { try $0.replace(item(3, 3), with: heavy) },
    Edit(name: "replace", isThrowing: false) { $0.replace(item(3, 11)) },
    Edit(name: "replace many", isThrowing: false) {
      $0.replace([item(2, 1), item(3, 11), item(4, 2)])
    },
    Edit(name: "replace many in place", isThrowing: false) { $0.replace(many { $0 }) },
    Edit(name: "replace many, which move", isThrowing: false) { $0.replace(many { 10 - $0 }) },
    Edit(name: "merge") { try $0.merge([item(2, 1), heavy]) },
    Edit(name: "set items") { try $0.setItems([item(1, 1), heavy]) },
    Edit(name: "configure") {
      try $0.configure {
        $0.limits.steps = 10
        $0.rows.sort = []
      }
    },
    Edit(name: "filters", isThrowing: false) {
      try $0.filters.add(
        ResultsFilter(
          "large", predicate: FilterPredicate(text: "SUBQUERY(list, $a, \(text))[SIZE] > 0"))
      )
    },
    Edit(name: "set filters") {
      var filters = $0.filters
      try filters.add(
        ResultsFilter(
          "large", predicate: FilterPredicate(text: "SUBQUERY(list, $a, \(text))[SIZE] > 0"))
      )
      try $0.setFilters(filters)
    },
    Edit(name: "batch") { controller in
      try controller.performBatch {
        controller.remove(key: 1)
        try controller.add(item(30, 2))
        try controller.add(heavy)
      }
    },
  ]

  /// All that a controller shows and holds.
  private static func contents(_ controller: ResultsController<FilterValue>) -> String {
    let sections = controller.snapshot.sections.map { "\($0.key): \(Array($0.items))" }
    return "\(sections) \(controller.items ?? []) \(controller.filters.map(\.name))"
  }

  @Test(arguments: edits)
  func anEditThatHitsTheStepsChangesNothing(_ edit: Edit) throws {
    let controller = try Self.controller()
    var changes = 0
    let observation = controller.observe { _ in changes += 1 }
    changes = 0
    let before = Self.contents(controller)
    if edit.isThrowing {
      let error = #expect(throws: ResultsError.self) { try edit.body(controller) }
      guard case .limit(let limit)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(limit.kind == .budget)
      #expect(limit.range != nil)
      #expect(limit == controller.failures.limit)
    } else {
      try edit.body(controller)
    }
    #expect(controller.failures.limit?.kind == .budget)
    #expect(Self.contents(controller) == before)
    #expect(changes == 0)
    // The controller goes on from where it was.
    try controller.add(Self.item(40, 2))
    #expect(controller.failures.limit == nil)
    #expect(controller.contains(Self.item(40, 2)) && changes == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func oneStepMorePasses() throws {
    let controller = try Self.controller()
    try controller.add(Self.item(20, 10))
    #expect(controller.snapshot.items.count == 10)
  }

  /// A filter that was refused hides no row later, and others can be put in force.
  @Test(arguments: [true, false])
  func aFilterThatHitsTheStepsIsNotInForce(isSet: Bool) throws {
    let controller = try Self.controller()
    let text = "SUBQUERY(list, $a, \(Self.text))[SIZE] < 0"
    let refused = try ResultsFilter<FilterValue>("none", predicate: FilterPredicate(text: text))
    if isSet {
      var filters = controller.filters
      filters.add(refused)
      #expect(throws: ResultsError.self) { try controller.setFilters(filters) }
    } else {
      controller.filters.add(refused)
    }
    #expect(controller.failures.limit?.kind == .budget)
    try controller.add(Self.item(40, 2))
    #expect(controller.path(forKey: 40) != nil)
    let hiding = controller.filtersHiding(key: 40)
    #expect(hiding == [])
    try controller.filters.add(ResultsFilter("few", predicate: FilterPredicate(text: "n < 3")))
    #expect(controller.snapshot.items.compactMap { controller.key(of: $0) } == [1, 2, 40])
    controller.filters.remove(name: "few")
    #expect(controller.snapshot.rowCount == 10)
  }

  /// Rows that a batch replaces one by one are put into place together.
  @Test(arguments: [true, false])
  func inABatchTheOtherRowsAreReplaced(inPlace: Bool) throws {
    let controller = try Self.controller()
    let new = Self.many { inPlace ? $0 : 10 - $0 }
    var changes: [Changeset] = []
    controller.observe { changes.append($0.changeset) }
    controller.performBatch { new.forEach { controller.replace($0) } }
    #expect(controller.failures.limit?.kind == .budget)
    let other = try Self.controller()
    for (index, item) in new.enumerated() where index != 3 { other.replace(item) }
    #expect(Self.contents(controller) == Self.contents(other))
    #expect(changes.count == 1 && changes[0].updatedItems.count + changes[0].movedItems.count >= 5)
  }

  /// Limits that are set in a batch are those of the edits after them.
  @Test func limitsCountFromWhereTheyAreSet() throws {
    let controller = try Self.controller()
    var limits = controller.configuration.limits
    controller.performBatch {
      controller.replace(Self.item(2, 10))
      limits.steps = 20
      controller.setLimits(limits)
      controller.replace(Self.item(3, 5))
    }
    #expect(controller.item(forKey: 2) == Self.item(2, 10))
    #expect(controller.item(forKey: 3) == Self.item(3, 3))
    controller.performBatch {
      limits.steps = 120
      controller.setLimits(limits)
      controller.replace(Self.item(3, 5))
    }
    #expect(controller.item(forKey: 3) == Self.item(3, 5))
  }

  @Test func aReloadIsRefusedToo() throws {
    let controller = try Self.controller()
    let before = Self.contents(controller)
    var limits = EvaluationLimits.standard
    limits.steps = 10
    controller.setLimits(limits)
    #expect(Self.contents(controller) == before)
    #expect(throws: ResultsError.self) { try controller.refilter() }
    #expect(throws: ResultsError.self) { try controller.refilter(key: 9) }
    #expect(Self.contents(controller) == before)
    try controller.refilter(key: 2)
    controller.setLimits(.standard)
    try controller.refilter()
    #expect(Self.contents(controller) == before)
  }

  @Test func timeEndsAnEdit() throws {
    let controller = try Self.controller()
    let before = Self.contents(controller)
    var limits = EvaluationLimits.standard
    limits.time = .zero
    controller.setLimits(limits)
    let items = (0..<400).map { Self.item($0, 20) }
    let edits: [() throws -> Void] = [
      { try controller.setItems(items) }, { try controller.merge(items) },
    ]
    for edit in edits {
      let error = #expect(throws: ResultsError.self) { try edit() }
      #expect(controller.failures.limit?.kind == .time)
      #expect(error.map(String.init(describing:)) == "gave up after 0 seconds")
      #expect(Self.contents(controller) == before)
    }
    limits.time = .seconds(3_600)
    controller.setLimits(limits)
    try controller.merge(items)
  }

  @Test func cancellationEndsAnEdit() async throws {
    let items = (0..<400).map { Self.item($0, 20) }
    let kind = await Task { () -> EvaluationError.Kind? in
      withUnsafeCurrentTask { $0?.cancel() }
      guard let controller = try? Self.controller() else { return nil }
      let before = Self.contents(controller)
      controller.setLimits(.standard)
      guard (try? controller.setItems(items)) == nil, Self.contents(controller) == before else {
        return nil
      }
      return controller.failures.limit?.kind
    }.value
    #expect(kind == .cancelled)
  }

  @Test func aFetchHasLimits() throws {
    let source = MemorySource([Self.item(1, 10)], try FilterPredicate(text: Self.text))
    source.request.limits.steps = 120
    let parents = HierarchySource(source, identifiedBy: try ResultsKey("id")) { [$0] }
    let controller = ResultsController<FilterValue>()
    try controller.update(from: source)
    #expect(controller.snapshot.rowCount == 1)
    try controller.update(from: parents)
    source.request.limits.steps = 119
    let before = Self.contents(controller)
    #expect(throws: EvaluationError.self) { try controller.update(from: source) }
    #expect(throws: EvaluationError.self) { try controller.update(from: parents) }
    #expect(Self.contents(controller) == before)
  }

  @Test func aRowThatIsTooDeepFailsAlone() throws {
    var deep = FilterValue.int(1)
    for _ in 0...FilterValue.maximumDepth { deep = [deep] }
    let controller = ResultsController<FilterValue>()
    try controller.filters.add(ResultsFilter("f", predicate: FilterPredicate(text: "SELF != nil")))
    try controller.setItems([deep, 1])
    #expect(controller.failures.first?.kind == .depth)
    #expect(controller.snapshot.rowCount == 1)
  }
}
