internal import FilterEngine
internal import FilterSyntax

/// Functions of libraries that declare an expression of SQL.
extension Translator {
  /// The result of a function in the database; nil if its library declares no expression for it, or not for such
  /// arguments.
  mutating func function(_ call: AST.FunctionCall, _ scope: SQLScope) -> SQLOperand? {
    guard let function = constants.options.libraries.function(call.selector), function.isPure,
      let expression = function.sql[dialect.name], let kind = resultKind(of: function),
      function.arity.contains(call.arguments.count)
    else { return nil }
    var arguments: [SQLText] = []
    var isUnknown: [SQLCondition] = []
    for (index, argument) in call.arguments.enumerated() {
      guard let last = function.parameters.indices.last else { return nil }
      let kind = function.parameters[min(index, last)]
      switch constants.read(argument, hidden: hidden) {
      case .value(let value):
        // A parameter of a function has no type in other databases.
        guard dialect.hasDynamicTypes, value.kind == kind ?? value.kind,
          let stored = value.storedArgument
        else { return nil }
        arguments.append("\(stored)")
      case .changing:
        guard case .cell(let cell)? = operand(argument, scope), cell.kind.isArgument,
          cell.comparesBytes, cell.kind.valueKind == kind ?? cell.kind.valueKind
        else { return nil }
        arguments.append(cell.text)
        isUnknown.append(cell.isNull)
      case .failure: return nil
      }
    }
    guard let text = SQLText(expression: expression, arguments: arguments) else { return nil }
    return .function(
      SQLCell(text: text, kind: kind, isNullable: true, dialect: dialect),
      isUnknown: .any(isUnknown))
  }

  private func resultKind(of function: FilterFunction) -> SQLColumn.Kind? {
    switch function.result {
    case .number: .real(isFinite: false)
    case .boolean: .boolean
    case .string: .text
    default: nil
    }
  }

  /// A comparison of the result of a function with a constant.
  mutating func function(
    _ cell: SQLCell, isUnknown: SQLCondition, _ comparison: ConstantComparison,
    _ constant: FilterValue, _ node: AST.Comparison
  ) -> Pushdown<SQLCondition> {
    // A number can be an integer or a double. NaN is not ordered by databases.
    let isNumber = cell.kind.isNumber && cell.kind != .boolean
    guard !isNumber || !dialect.storesNaN && constant.isExactDouble else {
      return .nothing(canFail: true)
    }
    let pushdown = CellComparison(
      cell: cell, comparison: comparison, constant: constant, options: node.options,
      dialect: dialect
    ).pushdown()
    if isUnknown.constant == false { return pushdown }
    // The function may fail for nil.
    func side(_ side: PushedSide<SQLCondition>) -> PushedSide<SQLCondition> {
      side.part.map { .superset($0 || isUnknown) } ?? .none
    }
    return Pushdown(pass: side(pushdown.pass), block: side(pushdown.block), canFail: true)
  }
}

extension SQLColumn.Kind {
  /// Whether a function gets the stored value as its argument.
  fileprivate var isArgument: Bool {
    switch self {
    case .integer, .real, .text, .bytes: true
    default: false
    }
  }
}

extension FilterValue {
  /// The constant as an argument of a function; nil if databases have no such value.
  fileprivate var storedArgument: SQLValue? {
    switch self {
    case .int(let integer): .integer(integer)
    case .double(let double): double.isNaN ? nil : .real(double)
    case .string(let text): text.utf8.contains(0) ? nil : .text(text)
    default: nil
    }
  }

  /// Whether it is nil or consists of numbers that are the same as doubles.
  fileprivate var isExactDouble: Bool {
    switch self {
    case .null, .bool: true
    case .int(let integer): integer.magnitude <= 1 << 53
    case .double(let double): !double.isNaN
    case .list(let list): list.elements.allSatisfy(\.isExactDouble)
    default: false
    }
  }
}
