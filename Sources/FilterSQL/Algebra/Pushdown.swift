/// A condition that a database can test.
protocol PushdownPart: Sendable {
  /// The rows of which all parts hold.
  static func all(_ parts: [Self]) -> Self

  /// The rows of which at least one part holds.
  static func any(_ parts: [Self]) -> Self
}

/// One side of a node as a database tests it.
///
/// The *pass* side covers the rows that a node is true of or fails on, the *block* side those that it is false
/// of or fails on.
struct PushedSide<Part: PushdownPart>: Sendable {
  /// How the part lies to the rows of the side.
  enum Precision: Comparable, Sendable {
    /// Nothing can be tested: every row may belong to the side.
    case none

    /// All rows of the side, and maybe others
    case superset

    /// The rows of the side and no others, and the node fails on none
    case exact
  }

  let precision: Precision

  /// Nil where the precision is none.
  let part: Part?

  static var none: PushedSide { PushedSide(precision: .none, part: nil) }
  static func superset(_ part: Part) -> PushedSide { PushedSide(precision: .superset, part: part) }
  static func exact(_ part: Part) -> PushedSide { PushedSide(precision: .exact, part: part) }

  /// The side of a node that can fail.
  fileprivate var inexact: PushedSide {
    precision == .exact ? PushedSide(precision: .superset, part: part) : self
  }
}

/// A node of a predicate as a database tests it: both sides, and whether the node can fail.
///
/// The engine evaluates operands from left to right and stops at the first that decides. A row on which the
/// predicate fails has to come back like one that matches, so that its failure is reported.
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

  /// The node without the sides whose parts are to be left out; nil where both stay.
  func without(_ isLeftOut: (Part) -> Bool) -> Pushdown? {
    let (isPass, isBlock) = (pass.part.map(isLeftOut) ?? false, block.part.map(isLeftOut) ?? false)
    guard isPass || isBlock else { return nil }
    return Pushdown(pass: isPass ? .none : pass, block: isBlock ? .none : block, canFail: canFail)
  }

  /// A node of which nothing can be tested.
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

  // Closures: the key path of a type with parameters is made whenever it is used, which takes microseconds.

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

  /// The number of operands that are tested: those up to the first that can fail, itself included.
  ///
  /// A row on which that operand fails is a failure whatever follows it.
  func reach(of operands: [Pushdown<Part>]) -> Int {
    guard !losesFailures else { return operands.count }
    return operands.firstIndex { $0.canFail }.map { $0 + 1 } ?? operands.count
  }

  /// The operands of the AND that a whole predicate is which are evaluated again on the rows that come back.
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
