extension TypedExpression {
  /// A function of typed operands; nil if it needs values.
  init?(_ function: TypedFunction, _ operands: [TypedExpression]) {
    let operands = operands.map(\.withoutGuard)
    guard let first = operands.first ?? nil else { return nil }
    if operands.count == 2, let second = operands[1] {
      self.init(function, first, second)
    } else if operands.count == 1 {
      self.init(function, first)
    } else {
      return nil
    }
  }

  private init?(
    _ function: TypedFunction, _ left: TypedExpression, _ right: TypedExpression
  ) {
    if case .integers(let left) = left, case .integers(let right) = right,
      let column = Self.integers(function, left, right)
    {
      self = .integers(column)
      return
    }
    guard let left = left.widened, let right = right.widened,
      let operation = Self.doubles(function)
    else { return nil }
    self = .doubles(
      NumberColumn(DoubleOperationColumn(left: left, right: right, operation: operation)))
  }

  private static func integers(
    _ function: TypedFunction, _ left: NumberColumn<Int64>, _ right: NumberColumn<Int64>
  ) -> NumberColumn<Int64>? {
    switch function {
    case .sum: NumberColumn(IntegerOperationColumn<IntegerSum>(left: left, right: right))
    case .difference:
      NumberColumn(IntegerOperationColumn<IntegerDifference>(left: left, right: right))
    case .product: NumberColumn(IntegerOperationColumn<IntegerProduct>(left: left, right: right))
    case .quotient: NumberColumn(IntegerOperationColumn<IntegerQuotient>(left: left, right: right))
    case .remainder:
      NumberColumn(IntegerOperationColumn<IntegerRemainder>(left: left, right: right))
    case .bitAnd: NumberColumn(IntegerOperationColumn<BitAnd>(left: left, right: right))
    case .bitOr: NumberColumn(IntegerOperationColumn<BitOr>(left: left, right: right))
    case .bitXor: NumberColumn(IntegerOperationColumn<BitXor>(left: left, right: right))
    case .shiftLeft: NumberColumn(IntegerOperationColumn<ShiftLeft>(left: left, right: right))
    case .shiftRight: NumberColumn(IntegerOperationColumn<ShiftRight>(left: left, right: right))
    default: nil
    }
  }

  private static func doubles(
    _ function: TypedFunction
  ) -> (@Sendable (Double, Double) -> Double)? {
    switch function {
    case .sum: { $0 + $1 }
    case .difference: { $0 - $1 }
    case .product: { $0 * $1 }
    case .quotient: { $0 / $1 }
    case .remainder: { $0.truncatingRemainder(dividingBy: $1) }
    case .power: { FloatingMath.power($0, $1) }
    default: nil
    }
  }

  private init?(_ function: TypedFunction, _ operand: TypedExpression) {
    switch (function, operand) {
    case (.magnitude, .integers(let column)):
      self = .integers(NumberColumn(IntegerFunctionColumn(operand: column, function: .magnitude)))
    case (.magnitude, .doubles(let column)):
      self = .doubles(NumberColumn(DoubleFunctionColumn(operand: column) { $0.magnitude }))
    case (.complement, .integers(let column)):
      self = .integers(NumberColumn(IntegerFunctionColumn(operand: column, function: .complement)))
    case (.rounding, .integers): self = operand.failingForNil
    case (.rounding(let rule), .doubles(let column)):
      self = .doubles(NumberColumn(DoubleFunctionColumn(operand: column) { $0.rounded(rule) }))
    case (.real(let body), _):
      guard let column = operand.widened else { return nil }
      self = .doubles(NumberColumn(DoubleFunctionColumn(operand: column, function: body)))
    case (.length, .text(let field)): self = .integers(NumberColumn(LengthColumn(field: field)))
    case (.uppercase, .text(let field)): self = .folded(field, toUpper: true)
    case (.lowercase, .text(let field)): self = .folded(field, toUpper: false)
    default: return nil
    }
  }

  /// The numbers. `nil` is an error.
  private var failingForNil: TypedExpression {
    guard case .integers(let column) = self else { return self }
    return .integers(
      NumberColumn(
        IntegerOperationColumn<IntegerSum>(
          left: column, right: NumberColumn(ConstantColumn(value: 0)))))
  }

  /// `-x`
  init?(negating operand: TypedExpression) {
    switch operand.withoutGuard {
    case .integers(let column):
      self = .integers(NumberColumn(IntegerFunctionColumn(operand: column, function: .negation)))
    case .doubles(let column):
      self = .doubles(NumberColumn(DoubleFunctionColumn(operand: column) { -$0 }))
    default: return nil
    }
  }

  /// A reduction of items, or of a key of them.
  init?(_ function: TypedFunction, of items: ItemSelection, _ key: FieldAccess?) {
    guard let key else {
      guard case .elementCount = function else { return nil }
      if let filter = items.filter {
        self = .integers(NumberColumn(SelectionCountColumn(array: items.array, filter: filter)))
      } else {
        self = .integers(NumberColumn(CountColumn(offset: items.array.offset)))
      }
      return
    }
    // `Int` and `Double` are the most frequent types.
    let place = items.filter == nil && key.type.storage.wrapper == .none ? key.offset : nil
    switch TypedExpression(field: key) {
    case .integers(let column):
      let stored = if case .int64 = key.type.storage.base { place } else { Int?.none }
      func aggregate<Operation: Aggregation>(
        _ start: Operation
      ) -> NumberColumn<Operation.Result> where Operation.Lane == Int64 {
        Self.aggregate(items, column, start, Int64.self, at: stored)
      }
      switch function {
      case .elementSum: self = .integers(aggregate(IntegerTotal()))
      case .elementMean: self = .doubles(aggregate(IntegerMean()))
      case .elementLeast: self = .integers(aggregate(IntegerExtreme(isLeast: true)))
      case .elementGreatest: self = .integers(aggregate(IntegerExtreme(isLeast: false)))
      default: return nil
      }
    case .doubles(let column):
      let stored = if case .double = key.type.storage.base { place } else { Int?.none }
      func aggregate<Operation: Aggregation>(
        _ start: Operation
      ) -> NumberColumn<Operation.Result> where Operation.Lane == Double {
        Self.aggregate(items, column, start, Double.self, at: stored)
      }
      switch function {
      case .elementSum: self = .doubles(aggregate(DoubleTotal()))
      case .elementMean: self = .doubles(aggregate(DoubleMean()))
      case .elementLeast: self = .doubles(aggregate(DoubleExtreme(isLeast: true)))
      case .elementGreatest: self = .doubles(aggregate(DoubleExtreme(isLeast: false)))
      default: return nil
      }
    default: return nil
    }
  }

  /// The aggregate of a key of items. The key is a `Value`, `offset` bytes into each item, or a column.
  private static func aggregate<Operation: Aggregation, Value: LaneSource>(
    _ items: ItemSelection, _ key: NumberColumn<Operation.Lane>, _ start: Operation,
    _ type: Value.Type, at offset: Int?
  ) -> NumberColumn<Operation.Result> where Value.Lane == Operation.Lane {
    guard let offset else {
      return NumberColumn(AggregateColumn(items: items, key: key, start: start))
    }
    return NumberColumn(
      StoredAggregateColumn<Operation, Value>(array: items.array, offset: offset, start: start))
  }
}
