import FilterSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A comparison of typed expressions, for testing rows where they lie.
///
/// What it has no answer for fails, and is left to the precise evaluator.
struct TypedComparison {
  let node: AST.Comparison
  let left: CompiledExpression
  let right: CompiledExpression
  let pattern: CompiledPattern?
  let isStrict: Bool

  /// The test and how it works, for people; nil where values have to be made.
  func filter() -> (filter: RowFilter, method: Plan.Method)? {
    if let quantifier = node.quantifier { return elements(ElementQuantifier(quantifier)) }
    if let constant = right.constant {
      return left.typed.flatMap { compare($0, node.operator, constant) }
    }
    if let constant = left.constant {
      guard let mirrored = node.operator.mirrored, mirrored != .in else { return nil }
      return right.typed.flatMap { compare($0, mirrored, constant) }
    }
    return columns()
  }

  // MARK: - With a constant

  private func compare(
    _ side: TypedExpression, _ operation: AST.Comparison.Operator, _ constant: FilterValue
  ) -> (filter: RowFilter, method: Plan.Method)? {
    guard constant.kind != .null else { return nil }
    let whenNil = operation == .notEqual
    switch side {
    case .integers(let column):
      guard let interval = IntegerInterval(of: operation, constant) else { return nil }
      let range = interval.test(Int64.self, offset: 0)
      return (.integers(column, in: range, whenNil: whenNil), "computes integers in place")
    case .doubles(let column):
      guard let interval = FloatingInterval(of: operation, constant, { $0.exactDouble }) else {
        return nil
      }
      let range = interval.test(Double.self, offset: 0)
      return (.doubles(column, in: range, whenNil: whenNil), "computes doubles in place")
    case .dates(let column):
      guard let interval = FloatingInterval(of: operation, constant, { $0.secondsOfDate }) else {
        return nil
      }
      let range = interval.test(Double.self, offset: 0)
      return (.doubles(column, in: range, whenNil: whenNil), "compares in place")
    case .decimal(let offset):
      guard let answers = operation.answers, let number = constant.exactNumber else { return nil }
      return (.decimal(at: offset, answers, number), "compares exact numbers in place")
    case .uuid(let offset):
      guard operation == .equal || operation == .notEqual, case .uuid(let uuid) = constant else {
        return nil
      }
      let test = UUIDTest(offset: offset, uuid, isInverted: operation == .notEqual)
      return (.test(test), "compares two words in place")
    case .folded(let field, let toUpper):
      guard let test = text(operation, constant) else { return nil }
      return (.folded(field, toUpper: toUpper, test), "compares text in place")
    case .guarded(let guarded):
      return guardedTest(guarded, operation, constant, whenNil)
    case .text, .items, .itemField: return nil
    }
  }

  /// The test of text that a function made.
  private func text(
    _ operation: AST.Comparison.Operator, _ constant: FilterValue
  ) -> (@Sendable (UnsafeBufferPointer<UInt8>) -> Bool)? {
    guard case .string(let constant) = constant else { return nil }
    let needle = TextNeedle(constant, node.options)
    return switch operation {
    case .equal: { needle.equals($0) }
    case .notEqual: { !needle.equals($0) }
    case .beginsWith: { needle.begins($0) }
    case .endsWith: { needle.ends($0) }
    case .contains: { needle.isContained(in: $0) }
    default: nil
    }
  }

  private func guardedTest(
    _ guarded: GuardedField, _ operation: AST.Comparison.Operator, _ constant: FilterValue,
    _ whenNil: Bool
  ) -> (filter: RowFilter, method: Plan.Method)? {
    let field = CompiledExpression(type: StaticType(guarded.field.type), field: guarded.field) {
      [read = guarded.field.read]
      row, _ in read(row)
    }
    var node = node
    node.operator = operation
    let inner = CompiledExpression(constant: constant)
    guard let test = flat(node, field, inner) else { return nil }
    return (.guarded(guarded, test, whenNil: whenNil), "compares in place")
  }

  /// The test of a field without a quantifier that needs no run.
  private func flat(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) -> RowFilter? {
    let test =
      FieldComparison(node, left, right, pattern, isStrict: isStrict)?.filter()
      ?? TypedComparison(
        node: node, left: left, right: right, pattern: pattern, isStrict: isStrict
      ).filter()
    guard let test, !test.filter.needsRun else { return nil }
    return test.filter
  }

  // MARK: - Elements

  /// `ANY comments.likes > 7`
  private func elements(
    _ quantifier: ElementQuantifier
  ) -> (filter: RowFilter, method: Plan.Method)? {
    guard case .itemField(let items, let key)? = left.typed, items.filter == nil,
      let constant = right.constant, constant.kind != .null
    else { return nil }
    var node = node
    node.quantifier = nil
    let field = CompiledExpression(type: StaticType(key.type), field: key) {
      [read = key.read]
      row, _ in read(row)
    }
    guard let test = flat(node, field, right) else { return nil }
    return (.elements(of: items.array, quantifier, test), "tests elements in place")
  }

  // MARK: - Two columns

  /// `a > b`, `name == other`
  private func columns() -> (filter: RowFilter, method: Plan.Method)? {
    guard let left = left.typed, let right = right.typed else { return nil }
    if case .text(let first) = left, case .text(let second) = right {
      guard node.operator == .equal || node.operator == .notEqual, !node.options.changesEquality
      else { return nil }
      return (
        .equal(first, second, isInverted: node.operator == .notEqual), "compares bytes in place"
      )
    }
    guard let answers = node.operator.answers, let first = left.withoutGuard,
      let second = right.withoutGuard
    else { return nil }
    switch (first, second) {
    case (.integers(let first), .integers(let second)):
      return (.compare(first, second, answers), "compares two columns in place")
    case (.dates(let first), .dates(let second)):
      return (.compare(first, second, answers), "compares two columns in place")
    case (.integers, .doubles), (.doubles, .integers), (.doubles, .doubles):
      guard let first = first.exactDoubles, let second = second.exactDoubles else { return nil }
      return (.compare(first, second, answers), "compares two columns in place")
    default: return nil
    }
  }
}

extension TypedExpression {
  /// The numbers as doubles that are equal to them.
  fileprivate var exactDoubles: (any NumberColumn<Double>)? {
    switch self {
    case .integers(let column): WidenedColumn(integers: column, failsBetweenDoubles: true)
    case .doubles(let column): column
    default: nil
    }
  }
}

extension AST.Comparison.Operator {
  /// The answers for two sides in order, nil for what does not ask for order.
  fileprivate var answers: OrderAnswers? {
    switch self {
    case .equal: OrderAnswers(below: false, same: true, above: false)
    case .notEqual: OrderAnswers(below: true, same: false, above: true)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      OrderAnswers(Ordering.answers(self))
    default: nil
    }
  }
}

extension OrderAnswers {
  fileprivate init(_ answers: (Bool, Bool, Bool)) {
    self.init(below: answers.0, same: answers.1, above: answers.2)
  }
}

extension IntegerInterval {
  /// The integers for which an operator holds with a constant on its right.
  fileprivate init?(of operation: AST.Comparison.Operator, _ constant: FilterValue) {
    if operation == .between {
      guard case .list(let bounds) = constant else { return nil }
      self.init(between: bounds.elements)
    } else {
      self.init(operation, constant)
    }
  }
}

extension FloatingInterval {
  /// The doubles for which an operator holds with a constant on its right.
  fileprivate init?(
    of operation: AST.Comparison.Operator, _ constant: FilterValue,
    _ number: (FilterValue) -> Double?
  ) {
    if operation == .between {
      guard case .list(let bounds) = constant, bounds.count == 2 else { return nil }
      self.init(between: number(bounds[0]), number(bounds[1]))
    } else {
      self.init(operation, number(constant))
    }
  }
}

extension FilterValue {
  /// The number, nil for what is not a finite one.
  fileprivate var exactNumber: ExactNumber? {
    switch self {
    case .bool(let flag): ExactNumber(flag ? 1 : 0)
    case .int(let number): ExactNumber(number)
    case .wide(let number): ExactNumber(number)
    case .double(let number): number.isFinite ? ExactNumber(finite: number) : nil
    case .decimal(let number): number.isNaN ? nil : ExactNumber(finite: number)
    default: nil
    }
  }

  /// The seconds of a date since the reference date.
  fileprivate var secondsOfDate: Double? {
    if case .date(let date) = self { date.timeIntervalSinceReferenceDate } else { nil }
  }
}
