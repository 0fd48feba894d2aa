import FilterSyntax

/// An expression that is being compiled.
struct CompiledExpression: Sendable {
  /// The source of the values.
  enum Source: Sendable {
    /// The same value for every row
    case constant(FilterValue)

    /// The same error for every row
    case failure(EvaluationError)

    /// A field, with the range of the text that reads it
    case field(FieldAccess, at: SourceRange)

    /// Values that are made for each row, and a way to read them without making them
    case values(ValueEvaluator, Shortcut?)
  }

  /// A way to read the values of an expression without making them.
  enum Shortcut: Sendable {
    /// The number of elements of an array field
    case count(of: FieldAccess)

    /// A slot, for lines that are read into slots
    case slot(SlotAccess)

    /// A key of a row that is a value
    case key(String)

    /// An expression that is computed in place
    case computed(TypedExpression)
  }

  private var source: Source

  /// The static type of the value.
  var type: StaticType

  /// An expression whose values are made for each row.
  init(
    type: StaticType = .unknown,
    _ evaluate: @escaping @Sendable (Row, EvaluationContext) throws(EvaluationError) -> FilterValue
  ) {
    self.type = type
    source = .values(ValueEvaluator(evaluate), nil)
  }

  /// A field, with the range of the text that reads it.
  init(field: FieldAccess, at range: SourceRange) {
    type = StaticType(field.type)
    source = .field(field, at: range)
  }

  /// The same value for every row.
  init(constant value: FilterValue) {
    type = StaticType(of: value)
    source = .constant(value)
  }

  /// The same error for every row.
  init(failure: EvaluationError, type: StaticType = .unknown) {
    self.type = type
    source = .failure(failure)
  }

  /// The same expression, with a way to read its values without making them.
  @inline(never)
  func with(_ shortcut: Shortcut) -> CompiledExpression {
    var result = self
    result.source = .values(evaluator, shortcut)
    return result
  }

  /// The same expression, computed in place.
  @inline(never)
  func computed(as typed: TypedExpression?) -> CompiledExpression {
    guard let typed else { return self }
    return with(.computed(typed))
  }

  /// The value for a row.
  ///
  /// Made on demand: a test in place does not need it.
  var evaluator: ValueEvaluator {
    switch source {
    case .constant(let value): return ValueEvaluator { _, _ in value }
    case .failure(let error):
      return ValueEvaluator { _, _ throws(EvaluationError) in throw error }
    case .field(let field, let range):
      let read = field.read
      guard field.type.mayNest || type.isCollection else {
        return ValueEvaluator { row, _ in read(row) }
      }
      let elements = field.offset.flatMap { offset in
        field.type.elementReader.map { (offset, reader: $0) }
      }
      return ValueEvaluator { row, run throws(EvaluationError) in
        if let (offset, reader) = elements,
          let value = try run.longCollection(reader, in: row.advanced(by: offset), at: range)
        {
          return try run.checked(value, at: range)
        }
        return try run.made(run.checked(read(row), at: range), at: range)
      }
    case .values(let evaluator, _): return evaluator
    }
  }
}

// The properties of an operand that a comparison uses.
extension CompiledExpression {
  /// The value, if it is the same for every row and can be computed.
  var constant: FilterValue? {
    if case .constant(let value) = source { value } else { nil }
  }

  /// Whether it is the same for every row, even if computing it fails.
  var isConstant: Bool {
    switch source {
    case .constant, .failure: true
    case .field, .values: false
    }
  }

  /// The field, if the expression is a field alone.
  var field: FieldAccess? {
    if case .field(let field, _) = source { field } else { nil }
  }

  /// The array field, if the expression is its number of elements.
  var countedField: FieldAccess? {
    if case .values(_, .count(let field)) = source { field } else { nil }
  }

  /// The slot, if the expression is a slot alone.
  var slot: SlotAccess? {
    if case .values(_, .slot(let slot)) = source { slot } else { nil }
  }

  /// The key, if the expression is a key of a row that is a value.
  var key: String? {
    if case .values(_, .key(let key)) = source { key } else { nil }
  }

  /// The form that is computed in place; nil if values must be made.
  var typed: TypedExpression? {
    switch source {
    case .constant(let value): TypedExpression(constant: value)
    case .failure: nil
    case .field(let field, _): TypedExpression(field: field)
    case .values(_, .computed(let typed)): typed
    case .values(_, .count(let field)):
      field.offset.map { .integers(NumberColumn(CountColumn(offset: $0))) }
    case .values: nil
    }
  }
}
