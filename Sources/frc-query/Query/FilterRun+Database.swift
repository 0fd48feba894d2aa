internal import FilterEngine
internal import FilterSyntax

#if SQLite
  internal import FilterSQL
  internal import FilterSQLite

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  extension FilterRun {
    /// Filters a table of a database.
    ///
    /// If it `isAlone`, the only input, the database may order and cut the rows.
    func read(_ name: DatabaseName, isAlone: Bool) throws(ToolError) {
      let table = try DatabaseTable(name, lockTimeout: query.lockTimeout)
      let request = query.request(now: now, isAlone: isAlone)
      let plan = try DatabasePlan(request, of: table)
      if plan.isOrdered { rowsComeInOrder() }
      if let count = try plan.count() { return add(count) }
      let matcher = try residualMatcher(plan)
      if query.limits.time != nil {
        table.database.interrupts { steps in matcher.work(steps) != nil }
      }
      let rows = try DatabaseRows(plan)
      var isEmpty = true
      while !isComplete, let row = try next(rows, table, matcher) {
        isEmpty = false
        guard let value = try accepted(row, rows, plan, matcher) else { continue }
        // The rows of a window come behind those that were skipped.
        matches += plan.isWindow && matches == 0 ? query.offset + 1 : 1
        if matches > query.offset || !query.sortKeys.isEmpty { try take(value) }
      }
      if isEmpty, plan.isWindow, query.offset > 0, try plan.hasMatch() { matches += 1 }
    }

    /// What is printed of a table by `--explain`.
    static func explanation(
      of name: DatabaseName, _ query: Query
    ) throws(ToolError) -> String {
      let table = try DatabaseTable(name, lockTimeout: query.lockTimeout)
      let request = query.request(now: Date(), isAlone: true)
      return try DatabaseExplanation(
        plan: DatabasePlan(request, of: table), request: request
      ).text()
    }

    /// Counts matches that the database has counted.
    private func add(_ count: Int) {
      matches += count
      taken = query.sortKeys.isEmpty ? query.window(of: matches).count : matches
    }

    /// What decides about the rows that come back; it accepts all of them where the database has decided.
    private func residualMatcher(_ plan: DatabasePlan) throws(ToolError) -> FilterMatcher {
      let tree = plan.translation.residual ?? .literal(AST.BooleanLiteral(true))
      do throws(SyntaxError) {
        return FilterMatcher(
          try FilterPredicate(
            tree, libraries: query.predicate.libraries, strict: query.predicate.isStrict),
          bindings: query.bindings, now: now, limits: query.limits)
      } catch {
        throw .diagnostic(error.description)
      }
    }

    private func next(
      _ rows: DatabaseRows, _ table: DatabaseTable, _ matcher: FilterMatcher
    ) throws(ToolError) -> DatabaseRows.Row? {
      do throws(SQLiteError) {
        return try rows.next()
      } catch {
        if case .interrupted = error.reason, let end = matcher.end {
          throw try stopped(by: end, in: table.errors.path)
        }
        // What stands before the failure has come out where it is reported.
        try sink.flush()
        throw table.errors.tool(error)
      }
    }

    /// The value of a row that matches; nil for any other, which is counted.
    private func accepted(
      _ row: DatabaseRows.Row, _ rows: DatabaseRows, _ plan: DatabasePlan, _ matcher: FilterMatcher
    ) throws(ToolError) -> FilterValue? {
      switch row {
      case .bad(let error):
        try skip(error, count: 1)
        return nil
      case .value(let value):
        guard plan.translation.residual != nil else { return value }
        do throws(EvaluationError) {
          // Without names of cases nil would be a value of the language.
          return try matcher.matches(value) ? .some(value) : .none
        } catch {
          if error.endsCall { throw try stopped(by: error, in: plan.table.errors.path) }
          failures.add(error, place: rows.place, hasLimit: error.isLimit)
          return nil
        }
      }
    }
  }

  extension Query {
    fileprivate func request(now: Date, isAlone: Bool) -> DatabaseRequest {
      DatabaseRequest(
        text: text, predicate: predicate, bindings: bindings, now: now, isInverted: isInverted,
        limits: limits, selected: selection.columns, sortKeys: sortKeys, section: section,
        limit: limit, offset: offset, isAlone: isAlone, isCount: isCount,
        skipsErrors: skipsErrors)
    }
  }
#else
  extension FilterRun {
    func read(_ name: DatabaseName, isAlone: Bool) throws(ToolError) { throw name.missingTrait }

    static func explanation(
      of name: DatabaseName, _ query: Query
    ) throws(ToolError) -> String {
      throw name.missingTrait
    }
  }
#endif
