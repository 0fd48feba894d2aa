#if SQLite
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// What is left of a predicate for the rows that come back. It reads cells in place where it can.
  final class DatabaseFilter {
    /// What evaluates a row as a value.
    let matcher: FilterMatcher

    private let rows: DatabaseRows
    private let inPlace: SlotMatcher
    private let weight: Int
    private let sources: [DatabaseRows.Source]
    private var slots: [RowSlot]
    private let acceptsAll: Bool

    init(
      _ plan: DatabasePlan, _ request: DatabaseRequest, _ rows: DatabaseRows
    ) throws(ToolError) {
      let tree = plan.translation.residual ?? .literal(AST.BooleanLiteral(true))
      let predicate: FilterPredicate<FilterValue>
      do throws(SyntaxError) {
        predicate = try FilterPredicate(
          tree, libraries: request.predicate.libraries, strict: request.predicate.isStrict,
          limits: request.limits)
      } catch {
        throw .diagnostic(error.description)
      }
      self.rows = rows
      acceptsAll = plan.translation.residual == nil
      matcher = FilterMatcher(
        predicate, bindings: request.bindings, now: request.now, limits: request.limits)
      let program = SlotProgram(
        predicate, bindings: request.bindings, limits: request.limits)
      inPlace = SlotMatcher(program, in: matcher)
      weight = program.weight
      sources = program.paths.map(rows.source)
      slots = Array(repeating: RowSlot(.missing), count: max(sources.count, 1))
    }

    /// Whether the row in hand matches.
    func matches() throws(EvaluationError) -> Bool {
      if let end = matcher.work(rows.size / 32) { throw end }
      if acceptsAll { return true }
      for (index, source) in sources.enumerated() { slots[index] = rows.slot(source) }
      // The matcher counts a row that it is asked about itself.
      guard let answer = slots.withUnsafeBytes({ $0.baseAddress.flatMap(inPlace.answer) }) else {
        return try matcher.matches(rows.value)
      }
      if let end = matcher.work(weight) { throw end }
      return answer
    }
  }
#endif
