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
      if let end = query.limits.end { throw try stopped(by: end, in: name.path) }
      let table = try DatabaseTable(name, query.databaseLimits)
      let request = query.request(now: now, isAlone: isAlone)
      let plan = try DatabasePlan(request, of: table)
      if plan.isOrdered { rowsComeInOrder() }
      if let count = try plan.count() { return add(count) }
      let rows = try DatabaseRows(plan)
      let filter = try DatabaseFilter(plan, request, rows)
      let taker = DatabaseTaker(query, rows, writer)
      var isEmpty = true
      while !isComplete, let row = try next(rows, table, filter, taker) {
        isEmpty = false
        guard try accepts(row, rows, plan, filter, taker) else { continue }
        // The rows of a window come behind those that were skipped.
        matches += plan.isWindow && matches == 0 ? query.offset + 1 : 1
        guard matches > query.offset || !query.sortKeys.isEmpty else { continue }
        taken += 1
        if !query.isCount { try taker.take() }
      }
      try taker.flush()
      for row in taker.takeRows() { waiting.add(row) }
      if isEmpty, plan.isWindow, query.offset > 0, try plan.hasMatch() { matches += 1 }
    }

    /// What is printed of a table by `--explain`.
    static func explanation(
      of name: DatabaseName, _ query: Query
    ) throws(ToolError) -> String {
      let table = try DatabaseTable(name, query.databaseLimits)
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

    private func next(
      _ rows: DatabaseRows, _ table: DatabaseTable, _ filter: DatabaseFilter, _ taker: DatabaseTaker
    ) throws(ToolError) -> DatabaseRows.Row? {
      do throws(SQLiteError) {
        return try rows.next()
      } catch {
        // What stands before the failure has come out where it is reported.
        try taker.flush()
        if case .interrupted = error.reason, let end = query.limits.end {
          throw try stopped(by: end, in: table.errors.path)
        }
        try sink.flush()
        throw table.errors.tool(error)
      }
    }

    /// Whether a row matches; any other is counted.
    private func accepts(
      _ row: DatabaseRows.Row, _ rows: DatabaseRows, _ plan: DatabasePlan, _ filter: DatabaseFilter,
      _ taker: DatabaseTaker
    ) throws(ToolError) -> Bool {
      if case .bad(let error) = row {
        if !query.skipsErrors { try taker.flush() }
        try skip(error, count: 1)
        return false
      }
      do throws(EvaluationError) {
        return try filter.matches()
      } catch {
        if error.endsCall {
          try taker.flush()
          throw try stopped(by: error, in: plan.table.errors.path)
        }
        failures.add(error, place: rows.place, hasLimit: error.isLimit)
        return false
      }
    }
  }

  extension Query {
    fileprivate var databaseLimits: DatabaseLimits {
      DatabaseLimits(lockTimeout: lockTimeout, rowBytes: rowBytes, evaluation: limits)
    }

    fileprivate func request(now: Date, isAlone: Bool) -> DatabaseRequest {
      DatabaseRequest(
        text: text, predicate: predicate, bindings: bindings, now: now, isInverted: isInverted,
        limits: limits, selected: selection.columns, sortKeys: sortKeys, section: section,
        limit: limit, offset: offset, isAlone: isAlone, isCount: isCount, types: types,
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
