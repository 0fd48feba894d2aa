#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterSyntax
  internal import FilterTables

  /// The output of `--explain` for a database: the statement, its plan and the evaluation of each part.
  struct DatabaseExplanation {
    let plan: DatabasePlan
    private var request: DatabaseRequest { plan.request }

    func text() throws(ToolError) -> String {
      let select = plan.counting ?? plan.grouping ?? plan.select
      let driver = plan.table.driver
      let steps = try driver.run(
        driver.source.plan(
          plan.table.text(of: select), select.parameters, tests: plan.translation.tests))
      var lines = [select.explain(plan.translation, plan: steps)]
      if !steps.contains(where: { $0.begins(with: "SEARCH ") || $0.has("Index") }) {
        lines += indexReasons.map { "index   \($0)" }
      }
      let isListed = plan.counting == nil
      if isListed, !request.sortKeys.isEmpty {
        lines.append(
          "order   " + (plan.isOrdered ? "by the database" : "here, after all rows are read"))
      }
      if isListed, request.limit != nil || request.offset > 0 {
        lines.append(
          "window  "
            + (plan.isWindow
              ? "by the database"
              : plan.isOrdered
                ? "here, rows are read until enough match" : "here, after all rows are read"))
      }
      if request.counting != nil {
        lines.append(
          "groups  "
            + (plan.grouping != nil ? "by the database" : "here, from the rows that are read"))
      }
      if !plan.untested.isEmpty {
        let names = plan.untested.map(RowSchema.spelled).joined(separator: ", ")
        let reason = driver.untestedReason
        lines.append("note    tested here, because \(reason): \(names)")
      }
      if !plan.converted.isEmpty {
        let names = plan.converted.map(RowSchema.spelled).joined(separator: ", ")
        lines.append("note    tested here, because --types converts values: \(names)")
      }
      return lines.map { TerminalText.lines($0) + "\n" }.joined()
    }

    /// Why no index serves the comparisons, each reason once.
    private var indexReasons: [String] {
      var reasons: [String] = []
      for node in request.tree.comparisons {
        guard let reason = indexReason(of: node), !reasons.contains(reason) else { continue }
        reasons.append(reason)
      }
      return reasons
    }

    private func indexReason(of node: AST.Comparison) -> String? {
      let keys = KeyReads(.comparison(node)).paths().compactMap(\.first)
      guard !keys.isEmpty else { return nil }
      let names = [node.left, node.right].compactMap(\.names).filter { $0.count == 1 }
      guard let name = names.first?.first,
        let column = plan.table.columns.first(where: { $0.name == name })
      else {
        return "none serves an expression: \(node.left.sourceText) is computed for each row"
      }
      let spelled = RowSchema.spelled(name)
      guard column.isIndexed || plan.table.primaryKey.first == name else {
        return "none begins with \(spelled)"
      }
      let operation = node.operator.spelling + node.options.description
      switch node.operator {
      case .notEqual, .contains, .endsWith, .like, .matches:
        return "that of \(spelled) does not serve \(operation)"
      default: break
      }
      if !node.options.isEmpty { return "that of \(spelled) does not serve \(operation)" }
      return "that of \(spelled) is not used: another part of the filter needs all rows, "
        + "or the database expects most of them to match"
    }
  }
#endif
