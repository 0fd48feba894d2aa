internal import FilterEngine
internal import FilterSyntax

extension Translator {
  /// A comparison. If SQL has no exact form and the database can ask the engine, the engine completes it.
  mutating func translate(_ node: AST.Comparison) -> Pushdown<SQLCondition> {
    translate(node, in: root)
  }

  /// A comparison whose bare keys are read from the rows of `scope`.
  mutating func translate(
    _ node: AST.Comparison, in scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    let plain = fitted(inSQL(node, scope))
    guard plain.pass.precision != .exact || plain.block.precision != .exact else { return plain }
    return fitted(completed(plain, node, scope))
  }

  private mutating func inSQL(
    _ node: AST.Comparison, _ scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    guard node.operator.libraryName == nil else { return nothing(.operatorOfLibrary) }
    let (left, right) = (
      constants.read(node.left, hidden: hidden), constants.read(node.right, hidden: hidden)
    )
    switch (left, right) {
    case (.failure, _), (_, .failure): return nothing(.canFail)
    case (.value, .value):
      return constants.answer(node).map { CellComparison.constant($0) } ?? nothing(.canFail)
    case (.changing, .value(let constant)):
      if let quantifier = node.quantifier { return quantified(node, quantifier, scope) }
      return compared(node, node.left, with: constant, isLeft: false, scope)
    case (.value(let constant), .changing):
      guard node.quantifier == nil else { return nothing(.noForm) }
      return compared(node, node.right, with: constant, isLeft: true, scope)
    case (.changing, .changing):
      guard node.quantifier == nil else { return nothing(.noForm) }
      return columns(node, scope)
    }
  }

  /// A comparison of an expression with a constant.
  private mutating func compared(
    _ node: AST.Comparison, _ subject: AST.Expression, with constant: FilterValue, isLeft: Bool,
    _ scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    guard
      let comparison = ConstantComparison(
        node, constant: constant, isLeft: isLeft, isStrict: constants.options.rules == .strict)
    else { return nothing(.noForm) }
    guard let operand = operand(subject, scope) else {
      guard case .keyPath = subject else { return nothing(.canFail) }
      return nothing(.notAColumn)
    }
    switch operand {
    case .cell(let cell):
      let pushdown = CellComparison(
        cell: cell, comparison: comparison, constant: constant, options: node.options,
        dialect: dialect
      ).pushdown()
      return noted(pushdown, isUntyped: cell.kind.isDynamic)
    case .function(let cell, let isUnknown):
      return noted(function(cell, isUnknown: isUnknown, comparison, constant, node))
    case .count(let count):
      return noted(self.count(count, comparison, constant, node))
    case .json(let path):
      let pushdown = MemberComparison(
        path: path, comparison: comparison, constant: constant, dialect: dialect
      ).pushdown()
      return noted(pushdown, isUntyped: true)
    case .elements(let relation, let scope, let rest):
      return noted(membership(relation, scope, rest, comparison, constant, node))
    }
  }

  /// A part that is not tested.
  mutating func nothing(
    _ reason: SQLExplanation.Reason, canFail: Bool = true
  ) -> Pushdown<SQLCondition> {
    reasons.append(reason)
    return .nothing(canFail: canFail)
  }

  /// Records the reason if a part is not exact. Untyped values can be of any kind.
  private mutating func noted(
    _ pushdown: Pushdown<SQLCondition>, isUntyped: Bool = false
  ) -> Pushdown<SQLCondition> {
    if pushdown.pass.precision != .exact {
      reasons.append(!pushdown.canFail ? .noForm : isUntyped ? .valueOfOtherType : .canFail)
    }
    return pushdown
  }

  // MARK: - The engine in the database

  /// The same part. The engine is asked about the sides for which SQL has no exact form.
  private mutating func completed(
    _ plain: Pushdown<SQLCondition>, _ node: AST.Comparison, _ scope: SQLScope
  ) -> Pushdown<SQLCondition> {
    guard dialect.hasFunctions, let columns = columnsRead(by: node, scope),
      columns.count < dialect.limits.arguments, tests.count / 2 < dialect.limits.tests
    else { return plain }
    func side(_ side: PushedSide<SQLCondition>, isPass: Bool) -> PushedSide<SQLCondition> {
      guard side.precision != .exact else { return side }
      let test = SQLRowTest(
        .comparison(node), columns: columns, isPass: isPass, constants: constants)
      guard let test else { return side }
      tests.append(test)
      let index = SQLValue.test(tests.count - 1)
      let arguments = columns.map { column -> SQLText in
        let reference = SQLText(SQLColumnReference(alias: scope.alias, name: column.name))
        return ", \(reference)"
      }
      let call = SQLCondition.test("frc_test(\(index)\(SQLText.joined(arguments, "")))")
      let part = side.part.map { $0 && call } ?? call
      return plain.canFail ? .superset(part) : .exact(part)
    }
    let result = Pushdown(
      pass: side(plain.pass, isPass: true), block: side(plain.block, isPass: false),
      canFail: plain.canFail)
    if result.pass.precision > plain.pass.precision || result.canFail {
      reasons.append(.engineInDatabase)
    }
    return result
  }

  /// The columns that a comparison reads; nil if it reads anything else.
  private func columnsRead(by node: AST.Comparison, _ scope: SQLScope) -> [SQLColumn]? {
    let reads = KeyReads(.comparison(node))
    guard reads.computed.isEmpty, !scope.isOptional else { return nil }
    var columns: [SQLColumn] = []
    for read in reads.reads {
      guard read.path.count == 1, let column = scope.table.column(field: read.path[0].wrappedValue)
      else { return nil }
      guard dialect.has(column.kind) else { return nil }
      if case .json = column.kind { return nil }
      if !columns.contains(where: { $0.name == column.name }) { columns.append(column) }
    }
    var isAllowed = !columns.isEmpty
    try? AST.Predicate.comparison(node).visit(
      expressions: { expression in
        switch expression {
        case .call(let call): if call.selector.begins(with: "random") { isAllowed = false }
        case .variable(let variable):
          if hidden.contains(Exact(wrappedValue: variable.name)) { isAllowed = false }
        case .anyKey: isAllowed = false
        case .literal, .selfReference, .argument, .keyPath, .subscript, .aggregate, .message, .cast,
          .ternary, .subquery, .arithmetic, .minus, .setOperation, .assignment:
          break
        }
      }, comparisons: { _ in })
    return isAllowed ? columns : nil
  }
}

extension SQLColumn.Kind {
  fileprivate var isDynamic: Bool { if case .dynamic = self { true } else { false } }
}
