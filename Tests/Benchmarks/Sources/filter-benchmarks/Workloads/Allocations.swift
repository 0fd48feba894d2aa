import CAllocationCounter
import FilterEngine

/// Testing items allocates nothing.
enum Allocations: Workload {
  static let name = "ALLOCATIONS"

  private static let predicates = [
    "id > 500", "id BETWEEN {100, 200}", "id IN {1, 2, 3}", "load < 20.5", "isReserved == YES",
    "name == 'web-17'", "name BEGINSWITH 'web'", "name ENDSWITH[c] 'B-9'", "name CONTAINS '99'",
    "name IN {'web-1', 'web-2'}", "name LIKE 'web-*7'", "summary CONTAINS 'fifteen'",
    "summary CONTAINS[cd] 'NUMBER'", "summary == 'another summary of more than fifteen bytes'",
    "note == 'note 4'", "note == nil", "note CONTAINS[c] 'NOTE'", "retries > 3", "retries == nil",
    "owner.team == 3", "owner.name BEGINSWITH 'A'", "state == 'running'",
    "state IN {'running', 'failed'}", "started > CAST(3600000, 'NSDate')", "ANY tags == 'a'",
    "tags.@count > 1",
    "id > 5 AND name BEGINSWITH 'web' AND (owner.team == 3 OR NOT note CONTAINS '7')",
  ]

  static func run(_ bench: Bench) throws {
    guard isCounted() else {
      bench.note("Allocations cannot be counted on this platform.")
      return
    }
    let count = 1_000
    bench.note("1,000 evaluations of comparisons of stored properties allocate (must be 0):")
    let machines = Machine.many(count)
    for text in predicates { try add(bench, text, FilterPredicate(text: text), machines) }
    bench.note("1,000 evaluations of the forms of P21 allocate (must be 0):")
    try add(bench, P21TypedItems.offerForms, Offer.random(count))
    try add(bench, P21TypedItems.postForms, Post.random(count))
    try add(bench, P21TypedItems.accountForms, Account.many(count))
    for keys in P21TypedItems.Keys.allCases {
      try add(bench, [P21TypedItems.valueForm(count, keys)], keys.objects(count))
    }
  }

  private static func add<Item: Filterable>(
    _ bench: Bench, _ forms: [TypedForm<Item>], _ items: [Item]
  ) throws {
    for form in forms { try add(bench, form.label, FilterPredicate(form.text), items) }
  }

  private static func add<Item: Filterable>(
    _ bench: Bench, _ label: String, _ predicate: FilterPredicate<Item>, _ items: [Item]
  ) throws {
    let count = try allocations(predicate, items)
    bench.note("  \(count == 0 ? "ok  " : "MISS") \(count) times: \(label)")
  }

  @inline(never)
  private static func allocations<Item: Filterable>(
    _ predicate: FilterPredicate<Item>, _ items: [Item]
  ) throws -> Int {
    // What is made once, when it is first asked for, is not counted.
    consume(try predicate.matches(items[0]))
    var count = 0
    allocation_counter_start()
    for item in items where try predicate.matches(item) { count += 1 }
    let allocations = allocation_counter_stop()
    consume(count)
    return allocations
  }

  /// Whether the counter sees an object being made.
  private static func isCounted() -> Bool {
    final class Object {
      let value = opaque(1)
    }
    allocation_counter_start()
    consume(opaque(Object()))
    return allocation_counter_stop() > 0
  }
}
