#if SQLite || PostgreSQL
  internal import FilterSQL
  internal import FilterSyntax

  /// The output of `--explain` for a database: the statement, its plan and the evaluation of each part.
  struct DatabaseExplanation {
    let plan: DatabasePlan
    let query: Query

    func text() throws(ToolError) -> String {
      let select = plan.counting ?? plan.grouping ?? plan.select
      let steps = try plan.table.driver.plan(
        plan.table.text(of: select), select.parameters, tests: plan.translation.tests)
      var lines = [select.explain(plan.translation, plan: steps)]
      let isListed = plan.counting == nil
      if isListed, !query.sortKeys.isEmpty {
        lines.append(
          "order   " + (plan.isOrdered ? "by the database" : "here, after all rows are read"))
      }
      if isListed, query.limit != nil || query.offset > 0 {
        lines.append(
          "window  "
            + (plan.isWindow
              ? "by the database"
              : plan.isOrdered
                ? "here, rows are read until enough match" : "here, after all rows are read"))
      }
      if query.counting != nil {
        lines.append(
          "groups  "
            + (plan.grouping != nil ? "by the database" : "here, from the rows that are read"))
      }
      if !plan.untested.isEmpty {
        let names = plan.untested.map(RowSchema.spelled).joined(separator: ", ")
        let reason = plan.table.driver.untestedReason
        lines.append("note    tested here, because \(reason): \(names)")
      }
      if !plan.converted.isEmpty {
        let names = plan.converted.map(RowSchema.spelled).joined(separator: ", ")
        lines.append("note    tested here, because --types converts values: \(names)")
      }
      return lines.map { TerminalText.lines($0) + "\n" }.joined()
    }
  }
#endif
