extension TypedExpression {
  /// What a function makes of typed operands; nil where their values have to be made.
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
    self = .doubles(DoubleOperationColumn(left: left, right: right, operation: operation))
  }

  private static func integers(
    _ function: TypedFunction, _ left: any NumberColumn<Int64>, _ right: any NumberColumn<Int64>
  ) -> (any NumberColumn<Int64>)? {
    switch function {
    case .sum: IntegerOperationColumn<IntegerSum>(left: left, right: right)
    case .difference: IntegerOperationColumn<IntegerDifference>(left: left, right: right)
    case .product: IntegerOperationColumn<IntegerProduct>(left: left, right: right)
    case .quotient: IntegerOperationColumn<IntegerQuotient>(left: left, right: right)
    case .remainder: IntegerOperationColumn<IntegerRemainder>(left: left, right: right)
    case .bitAnd: IntegerOperationColumn<BitAnd>(left: left, right: right)
    case .bitOr: IntegerOperationColumn<BitOr>(left: left, right: right)
    case .bitXor: IntegerOperationColumn<BitXor>(left: left, right: right)
    case .shiftLeft: IntegerOperationColumn<ShiftLeft>(left: left, right: right)
    case .shiftRight: IntegerOperationColumn<ShiftRight>(left: left, right: right)
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
      self = .integers(IntegerFunctionColumn(operand: column, function: .magnitude))
    case (.magnitude, .doubles(let column)):
      self = .doubles(DoubleFunctionColumn(operand: column) { $0.magnitude })
    case (.complement, .integers(let column)):
      self = .integers(IntegerFunctionColumn(operand: column, function: .complement))
    case (.rounding, .integers): self = operand.failingForNil
    case (.rounding(let rule), .doubles(let column)):
      self = .doubles(DoubleFunctionColumn(operand: column) { $0.rounded(rule) })
    case (.real(let body), _):
      guard let column = operand.widened else { return nil }
      self = .doubles(DoubleFunctionColumn(operand: column, function: body))
    case (.length, .text(let field)): self = .integers(LengthColumn(field: field))
    case (.uppercase, .text(let field)): self = .folded(field, toUpper: true)
    case (.lowercase, .text(let field)): self = .folded(field, toUpper: false)
    default: return nil
    }
  }

  /// The numbers, of which `nil` is an error.
  private var failingForNil: TypedExpression {
    guard case .integers(let column) = self else { return self }
    return .integers(
      IntegerOperationColumn<IntegerSum>(left: column, right: ConstantColumn(value: 0)))
  }

  /// `-x`
  init?(negating operand: TypedExpression) {
    switch operand.withoutGuard {
    case .integers(let column):
      self = .integers(IntegerFunctionColumn(operand: column, function: .negation))
    case .doubles(let column):
      self = .doubles(DoubleFunctionColumn(operand: column) { -$0 })
    default: return nil
    }
  }

  /// What a collection operator makes of items, or of a key of them.
  init?(_ function: TypedFunction, of items: ItemSelection, _ key: FieldAccess?) {
    guard let key else {
      guard case .elementCount = function else { return nil }
      if let filter = items.filter {
        self = .integers(SelectionCountColumn(array: items.array, filter: filter))
      } else {
        self = .integers(CountColumn(offset: items.array.offset))
      }
      return
    }
    switch TypedExpression(field: key) {
    case .integers(let column):
      switch function {
      case .elementSum: self = .integers(Self.aggregate(items, key, column, IntegerTotal()))
      case .elementMean: self = .doubles(Self.aggregate(items, key, column, IntegerMean()))
      case .elementLeast:
        self = .integers(Self.aggregate(items, key, column, IntegerExtreme(isLeast: true)))
      case .elementGreatest:
        self = .integers(Self.aggregate(items, key, column, IntegerExtreme(isLeast: false)))
      default: return nil
      }
    case .doubles(let column):
      switch function {
      case .elementSum: self = .doubles(Self.aggregate(items, key, column, DoubleTotal()))
      case .elementMean: self = .doubles(Self.aggregate(items, key, column, DoubleMean()))
      case .elementLeast:
        self = .doubles(Self.aggregate(items, key, column, DoubleExtreme(isLeast: true)))
      case .elementGreatest:
        self = .doubles(Self.aggregate(items, key, column, DoubleExtreme(isLeast: false)))
      default: return nil
      }
    default: return nil
    }
  }

  /// The aggregate of a key of items; `Int` is the type that most numbers have.
  private static func aggregate<Operation: Aggregation>(
    _ items: ItemSelection, _ key: FieldAccess, _ column: any NumberColumn<Operation.Lane>,
    _ start: Operation
  ) -> any NumberColumn<Operation.Result> where Operation.Lane == Int64 {
    if items.filter == nil, let offset = key.offset, case .int64 = key.type.storage.base,
      key.type.storage.wrapper == .none
    {
      return StoredAggregateColumn<Operation, Int64>(
        array: items.array, offset: offset, start: start)
    }
    return AggregateColumn(items: items, key: column, start: start)
  }

  /// The aggregate of a key of items.
  private static func aggregate<Operation: Aggregation>(
    _ items: ItemSelection, _ key: FieldAccess, _ column: any NumberColumn<Operation.Lane>,
    _ start: Operation
  ) -> any NumberColumn<Operation.Result> where Operation.Lane == Double {
    if items.filter == nil, let offset = key.offset, case .double = key.type.storage.base,
      key.type.storage.wrapper == .none
    {
      return StoredAggregateColumn<Operation, Double>(
        array: items.array, offset: offset, start: start)
    }
    return AggregateColumn(items: items, key: column, start: start)
  }
}
