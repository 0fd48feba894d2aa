import FilterSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A comparison of a field with a constant, for testing rows where they lie.
struct FieldComparison {
  let field: FieldAccess
  let offset: Int
  let `operator`: AST.Comparison.Operator
  let options: AST.Comparison.Options
  let constant: FilterValue
  let quantifier: AST.Comparison.Quantifier?

  /// The constant pattern of `MATCHES`.
  let pattern: CompiledPattern?

  /// Whether membership ignores the options, as Foundation does.
  let isStrict: Bool

  /// Whether the field's elements are counted, and the count is compared.
  let isCount: Bool

  /// Nil where the sides are not a field that lies in place and a constant.
  init?(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression,
    _ pattern: CompiledPattern?, isStrict: Bool
  ) {
    var (operation, quantifier) = (node.operator, node.quantifier)
    let field: FieldAccess
    let isCount: Bool
    let constant: FilterValue
    if let access = left.field ?? left.countedField, let value = right.constant {
      (field, constant, isCount) = (access, value, left.field == nil)
      // `tags CONTAINS "a"`: any element is equal.
      if operation == .contains, quantifier == nil, case .array = access.type.storage.wrapper,
        !isCount, node.options.isEmpty || isStrict, value.kind != .null
      {
        (operation, quantifier) = (.equal, .any)
      }
    } else if let access = right.field ?? right.countedField, let value = left.constant,
      quantifier == nil, let mirrored = operation.mirrored
    {
      (field, constant, isCount) = (access, value, right.field == nil)
      operation = mirrored
      // `"a" IN tags`: any element is equal.
      if node.operator == .in {
        guard case .array = access.type.storage.wrapper, !isCount,
          node.options.isEmpty || isStrict, value.kind != .null
        else { return nil }
        (operation, quantifier) = (.equal, .any)
      }
    } else {
      return nil
    }
    guard let offset = field.offset else { return nil }
    self.field = field
    self.offset = offset
    self.operator = operation
    self.options =
      operation == .equal && quantifier == .any && node.operator != .equal ? [] : node.options
    self.constant = constant
    self.quantifier = quantifier
    self.pattern = pattern
    self.isStrict = isStrict
    self.isCount = isCount
  }

  /// Whether the field is a list.
  var readsList: Bool { field.type.storage.wrapper == .array }

  /// The test in place and how it works, for people; nil where the precise evaluator has to do it.
  func filter() -> (filter: RowFilter, method: Plan.Method)? {
    if isCount {
      guard quantifier == nil, let interval = integerInterval() else { return nil }
      return (
        .test(ElementCountTest(offset: offset, range: interval.test(Int.self, offset: offset))),
        "counts elements in place"
      )
    }
    let storage = field.type.storage
    // A list is compared as a whole unless a quantifier goes through it.
    guard (quantifier != nil) == (storage.wrapper == .array) else { return nil }
    if constant.kind == .null { return nilFilter().map { ($0, "looks for nil in place") } }
    return switch storage.base {
    case .bool: integers(UInt8.self).map { ($0, "compares in place") }
    case .int8: integers(Int8.self).map { ($0, "compares in place") }
    case .int16: integers(Int16.self).map { ($0, "compares in place") }
    case .int32: integers(Int32.self).map { ($0, "compares in place") }
    case .int64: integers(Int64.self).map { ($0, "compares in place") }
    case .uint8: integers(UInt8.self).map { ($0, "compares in place") }
    case .uint16: integers(UInt16.self).map { ($0, "compares in place") }
    case .uint32: integers(UInt32.self).map { ($0, "compares in place") }
    case .uint64: integers(UInt64.self).map { ($0, "compares in place") }
    case .float: floats(Float.self).map { ($0, "compares in place") }
    case .double: floats(Double.self).map { ($0, "compares in place") }
    case .date: dates().map { ($0, "compares in place") }
    case .string: strings()
    case .finite(let cases): finite(cases).map { ($0, "looks up an answer made for each case") }
    case .uuid, .decimal, .opaque: nil
    }
  }

  /// The answer for a field that is `nil`, where the constant is not.
  var whenNil: Bool { `operator` == .notEqual }

  /// `field == nil`
  private func nilFilter() -> RowFilter? {
    guard quantifier == nil else { return nil }
    let whenNil: Bool
    let otherwise: Bool
    switch `operator` {
    case .equal, .lessThanOrEqual, .greaterThanOrEqual: (whenNil, otherwise) = (true, false)
    case .notEqual: (whenNil, otherwise) = (false, true)
    default: (whenNil, otherwise) = (false, false)
    }
    let storage = field.type.storage
    if storage.wrapper == .none {
      return switch storage.base {
      // What is no optional may have `nil` for its value all the same.
      case .opaque: nil
      case .finite(let cases): finite(cases)
      default: .constant(otherwise)
      }
    }
    guard storage.wrapper == .optional, whenNil != otherwise else { return nil }
    return switch storage.base {
    case .bool: .test(NilTest<Bool>(offset: offset, whenNil: whenNil))
    case .int8, .uint8: .test(NilTest<UInt8>(offset: offset, whenNil: whenNil))
    case .int16, .uint16: .test(NilTest<UInt16>(offset: offset, whenNil: whenNil))
    case .int32, .uint32, .float: .test(NilTest<UInt32>(offset: offset, whenNil: whenNil))
    case .int64, .uint64, .double, .date: .test(NilTest<UInt64>(offset: offset, whenNil: whenNil))
    case .string where StringWords.isKnown:
      .test(NilStringTest(offset: offset, whenNil: whenNil))
    default: nil
    }
  }

  /// A one-byte field: the comparison is made for each of its cases now.
  private func finite(_ cases: [(byte: UInt8, value: FilterValue)]) -> RowFilter? {
    guard quantifier == nil, let body = valueBody() else { return nil }
    let run = EvaluationRun(now: .distantPast, variables: [], places: 1)
    var bytes: [UInt8] = []
    for (byte, value) in cases {
      guard let holds = try? body(value, constant, run) else { return nil }
      if holds { bytes.append(byte) }
    }
    return .test(FiniteTest(offset: offset, matching: bytes))
  }

  /// What the precise evaluator would do with the values.
  private func valueBody() -> ComparisonBody? {
    switch `operator` {
    case .equal: Equality.body(options, negated: false)
    case .notEqual: Equality.body(options, negated: true)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      Ordering.body(`operator`, options)
    case .between: Ordering.between(options)
    case .in: Membership.body(options, isStrict: isStrict)
    case .beginsWith: SubstringOperator.beginsWith(options)
    case .endsWith: SubstringOperator.endsWith(options)
    case .like: SubstringOperator.like(options)
    default: nil
    }
  }
}

extension AST.Comparison.Operator {
  /// The operator with its sides exchanged; `IN` stands for what the other side contains.
  var mirrored: AST.Comparison.Operator? {
    switch self {
    case .equal, .notEqual, .in: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    default: nil
    }
  }
}
