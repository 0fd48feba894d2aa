import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// Every operator between a field of every number type and every constant at an edge of the type: the
/// ways that read a field in place, which only such comparisons take.
@Suite struct PropertyFieldTests {
  @Test func signedIntegers() {
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
  }

  @Test func unsignedIntegers() {
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
  }

  @Test func floatingNumbers() {
    let values: [Double] = [
      0, -0.0, 0.5, -0.5, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0x1p53,
      0x1p53 + 2, -0x1p53, 0x1p63, -0x1p63, 0x1p64, 1e300, -1e300, .infinity, -.infinity, .nan,
      (0.1 as Double).nextUp, 0.1, (0.1 as Double).nextDown,
    ]
    let constants = floatingConstants
    check(values, constants, core: FieldNumberEdges.core) { .double($0) }
    check(values.map { Float($0) }, constants, core: FieldNumberEdges.core) { .double(Double($0)) }
  }

  @Test func dates() {
    let seconds: [Double] = [
      0, -0.0, 1, -1, 0.5, -0.5, 1.5, -86_400, 978_307_200, 64_092_211_200, 1e300,
      .leastNonzeroMagnitude,
    ]
    let constants =
      seconds.sorted().flatMap { [$0.nextDown, $0, $0.nextUp] }.map { AST.Constant.seconds($0) }
      + [.null]
    check(
      seconds.map { Date(timeIntervalSinceReferenceDate: $0) }, constants,
      core: [.seconds(0), .seconds(-1), .seconds(0.5), .null]
    ) { .date($0) }
  }

  @Test func truthValues() {
    check([true, false], FieldNumberEdges(UInt8.self).constants, core: FieldNumberEdges.core) {
      .bool($0)
    }
  }

  /// Numbers that do not lie in memory as a machine type.
  @Test func longNumbers() {
    let core = FieldNumberEdges.core + [.decimal("0.5"), .decimal("-1"), .integer(.max)]
    check([0, 1, -1, 0.5, -0.5, Decimal(UInt64.max), .nan] as [Decimal], core, core: core) {
      .decimal($0)
    }
    check([0, 1, -1, 1 << 63, 1 << 64 - 1, .max, .min] as [Int128], core, core: core) {
      FilterValue(integer: $0)
    }
  }

  /// Types of one byte that take few values, whose answers are made beforehand.
  @Test func caseLists() {
    let numbers = FieldNumberEdges(Int16.self).constants + [.integer(1000), .integer(199)]
    checkCases(SampleLevel.allCases, numbers) { .int(Int64($0.rawValue)) }
    checkCases(SampleGrade.all, numbers) { .int(Int64($0.rawValue)) }
    checkCases(SampleMany.allCases, numbers) { .int(Int64($0.rawValue)) }
  }

  /// Each case of a type of many cases is told from every other one.
  @Test func manyCases() {
    checkCases(SampleMany.allCases, SampleMany.allCases.map { .integer(Int64($0.rawValue)) }) {
      .int(Int64($0.rawValue))
    }
  }

  /// The number of elements of a list.
  @Test func counts() {
    let lists: [[Int]] = (0..<5).map { Array(repeating: 7, count: $0) } + [Array(0..<300)]
    let constants: [AST.Constant] =
      [-1, 0, 1, 2, 3, 4, 5, 299, 300, 301].map { .integer($0) }
      + [.double(0.5), .double(2), .double(.nan), .double(.infinity), .double(-0.5), .null]
    var table = FieldTable(lists)
    let key = AST.Expression.keyPath(
      AST.KeyPath([
        AST.KeyPath.Component(.key, "value"), AST.KeyPath.Component(.collectionOperator, "count"),
      ]))
    for (operation, constant) in comparisons(constants) {
      let node = AST.Comparison(key, operation, .literal(AST.Literal(constant)))
      let mirrored = operation.mirrored.map {
        AST.Comparison(.literal(AST.Literal(constant)), $0, key)
      }
      let expected = outcomes(lists.map { .int(Int64($0.count)) }, operation, constant)
      table.check(node, expected)
      if let mirrored { table.check(mirrored, expected) }
    }
    #expect(table.accepted > 100)
  }

  // MARK: -

  private var floatingConstants: [AST.Constant] {
    let edges = [0, 0.5, 1, 0x1p53, 0x1p63, 0x1p64, 1e300, 0.1, Double(0.1 as Float), .infinity]
    let doubles = Set(edges.flatMap { [$0, -$0, $0.nextDown, -$0.nextDown, $0.nextUp] })
    let wholes = [-9_007_199_254_740_993, -1, 0, 1, 9_007_199_254_740_993, Int64.max, .min]
    return doubles.filter { !$0.isNaN }.sorted().map { .double($0) } + wholes.map { .integer($0) }
      + [
        .double(-0.0), .double(.nan), .boolean(true), .decimal("0.5"), .decimal("0.1"),
        .decimal("18446744073709551615"), .null,
      ]
  }

  private func check<Value: FixedWidthInteger & FilterValueConvertible & SendableMetatype>(
    _ type: Value.Type
  ) {
    let edges = FieldNumberEdges(type)
    let core =
      FieldNumberEdges.core
      + [edges.low - 1, edges.low, edges.high, edges.high + 1].map(FieldNumberEdges.constant)
    check(edges.values(type), edges.constants, core: core) { FilterValue(integer: $0) }
  }

  /// A field, its optional, and a list of its values under every quantifier.
  private func check<Value: FilterValueConvertible & SendableMetatype>(
    _ values: [Value], _ constants: [AST.Constant], core: [AST.Constant],
    _ value: (Value) -> FilterValue
  ) {
    let known = values.map(value)
    var plain = FieldTable(values)
    for (operation, constant) in comparisons(constants) {
      let literal = AST.Expression.literal(AST.Literal(constant))
      let expected = outcomes(known, operation, constant)
      plain.check(AST.Comparison(FieldTable<Value>.key, operation, literal), expected)
    }
    var optional = FieldTable<Value?>(values + [nil])
    // Lists without an element, with one, with two and with many.
    let lists =
      [[]] + values.indices.map { [$0] }
      + zip(values.indices, values.indices.dropFirst()).map { [$0, $1] }
      + [Array(values.indices)]
    var list = FieldTable(lists.map { $0.map { values[$0] } })
    for (operation, constant) in comparisons(core) {
      let literal = AST.Expression.literal(AST.Literal(constant))
      let expected = outcomes(known, operation, constant)
      optional.check(
        AST.Comparison(FieldTable<Value?>.key, operation, literal),
        expected + outcomes([.null], operation, constant))
      if let mirrored = operation.mirrored {
        plain.check(AST.Comparison(literal, mirrored, FieldTable<Value>.key), expected)
      }
      // Bounds and lists make the same tests of an element as operators do.
      guard FieldNumberEdges.operators.contains(operation) else { continue }
      for quantifier in [AST.Comparison.Quantifier.any, .all, .none] {
        list.check(
          AST.Comparison(quantifier: quantifier, FieldTable<[Value]>.key, operation, literal),
          lists.map { quantifier.outcome($0.map { expected[$0] }) })
      }
    }
    #expect(
      plain.accepted > constants.count && optional.accepted > core.count
        && list.accepted > core.count)
  }

  private func checkCases<Value: FilterValueConvertible & SendableMetatype>(
    _ cases: [Value], _ constants: [AST.Constant], _ value: (Value) -> FilterValue
  ) {
    var plain = FieldTable(cases)
    var optional = FieldTable<Value?>(cases + [nil])
    for (operation, constant) in comparisons(constants) {
      let literal = AST.Expression.literal(AST.Literal(constant))
      let expected = outcomes(cases.map(value), operation, constant)
      plain.check(AST.Comparison(FieldTable<Value>.key, operation, literal), expected)
      optional.check(
        AST.Comparison(FieldTable<Value?>.key, operation, literal),
        expected + outcomes([.null], operation, constant))
    }
    #expect(plain.accepted > constants.count)
  }

  /// Every operator with every right side that it takes.
  private func comparisons(
    _ constants: [AST.Constant]
  ) -> [(AST.Comparison.Operator, AST.Constant)] {
    FieldNumberEdges.operators.flatMap { operation in constants.map { (operation, $0) } }
      + FieldNumberEdges.bounds(constants).map { (.between, $0) }
      + FieldNumberEdges.lists(constants).map { (.in, $0) }
  }

  private func outcomes(
    _ values: [FilterValue], _ operation: AST.Comparison.Operator, _ constant: AST.Constant
  ) -> [ReferenceOutcome] {
    let right = ReferenceEvaluator.constant(constant)
    let comparison = ReferenceComparison(operation: operation, options: [], isStrict: false)
    return values.map { value in referenceOutcome { try comparison.holds(value, right) } }
  }
}

extension AST.Comparison.Operator {
  /// The operator that says the same with the sides exchanged.
  fileprivate var mirrored: AST.Comparison.Operator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    default: nil
    }
  }
}
