internal import CSimdJSON
internal import FilterEngine

/// A part of a predicate that is answered from the slots of a line.
class LineTest {
  /// The answer for the line; nil where the values themselves have to be asked.
  func answer(_ slots: JSONSlots) -> Bool? { nil }
}

/// `TRUEPREDICATE`
final class ConstantLineTest: LineTest {
  private let value: Bool

  init(_ value: Bool) { self.value = value }

  override func answer(_ slots: JSONSlots) -> Bool? { value }
}

/// `NOT p`
final class NegatedLineTest: LineTest {
  private let operand: LineTest

  init(_ operand: LineTest) { self.operand = operand }

  override func answer(_ slots: JSONSlots) -> Bool? { operand.answer(slots).map { !$0 } }
}

/// `p AND q`, `p OR q`: from left to right, to the first that decides or has no answer.
final class CompoundLineTest: LineTest {
  private let operands: [LineTest]
  private let decisive: Bool

  init(_ operands: [LineTest], decisive: Bool) {
    self.operands = operands
    self.decisive = decisive
  }

  override func answer(_ slots: JSONSlots) -> Bool? {
    for operand in operands {
      guard let answer = operand.answer(slots) else { return nil }
      if answer == decisive { return decisive }
    }
    return !decisive
  }
}
