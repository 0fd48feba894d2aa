import FilterSyntax
import Foundation
import Testing

@testable import FilterEngine

/// Comparisons of slots with a constant: numbers and texts of which no value is made.
@Suite struct SlotFilterTests {
  private let run = EvaluationContext(now: .distantPast, variables: [], places: 1)

  private func test(
    _ operation: AST.Comparison.Operator, _ options: AST.Comparison.Options, _ constant: FilterValue
  ) -> SlotTest {
    let comparison = DecidedComparison(operation, options, constant)
    return SlotTest(comparison.test, of: comparison)
  }

  /// Without an answer in place the values are asked; an answer in place is the reference's.
  @Test func numbersCompareAsTheReferenceSays() throws {
    let edges = FieldNumberEdges(Int64.self)
    let integers = edges.values(Int64.self) + [1 << 53 + 2, -(1 << 53) - 1, 3]
    let doubles = [0, -0.0, 0.5, -0.5, 0x1p53, 0x1p53 + 2, -0x1p53, 0x1p63, 1e300, 2, 2.5, 3]
    var values: [(RowSlot, FilterValue)] = integers.map { (.integer($0), .int($0)) }
    values += doubles.map { (.double($0), .double($0)) }
    values += [(RowSlot(.true), .bool(true)), (RowSlot(.false), .bool(false))]
    values += [(RowSlot(.null), .null), (RowSlot(.missing), .null)]
    var decided = 0
    for (operation, constant) in FieldNumberEdges.operators.flatMap({ operation in
      edges.constants.map { (operation, $0) }
    }) + FieldNumberEdges.bounds(edges.constants).map({ (.between, $0) }) {
      let right = ReferenceEvaluator.constant(constant)
      let test = test(operation, [], right)
      let reference = ReferenceComparison(operation: operation, options: [], isStrict: false)
      for (slot, left) in values {
        guard let found = test.answer(slot, run) else { continue }
        decided += 1
        let expected = referenceOutcome { try reference.holds(left, right) }
        if expected != .answer(found == .yes) {
          Issue.record("\(left) \(operation) \(right) is \(expected)")
        }
      }
    }
    #expect(decided > 1_000)
  }

  /// What decides a number in place, so that no line is slower than it has to be.
  @Test func commonNumbersAreDecidedInPlace() throws {
    for constant in [FilterValue.int(5), .int(-5), .double(5.5)] {
      let test = test(.lessThan, [], constant)
      #expect(test.answer(.integer(3), run) != nil && test.answer(.double(3.5), run) != nil)
    }
    let large = test(.equal, [], .int(1 << 53 + 1))
    #expect(large.answer(.double(0x1p53), run) == nil)
    #expect(large.answer(.integer(1 << 53), run) == .no)
    let members = test(.in, [], [3, 5.5, "a"])
    #expect(members.answer(.integer(3), run) == .yes && members.answer(.integer(4), run) == .no)
  }

  @Test(arguments: [[], .caseInsensitive, .normalized] as [AST.Comparison.Options])
  func textsCompareAsTheReferenceSays(_ options: AST.Comparison.Options) throws {
    let values = FieldTextEdges.values.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    for needle in FieldTextEdges.core {
      for operation in PropertyTextFieldTests.operators {
        let test = test(operation, options, .string(needle))
        let reference = ReferenceComparison(operation: operation, options: options, isStrict: false)
        for value in values {
          let found = Array(value.utf8).withUnsafeBufferPointer { test.answer(.string($0), run) }
          let expected = referenceOutcome {
            try reference.holds(.string(value), .string(needle))
          }
          if expected != found.map({ .answer($0 == .yes) }) {
            Issue.record("'\(value)' \(operation) '\(needle)' is \(expected)")
          }
        }
      }
    }
  }

  /// A pattern and a list decide texts in place, as values do.
  @Test func patternsAndListsDecideTexts() throws {
    for (operation, constant) in [
      (.matches, "a.c"), (.matches, "(?i)A.*"), (.matches, "abc"),
      (.in, ["abc", "", "a longer text than fits in words"]),
    ] as [(AST.Comparison.Operator, FilterValue)] {
      let comparison = DecidedComparison(operation, [], constant)
      let test = SlotTest(comparison.test, of: comparison)
      for value in ["abc", "ABC", "", "abcd", "a\u{E9}c", "a longer text than fits in words"] {
        let found = Array(value.utf8).withUnsafeBufferPointer { test.answer(.string($0), run) }
        let expected = try comparison.body(.string(value), constant, run)
        #expect(found == Answer(expected), "\(value) \(operation) \(constant)")
      }
    }
    let bad = test(.matches, [], "(")
    let found = Array("a".utf8).withUnsafeBufferPointer { bad.answer(.string($0), run) }
    #expect(found == .failed)
  }

  /// Nothing inside an array or object matters to `nil`; what a path does not reach is not known.
  @Test func nilnessIsDecidedForEveryKind() {
    let isNil = test(.equal, [], .null)
    let never = test(.in, [], .null)
    for kind in RowSlot.Kind.allCases {
      let slot = RowSlot(kind)
      let wanted: Answer? =
        switch kind {
        case .missing, .null: .yes
        case .other: nil
        default: .no
        }
      #expect(isNil.answer(slot, run) == wanted, "\(kind)")
      #expect(never.answer(slot, run) == (kind == .other ? nil : .no), "\(kind)")
    }
  }

  /// The quantifiers of an empty list, of one that decides at its end, and of one without an answer.
  @Test func quantifiersGoThroughAList() throws {
    let test = test(.equal, [], .int(1))
    func quantified(_ quantifier: AST.Comparison.Quantifier, _ answers: [Bool?]) -> Bool? {
      let elements = answers.map { answer -> RowSlot in
        answer.map { .integer($0 ? 1 : 0) } ?? RowSlot(.object)
      }
      let answer = elements.withUnsafeBufferPointer {
        ElementQuantifier(quantifier).answer(for: $0) { test.answer($0, run) }
      }
      return answer.map { $0 == .yes }
    }
    for (answers, any, all, none) in [
      ([], false, true, true), ([true], true, true, false), ([false], false, false, true),
      ([false, true], true, false, false), ([true, true], true, true, false),
      ([false, nil], nil, false, nil), ([true, nil], true, nil, false),
      ([nil, true], nil, nil, nil),
    ] as [([Bool?], Bool?, Bool?, Bool?)] {
      #expect(quantified(.any, answers) == any, "\(answers)")
      #expect(quantified(.all, answers) == all, "\(answers)")
      #expect(quantified(AST.Comparison.Quantifier.none, answers) == none, "\(answers)")
    }
  }
}

extension RowSlot {
  fileprivate static func integer(_ value: Int64) -> RowSlot {
    RowSlot(.integer, bits: UInt64(bitPattern: value))
  }

  fileprivate static func double(_ value: Double) -> RowSlot {
    RowSlot(.double, bits: value.bitPattern)
  }

  fileprivate static func string(_ utf8: UnsafeBufferPointer<UInt8>) -> RowSlot {
    RowSlot(
      .string, bits: UInt64(UInt(bitPattern: utf8.baseAddress)), length: UInt32(utf8.count))
  }
}
