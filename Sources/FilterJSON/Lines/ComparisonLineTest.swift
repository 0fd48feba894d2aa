internal import CSimdJSON
internal import FilterEngine

/// One side of a comparison.
enum LineOperand {
  case constant(FilterValue)
  case slot(Int)
  /// The number of elements of an array
  case count(Int)

  var isOfRow: Bool {
    if case .constant = self { false } else { true }
  }

  /// The side as the comparison is made with it.
  var side: SlotComparison.Side {
    if case .constant(let value) = self { .constant(value) } else { .row }
  }
}

/// `age > 30`, `ANY tags == "a"`, `tags.@count > 1`
final class ComparisonLineTest: LineTest {
  private let comparison: SlotComparison
  private let left: LineOperand
  private let right: LineOperand

  /// The slot on the left where the right side is constant, else negative.
  private let slot: Int

  /// Whether one side is `nil`, to which nothing inside an array or object matters.
  private let isWithNil: Bool

  init(_ comparison: SlotComparison, _ left: LineOperand, _ right: LineOperand) {
    self.comparison = comparison
    self.left = left
    self.right = right
    if case .slot(let slot) = left, !right.isOfRow { self.slot = slot } else { slot = -1 }
    isWithNil = [left, right].contains {
      if case .constant(.null) = $0 { true } else { false }
    }
  }

  override func answer(_ slots: JSONSlots) -> Bool? {
    if comparison.isQuantified { return quantified(slots) }
    if slot >= 0 {
      let value = slots[slot]
      if let answer = inPlace(value) { return answer }
    }
    guard let left = value(left, slots), let right = value(right, slots) else { return nil }
    return comparison.holds(left, right)
  }

  /// The answer for a number or text that no value has to be made of.
  @inline(__always)
  private func inPlace(_ slot: JSONSlots.Slot) -> Bool? {
    switch slot.part {
    case FRC_JSON_SLOT_INTEGER: comparison.holds(slot.integer)
    case FRC_JSON_SLOT_DOUBLE: comparison.holds(slot.double)
    case FRC_JSON_SLOT_STRING: comparison.holds(slot.utf8)
    default: nil
    }
  }

  private func quantified(_ slots: JSONSlots) -> Bool? {
    guard case .slot(let index) = left, let right = value(right, slots) else { return nil }
    let list = slots[index]
    switch list.part {
    case FRC_JSON_SLOT_MISSING, FRC_JSON_SLOT_NULL: return comparison.quantified(0) { _ in nil }
    case FRC_JSON_SLOT_ARRAY:
      return comparison.quantified(list.count) { index in
        let element = slots.element(index, of: list)
        if slot >= 0, let answer = inPlace(element) { return answer }
        guard let value = self.value(of: element, slots, isElement: true) else { return nil }
        return comparison.holds(value, right)
      }
    default: return nil
    }
  }

  private func value(_ operand: LineOperand, _ slots: JSONSlots) -> FilterValue? {
    switch operand {
    case .constant(let value): return value
    case .slot(let index): return self.value(of: slots[index], slots, isElement: false)
    case .count(let index):
      let slot = slots[index]
      switch slot.part {
      case FRC_JSON_SLOT_MISSING, FRC_JSON_SLOT_NULL: return .null
      case FRC_JSON_SLOT_ARRAY: return .int(Int64(slot.count))
      default: return nil
      }
    }
  }

  /// The value in a slot, nil where more than the slot has to be known; the elements of elements
  /// are not kept.
  private func value(
    of slot: JSONSlots.Slot, _ slots: JSONSlots, isElement: Bool
  ) -> FilterValue? {
    switch slot.part {
    case FRC_JSON_SLOT_MISSING, FRC_JSON_SLOT_NULL: return .null
    case FRC_JSON_SLOT_FALSE: return .bool(false)
    case FRC_JSON_SLOT_TRUE: return .bool(true)
    case FRC_JSON_SLOT_INTEGER: return .int(slot.integer)
    case FRC_JSON_SLOT_DOUBLE: return .double(slot.double)
    case FRC_JSON_SLOT_STRING: return .string(String(decoding: slot.utf8, as: UTF8.self))
    case FRC_JSON_SLOT_ARRAY, FRC_JSON_SLOT_OBJECT:
      if isWithNil { return .list([]) }
      guard !isElement, slot.part == FRC_JSON_SLOT_ARRAY,
        slot.count <= SlotComparison.maximumElements
      else { return nil }
      var elements: [FilterValue] = []
      elements.reserveCapacity(slot.count)
      for index in 0..<slot.count {
        let element = slots.element(index, of: slot)
        guard let value = self.value(of: element, slots, isElement: true) else { return nil }
        elements.append(value)
      }
      return .list(elements)
    default: return nil
    }
  }
}
