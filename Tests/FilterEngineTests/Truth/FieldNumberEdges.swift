import FilterEngine
import FilterSyntax
import Foundation

/// Numbers at the edges of a field's type, and constants at and beside them.
struct FieldNumberEdges {
  let low: Int128
  let high: Int128

  /// The constants that an optional field and the elements of a list are compared with too.
  static let core: [AST.Constant] = [
    .integer(0), .integer(1), .integer(-1), .double(0.5), .double(-0.5), .double(-0.0),
    .double(.nan), .double(.infinity), .double(-.infinity), .boolean(true), .null,
    .decimal("18446744073709551615"),
  ]

  static let operators: [AST.Comparison.Operator] = [
    .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
  ]

  init<Value: FixedWidthInteger>(_ type: Value.Type) {
    (low, high) = (Int128(Value.min), Int128(Value.max))
  }

  /// The values that a field of the type can hold.
  func values<Value: FixedWidthInteger>(_ type: Value.Type) -> [Value] {
    var all: [Int128] = [low, low + 1, -2, -1, 0, 1, 2, high / 2, high - 1, high]
    if Value.bitWidth == 64 {
      for edge in [1 << 53, -1 << 53, 1 << 63] as [Int128] { all += [edge - 1, edge, edge + 1] }
    }
    var known: Set<Value> = []
    return all.compactMap { Value(exactly: $0) }.filter { known.insert($0).inserted }
  }

  /// Constants in ascending order, those of other kinds last.
  var constants: [AST.Constant] {
    var whole: Set<Int128> = [-40_000, 300, 1 << 40, 1 << 53, 1 << 53 + 1, 1 << 63, 1 << 64 - 1]
    for edge in [low, 0, high] { whole.formUnion([edge - 1, edge, edge + 1]) }
    var all = whole.map { (Double($0), Self.constant($0)) }
    var doubles: Set<Double> = [
      .infinity, -.infinity, 1e300, -1e300, 0x1p53, 0x1p53 + 2, -0x1p63, 0x1p63, 0x1p64,
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ]
    for edge in [low, 0, high] as [Int128] {
      let edge = Double(edge)
      doubles.formUnion([edge - 0.5, edge, edge + 0.5, edge.nextUp, edge.nextDown])
    }
    all += doubles.map { ($0, .double($0)) }
    return all.sorted { $0.0 < $1.0 }.map { $0.1 }
      + [
        .double(-0.0), .double(.nan), .boolean(false), .boolean(true), .decimal("0.5"),
        .decimal("-1"), .null,
      ]
  }

  /// An integer as a constant, outside 64 bits by its digits.
  static func constant(_ number: Int128) -> AST.Constant {
    Int64(exactly: number).map { .integer($0) } ?? .decimal("\(number)")
  }

  /// Bounds of `BETWEEN`: neighbours in either order, one number twice, all, and what is no number.
  static func bounds(_ constants: [AST.Constant]) -> [AST.Constant] {
    var pairs: [(AST.Constant, AST.Constant)] = []
    for (first, second) in zip(constants, constants.dropFirst()) {
      pairs += [(first, second), (second, first)]
    }
    for constant in constants { pairs.append((constant, constant)) }
    return pairs.map { .list([$0, $1]) }
  }

  /// Lists of `IN`: none, each constant alone, some with another one, all, and many integers.
  static func lists(_ constants: [AST.Constant]) -> [AST.Constant] {
    [.list([]), .list(constants), .set(constants)]
      + constants.map { .list([$0]) }
      + zip(constants, constants.dropFirst(9)).map { .list([$0, $1]) }.prefix(8)
      + [.list((0..<40).map { .integer($0 * 3 - 40) })]
  }
}
