import FilterSyntax

/// Decides a comparison for a slot without making a value of it.
///
/// There is a closure for each kind of test, which captures only its test. Threads share it. Copying a test for
/// each slot would make all threads count references at the same address.
struct SlotTest: Sendable {
  /// The answer for a slot; nil if values must be compared. A pattern needs a run.
  typealias Body = @Sendable (RowSlot, EvaluationContext?) -> Answer?

  let answer: Body

  /// The test of a slot. `test` belongs to `comparison`.
  init(_ test: ComparisonTest, of comparison: DecidedComparison) {
    let whenNil = Answer(comparison.whenNil)
    answer =
      switch test {
      case .always(let holds): Self.nilness(whenNil, Answer(holds))
      case .nilness(let isNil): Self.nilness(whenNil, Answer(!isNil))
      case .numbers(let range): Self.numbers(range, whenNil)
      case .text(let test): Self.text(test, whenNil)
      case .oneOf(let set): Self.members(set, whenNil)
      case .pattern(let pattern): Self.pattern(pattern, whenNil)
      case .values: { _, _ in nil }
      }
  }

  private static func nilness(_ whenNil: Answer, _ otherwise: Answer) -> Body {
    { slot, _ in
      switch slot.kind {
      case .missing, .null: whenNil
      case .other, nil: nil
      default: otherwise
      }
    }
  }

  private static func numbers(_ range: NumberRange, _ whenNil: Answer) -> Body {
    let integers = IntegerRangeTest<UInt64>(int64: range)
    let doubles = range.isOfDates ? nil : FloatingRangeTest<Double>(range, at: 0)
    return { slot, _ in
      switch slot.kind {
      case .missing, .null: return whenNil
      case .double: return doubles.map { Answer($0.contains(slot.double)) }
      default:
        guard let integer = slot.integral else { return nil }
        return integers.map { Answer($0.contains(integer) != $0.isInverted) }
      }
    }
  }

  private static func text(_ test: TextTest, _ whenNil: Answer) -> Body {
    let (holds, isQuick) = (test.holds, test.isQuick)
    return { slot, run in
      switch slot.kind {
      case .missing, .null: return whenNil
      case .string:
        guard isQuick, slot.count < chargedBytes || canRead(slot, run) else { return nil }
        return Answer(holds(slot.utf8))
      default: return nil
      }
    }
  }

  /// Shorter texts are charged with their line.
  private static let chargedBytes = 1 << 12

  /// Counts the work of reading a long text. Returns false if the run must end.
  @inline(never)
  private static func canRead(_ slot: RowSlot, _ run: EvaluationContext?) -> Bool {
    run?.work(slot.count / ValueMeasure.bytesOfOne) == nil
  }

  private static func members(_ set: ValueSet, _ whenNil: Answer) -> Body {
    let members = set.integers(in: Int128(Int64.min)...Int128(Int64.max)).map {
      Set($0.map { Int64($0) })
    }
    let table = WordTable(set.foldsText ? [] : set.strings)
    let decidesText = !set.foldsText
    return { slot, run in
      switch slot.kind {
      case .missing, .null: return whenNil
      case .string:
        guard decidesText, slot.count < chargedBytes || canRead(slot, run) else { return nil }
        return Answer(table.contains(slot.utf8))
      default:
        guard let integer = slot.integral else { return nil }
        return members.map { Answer($0.contains(integer)) }
      }
    }
  }

  private static func pattern(_ pattern: CompiledPattern, _ whenNil: Answer) -> Body {
    let expression = try? pattern.get()
    return { slot, run in
      switch slot.kind {
      case .missing, .null: whenNil
      case .string: expression.map { matches(slot.utf8, $0, run) } ?? .failed
      default: nil
      }
    }
  }

  private static func matches(
    _ utf8: UnsafeBufferPointer<UInt8>, _ expression: any RegularExpression,
    _ run: EvaluationContext?
  ) -> Answer {
    guard let run else { return .failed }
    return switch expression.test(utf8, isASCII: utf8.isASCII, run.regexScratch) {
    case 0: .no
    case 1: .yes
    default: .failed
    }
  }
}

extension ElementQuantifier {
  /// The answer of the quantifier for the elements of a list; nil if the first decisive element has no answer.
  @inline(__always)
  func answer(
    for elements: UnsafeBufferPointer<RowSlot>, _ answer: (RowSlot) -> Answer?
  ) -> Answer? {
    for element in elements {
      guard let answer = answer(element) else { return nil }
      if answer == .failed { return .failed }
      if (answer == .yes) == decisive { return Answer(whenDecided) }
    }
    return Answer(!whenDecided)
  }
}
