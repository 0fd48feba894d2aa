import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// Comparisons of what stands in a line of JSON with a constant: numbers and texts of which no value is
/// made.
@Suite struct SlotComparisonTests {
  private func comparison(
    _ operation: AST.Comparison.Operator, _ options: AST.Comparison.Options, _ constant: FilterValue
  ) throws -> SlotComparison? {
    let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "k")]))
    let node = AST.Comparison(key, operation, options: options, .literal(AST.Literal(.null)))
    let predicate = try FilterPredicate<FilterValue>(.comparison(node))
    return SlotComparison(node, .row, .constant(constant), of: predicate)
  }

  /// Without an answer in place the values are asked; an answer in place is the reference's.
  @Test func numbersCompareAsTheReferenceSays() throws {
    let edges = FieldNumberEdges(Int64.self)
    let integers = edges.values(Int64.self) + [1 << 53 + 2, -(1 << 53) - 1, 3]
    let doubles = [0, -0.0, 0.5, -0.5, 0x1p53, 0x1p53 + 2, -0x1p53, 0x1p63, 1e300, 2, 2.5, 3]
    var decided = 0
    for (operation, constant) in FieldNumberEdges.operators.flatMap({ operation in
      edges.constants.map { (operation, $0) }
    }) + FieldNumberEdges.bounds(edges.constants).map({ (.between, $0) }) {
      let right = ReferenceEvaluator.constant(constant)
      guard let comparison = try comparison(operation, [], right) else { continue }
      let reference = ReferenceComparison(operation: operation, options: [], isStrict: false)
      for (left, found) in integers.map({ (FilterValue.int($0), comparison.holds($0)) })
        + doubles.map({ (FilterValue.double($0), comparison.holds($0)) })
      {
        guard let found else { continue }
        decided += 1
        let expected = referenceOutcome { try reference.holds(left, right) }
        if expected != .answer(found) {
          Issue.record("\(left) \(operation) \(right) is \(expected)")
        }
      }
    }
    #expect(decided > 1_000)
  }

  /// What decides a number in place, so that no line is slower than it has to be.
  @Test func commonNumbersAreDecidedInPlace() throws {
    for constant in [FilterValue.int(5), .int(-5), .double(5.5)] {
      let comparison = try #require(try comparison(.lessThan, [], constant))
      #expect(comparison.holds(3 as Int64) != nil && comparison.holds(3.5) != nil)
    }
    let large = try #require(try comparison(.equal, [], .int(1 << 53 + 1)))
    #expect(large.holds(0x1p53) == nil && large.holds(Int64(1) << 53) == false)
  }

  @Test(arguments: [[], .caseInsensitive, .normalized] as [AST.Comparison.Options])
  func textsCompareAsTheReferenceSays(_ options: AST.Comparison.Options) throws {
    let values = FieldTextEdges.values.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    for needle in FieldTextEdges.core {
      for operation in PropertyTextFieldTests.operators {
        let comparison = try #require(try comparison(operation, options, .string(needle)))
        let reference = ReferenceComparison(operation: operation, options: options, isStrict: false)
        for value in values {
          let found = Array(value.utf8).withUnsafeBufferPointer { comparison.holds($0) }
          let expected = referenceOutcome {
            try reference.holds(.string(value), .string(needle))
          }
          if expected != found.map({ .answer($0) }) {
            Issue.record("'\(value)' \(operation) '\(needle)' is \(expected)")
          }
        }
      }
    }
  }

  /// The quantifiers of an empty list, of one that decides at its end, and of one without an answer.
  @Test func quantifiersGoThroughAList() throws {
    let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "k")]))
    func quantified(_ quantifier: AST.Comparison.Quantifier, _ answers: [Bool?]) throws -> Bool? {
      let node = AST.Comparison(quantifier: quantifier, key, .equal, .literal(AST.Literal(.null)))
      let predicate = try FilterPredicate<FilterValue>(.comparison(node))
      let comparison = try #require(
        SlotComparison(node, .row, .constant(.int(1)), of: predicate))
      return comparison.quantified(answers.count) { answers[$0] }
    }
    for (answers, any, all, none) in [
      ([], false, true, true), ([true], true, true, false), ([false], false, false, true),
      ([false, true], true, false, false), ([true, true], true, true, false),
      ([false, nil], nil, false, nil), ([true, nil], true, nil, false),
      ([nil, true], nil, nil, nil),
    ] as [([Bool?], Bool?, Bool?, Bool?)] {
      #expect(try quantified(.any, answers) == any, "\(answers)")
      #expect(try quantified(.all, answers) == all, "\(answers)")
      #expect(try quantified(AST.Comparison.Quantifier.none, answers) == none, "\(answers)")
    }
  }
}
