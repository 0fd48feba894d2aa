import FilterSyntax

/// What decides a comparison for a slot without making a value of it.
struct SlotTest: Sendable {
  /// A closure in an optional would be wrapped in a thunk; in a struct in an optional it is not.
  private struct TextAnswer: Sendable {
    let answer: @Sendable (UnsafeBufferPointer<UInt8>, EvaluationRun) -> Answer
  }

  private let integers: IntegerRangeTest<Int64>?
  private let doubles: FloatingRangeTest<Double>?
  private let members: Set<Int64>?
  private let text: TextAnswer?

  /// The answer for `nil`.
  private let whenNil: Answer?

  /// The answer for every kind that nothing else decides.
  private let otherwise: Answer?

  /// `test` is one of those of `comparison`.
  init(_ test: ComparisonTest, of comparison: DecidedComparison) {
    var integers: IntegerRangeTest<Int64>?
    var doubles: FloatingRangeTest<Double>?
    var members: Set<Int64>?
    var text: TextAnswer?
    var whenNil: Answer? = Answer(comparison.whenNil)
    var otherwise: Answer?
    switch test {
    case .always(let holds): otherwise = Answer(holds)
    case .nilness(let holds): otherwise = Answer(!holds)
    case .numbers(let range):
      integers = IntegerRangeTest(range, at: 0)
      doubles = range.isOfDates ? nil : FloatingRangeTest(range, at: 0)
    case .text(let test):
      let holds = test.holds
      text = TextAnswer { utf8, _ in Answer(holds(utf8)) }
    case .oneOf(let set):
      members = set.integers(Int64.self)
      if !set.foldsText {
        let table = WordTable(set.strings)
        text = TextAnswer { utf8, _ in Answer(table.contains(utf8)) }
      }
    case .pattern(let pattern): text = Self.matches(pattern)
    case .values: whenNil = nil
    }
    self.integers = integers
    self.doubles = doubles
    self.members = members
    self.text = text
    self.whenNil = whenNil
    self.otherwise = otherwise
  }

  private static func matches(_ pattern: CompiledPattern) -> TextAnswer {
    guard case .success(let expression) = pattern else { return TextAnswer { _, _ in .failed } }
    return TextAnswer { utf8, run in
      switch expression.test(utf8, isASCII: utf8.isASCII, run.regexScratch) {
      case 0: .no
      case 1: .yes
      default: .failed
      }
    }
  }

  /// The answer for a slot; nil where values have to be compared.
  @inline(__always)
  func answer(_ slot: RowSlot, _ run: EvaluationRun) -> Answer? {
    switch slot.kind {
    case .missing, .null: whenNil
    case .integer: answer(slot.integer)
    case .double: doubles.map { Answer($0.contains(slot.double)) } ?? otherwise
    case .string: text.map { $0.answer(slot.utf8, run) } ?? otherwise
    case .false: answer(0)
    case .true: answer(1)
    case .array, .object: otherwise
    case .other, nil: nil
    }
  }

  /// A truth value is the number 0 or 1.
  @inline(__always)
  private func answer(_ integer: Int64) -> Answer? {
    if let integers { return Answer(integers.contains(integer) != integers.isInverted) }
    return members.map { Answer($0.contains(integer)) } ?? otherwise
  }

  /// What `quantifier` makes of the elements of a list; nil where the first that counts has no answer.
  func answer(
    _ elements: UnsafeBufferPointer<RowSlot>, _ quantifier: ElementQuantifier,
    _ run: EvaluationRun, otherwise: (RowSlot) -> Answer?
  ) -> Answer? {
    for element in elements {
      guard let answer = answer(element, run) ?? otherwise(element) else { return nil }
      if answer == .failed { return .failed }
      if (answer == .yes) == quantifier.decisive { return Answer(quantifier.whenDecided) }
    }
    return Answer(!quantifier.whenDecided)
  }
}
