/// An expression on its way to closures.
struct CompiledExpression: Sendable {
  /// The value for a row.
  let evaluator: ValueEvaluator

  /// What is known of the value.
  var type: StaticType

  /// The value, where it is the same for every row and could be computed.
  var constant: FilterValue?

  /// Whether it is the same for every row, even where computing it fails.
  var isConstant: Bool

  /// The field that it reads and nothing more.
  var field: FieldAccess?

  /// The array field whose elements it counts and nothing more.
  var countedField: FieldAccess?

  /// How it is computed where rows lie, where it is more than a field or a constant.
  var computed: TypedExpression?

  /// How it is computed where rows lie, nil where values have to be made.
  var typed: TypedExpression? {
    if let computed { return computed }
    if let constant { return TypedExpression(constant: constant) }
    if let countedField, let offset = countedField.offset {
      return .integers(CountColumn(offset: offset))
    }
    return field.flatMap(TypedExpression.init(field:))
  }

  /// The slot that it reads and nothing more, where lines are read into slots.
  var slot: SlotAccess?

  init(
    type: StaticType = .unknown, isConstant: Bool = false, field: FieldAccess? = nil,
    _ evaluate: @escaping @Sendable (Row, EvaluationRun) throws(EvaluationError) -> FilterValue
  ) {
    evaluator = ValueEvaluator(evaluate)
    self.type = type
    self.isConstant = isConstant
    self.field = field
  }

  /// The same value for every row.
  init(constant value: FilterValue) {
    self.init(type: StaticType(of: value), isConstant: true) { _, _ in value }
    constant = value
  }

  /// The same error for every row.
  init(failure: EvaluationError, type: StaticType = .unknown) {
    self.init(type: type, isConstant: true) { _, _ throws(EvaluationError) in throw failure }
  }
}
