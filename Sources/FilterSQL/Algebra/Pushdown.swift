/// A condition that a database can test.
protocol PushdownPart: Sendable {
  /// The rows for which all parts hold.
  static func all(_ parts: [Self]) -> Self

  /// The rows for which at least one part holds.
  static func any(_ parts: [Self]) -> Self
}

/// One side of a node as a database tests it.
///
/// The *pass* side covers the rows for which the node is true or fails, the *block* side those for which it is false
/// or fails.
struct PushedSide<Part: PushdownPart>: Sendable {
  /// The relation of the part to the rows of the side.
  enum Precision: Comparable, Sendable {
    /// No test: every row can belong to the side
    case none

    /// All rows of the side, and possibly others
    case superset

    /// Exactly the rows of the side, and the node fails for no row
    case exact
  }

  let precision: Precision

  /// Nil if the precision is none.
  let part: Part?

  static var none: PushedSide { PushedSide(precision: .none, part: nil) }
  static func superset(_ part: Part) -> PushedSide { PushedSide(precision: .superset, part: part) }
  static func exact(_ part: Part) -> PushedSide { PushedSide(precision: .exact, part: part) }

  /// The same side for a node that can fail.
  fileprivate var inexact: PushedSide {
    precision == .exact ? PushedSide(precision: .superset, part: part) : self
  }
}

/// A node of a predicate as a database tests it: both sides, and whether the node can fail.
///
/// The engine evaluates operands from left to right and stops at the first that decides. The database must return a
/// row for which the predicate fails, like a match, so that the failure is reported.
struct Pushdown<Part: PushdownPart>: Sendable {
  let pass: PushedSide<Part>
  let block: PushedSide<Part>
  let canFail: Bool

  /// A node that can fail is never exact.
  init(pass: PushedSide<Part>, block: PushedSide<Part>, canFail: Bool) {
    self.pass = canFail ? pass.inexact : pass
    self.block = canFail ? block.inexact : block
    self.canFail = canFail
  }

  /// The node without the sides whose parts `isLeftOut` selects; nil if it selects none.
  func without(_ isLeftOut: (Part) -> Bool) -> Pushdown? {
    let (isPass, isBlock) = (pass.part.map(isLeftOut) ?? false, block.part.map(isLeftOut) ?? false)
    guard isPass || isBlock else { return nil }
    return Pushdown(pass: isPass ? .none : pass, block: isBlock ? .none : block, canFail: canFail)
  }

  /// A node that cannot be tested.
  static func nothing(canFail: Bool) -> Pushdown {
    Pushdown(pass: .none, block: .none, canFail: canFail)
  }
}

/// The sides of NOT, AND and OR, by the sides of their operands.
struct PushdownAlgebra<Part: PushdownPart>: Sendable {
  /// Whether rows on which the predicate fails may be lost if an operand after the failure is false.
  ///
  /// The matching rows stay the same.
  var losesFailures = false

  func not(_ operand: Pushdown<Part>) -> Pushdown<Part> {
    Pushdown(pass: operand.block, block: operand.pass, canFail: operand.canFail)
  }

  // Closures, because each use of a key path of a generic type takes microseconds.

  func and(_ operands: [Pushdown<Part>]) -> Pushdown<Part> {
    Pushdown(
      pass: intersection(operands) { $0.pass }, block: union(operands.map { $0.block }),
      canFail: operands.contains { $0.canFail })
  }

  func or(_ operands: [Pushdown<Part>]) -> Pushdown<Part> {
    Pushdown(
      pass: union(operands.map { $0.pass }), block: intersection(operands) { $0.block },
      canFail: operands.contains { $0.canFail })
  }

  /// The number of operands that are tested: those up to and including the first that can fail.
  ///
  /// If that operand fails for a row, the row is a failure regardless of the following operands.
  func reach(of operands: [Pushdown<Part>]) -> Int {
    guard !losesFailures else { return operands.count }
    return operands.firstIndex { $0.canFail }.map { $0 + 1 } ?? operands.count
  }

  /// The indices of the operands of a top-level AND that the engine evaluates for the returned rows.
  func residual(of operands: [Pushdown<Part>]) -> [Int] {
    let reach = reach(of: operands)
    return operands.indices.filter { $0 >= reach || operands[$0].pass.precision != .exact }
  }

  private func intersection(
    _ operands: [Pushdown<Part>], _ side: (Pushdown<Part>) -> PushedSide<Part>
  ) -> PushedSide<Part> {
    let parts = operands.prefix(reach(of: operands)).compactMap { side($0).part }
    guard !parts.isEmpty else { return operands.isEmpty ? .exact(.all([])) : .none }
    let isExact = operands.allSatisfy { side($0).precision == .exact }
    return isExact ? .exact(.all(parts)) : .superset(.all(parts))
  }

  private func union(_ sides: [PushedSide<Part>]) -> PushedSide<Part> {
    let parts = sides.compactMap { $0.part }
    guard parts.count == sides.count else { return .none }
    let isExact = sides.allSatisfy { $0.precision == .exact }
    return isExact ? .exact(.any(parts)) : .superset(.any(parts))
  }
}
