#if SQLite || PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL

  /// The residual of a predicate, tested on the returned rows. Reads cells in place if possible.
  final class DatabaseFilter {
    /// The matcher for rows that are read as values.
    let matcher: FilterMatcher

    private let rows: DatabaseRows
    private let inPlace: SlotMatcher
    private let weight: Int
    private let sources: [DatabaseRows.Source]
    private var slots: [RowSlot]
    private let acceptsAll: Bool

    /// A filter for rows of a plan, by the residual of its request.
    init(_ plan: DatabasePlan, _ residual: DatabaseRequest, _ rows: DatabaseRows) {
      self.rows = rows
      acceptsAll = plan.translation.residual == nil
      matcher = FilterMatcher(
        residual.predicate, bindings: residual.bindings, now: residual.now, limits: residual.limits)
      let program = SlotProgram(
        residual.predicate, bindings: residual.bindings, limits: residual.limits)
      inPlace = SlotMatcher(program, in: matcher)
      weight = program.weight
      sources = program.paths.map(rows.source)
      slots = Array(repeating: RowSlot(.missing), count: max(sources.count, 1))
    }

    /// Whether the current row matches.
    func matches() throws(EvaluationError) -> Bool {
      if let end = matcher.work(rows.size / 32) { throw end }
      if acceptsAll { return true }
      for (index, source) in sources.enumerated() { slots[index] = rows.slot(source) }
      // The matcher itself counts the work of a row that it evaluates.
      guard let answer = slots.withUnsafeBytes({ $0.baseAddress.flatMap(inPlace.answer) }) else {
        return try matcher.matches(rows.value)
      }
      if let end = matcher.work(weight) { throw end }
      return answer
    }
  }
#endif
