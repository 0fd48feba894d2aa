internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax
internal import Synchronization

/// The last plan of a request, for one store.
///
/// Copies of a request share it until something that it depends on is set. A plan depends on the declaration of the table
/// and not on the schema of the database, which readers compare with the declaration before each read.
final class KeptPlan<Item: Filterable & Sendable>: Sendable {
  private struct State {
    weak var store: (any SQLStore)?
    var plan: FetchPlan<Item>?
  }

  private let state = Mutex(State())

  /// The plan for a store; nil if there is none.
  func plan(of store: any SQLStore) -> FetchPlan<Item>? {
    state.withLock { $0.store === store ? $0.plan : nil }
  }

  /// Keeps a plan instead of the previous one.
  func keep(_ plan: FetchPlan<Item>, of store: any SQLStore) {
    var plan = plan
    // The request refers to this object.
    plan.request.forgetPlan()
    state.withLock { [plan] in $0 = State(store: store, plan: plan) }
  }
}

extension SQLFetchRequest {
  /// The plan for all rows or for those after an item. It is made once for a store, unless the predicate can have other
  /// values each time.
  ///
  /// - Throws: ``FetchError``; an error if items cannot be tested by the residual.
  func plan(
    _ dialect: SQLDialect, of store: (any SQLStore)?, after item: Item? = nil
  ) throws -> FetchPlan<Item> {
    if let store, var plan = kept.plan(of: store) {
      plan.request = self
      return try plan.after(item)
    }
    let plan = try FetchPlan(self, dialect, after: item)
    if let store, predicate?.syntax.callsNothing ?? true { kept.keep(plan, of: store) }
    return plan
  }
}

extension AST.Predicate {
  /// Whether the predicate uses neither functions, such as `now()`, nor operators of a library.
  fileprivate var callsNothing: Bool {
    var callsNothing = true
    try? visit(
      expressions: { if case .call = $0 { callsNothing = false } },
      comparisons: { if $0.operator.libraryName != nil { callsNothing = false } })
    return callsNothing
  }
}
