import FilterSyntax

/// The driver of a comparison with the slots of a line. It makes the test that reads them in place.
///
/// The test fails if the slots do not hold enough. The predicate is then evaluated for the line as a value,
/// which also reports errors.
struct SlotFilter {
  /// One side of the comparison.
  enum Side: Sendable {
    case constant(FilterValue)
    case slot(SlotAccess)

    /// The value of the side; nil if its slot does not hold all of it.
    func value(_ row: Row) -> FilterValue? {
      switch self {
      case .constant(let value): value
      case .slot(let access): access.slot(of: row).value
      }
    }

    /// Whether the side has a value. It does not copy a constant.
    func isKnown(_ row: Row) -> Bool {
      switch self {
      case .constant: true
      case .slot(let access): access.slot(of: row).value != nil
      }
    }
  }

  let comparison: DecidedComparison
  let left: Side
  let right: Side

  /// The test of a row of slots.
  var filter: RowFilter {
    let one = comparison.quantifier.map { quantified(ElementQuantifier($0)) } ?? whole
    return RowFilter(one: one, many: RowFilter.rowByRow(one), runUse: .always)
  }

  /// The side that is compared with a constant.
  private var subject: SlotAccess? {
    switch (comparison.subject, left, right) {
    case (.left, .slot(let access), _), (.right, _, .slot(let access)): access
    default: nil
    }
  }

  private var whole: RowFilter.One {
    let (body, left, right) = (comparison.body, left, right)
    let values: RowFilter.One = { row, run in
      guard let run, let left = left.value(row), let right = right.value(row) else {
        return .failed
      }
      return Self.answer(body, left, right, run) ?? .failed
    }
    guard let subject else { return values }
    let test = SlotTest(comparison.test, of: comparison).answer
    guard let membership = comparison.membership else {
      return { row, run in
        guard let run else { return .failed }
        if let answer = test(subject.slot(of: row), run) { return answer }
        return values(row, run)
      }
    }
    let element = SlotTest(membership, of: comparison).answer
    let isAny = ElementQuantifier(.any)
    return { row, run in
      guard let run else { return .failed }
      let slot = subject.slot(of: row)
      if let elements = slot.elements,
        let answer = isAny.answer(for: elements, { element($0, run) })
      {
        return answer
      }
      if let answer = test(slot, run) { return answer }
      return values(row, run)
    }
  }

  /// `ANY tags == "a"`: the left side is a slot. A missing list has no elements.
  private func quantified(_ quantifier: ElementQuantifier) -> RowFilter.One {
    guard case .slot(let list) = left else { return { _, _ in .failed } }
    let (body, right) = (comparison.body, right)
    let test = SlotTest(comparison.test, of: comparison).answer
    return { row, run in
      // Both sides are evaluated before the elements, so that an error of the right side is reported.
      guard let run, right.isKnown(row) else { return .failed }
      let slot = list.slot(of: row)
      switch slot.kind {
      case .missing, .null: return Answer(!quantifier.whenDecided)
      case .array:
        guard let elements = slot.elements else { return .failed }
        let answer = quantifier.answer(for: elements) { element in
          if let answer = test(element, run) { return answer }
          guard let left = element.scalar, let right = right.value(row) else { return nil }
          return Self.answer(body, left, right, run)
        }
        return answer ?? .failed
      default: return .failed
      }
    }
  }

  /// The answer for two values; nil without an answer.
  private static func answer(
    _ body: ComparisonBody, _ left: FilterValue, _ right: FilterValue, _ run: EvaluationContext
  ) -> Answer? {
    do throws(EvaluationError) {
      return Answer(try body(left, right, run))
    } catch {
      return nil
    }
  }
}
