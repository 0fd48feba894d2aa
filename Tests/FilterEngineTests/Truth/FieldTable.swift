import FilterEngine
import FilterSyntax
import Foundation
import Testing

/// Rows that hold each of some values of one field type, and every way of asking them.
///
/// The rows fill a block and a part of the next one, so that full and partial blocks occur.
struct FieldTable<Value: FilterValueConvertible & SendableMetatype> {
  typealias Item = Box<Value>

  let items: [Item]

  /// The number of different values; row `i` holds value `i % kinds`.
  let kinds: Int

  /// How many predicates were made; several tests of a field that compile to nothing find nothing.
  private(set) var accepted = 0

  init(_ values: [Value]) {
    kinds = values.count
    items = (0..<max(values.count, 70)).map { Item(value: values[$0 % values.count]) }
  }

  /// The key of the field.
  static var key: AST.Expression {
    .keyPath(AST.KeyPath([AST.KeyPath.Component(.key, "value")]))
  }

  /// Compares the answers of a comparison with the field, in every way that a predicate is run, with
  /// those expected of each value.
  mutating func check(
    _ node: AST.Comparison, _ expected: [ReferenceOutcome], isStrict: Bool = false
  ) {
    let tree = AST.Predicate.comparison(node)
    // What can never be compared is refused for a typed item.
    guard
      let predicate = try? FilterPredicate<Item>(
        tree, options: FilterOptions(rules: isStrict ? .strict : .standard))
    else { return }
    accepted += 1
    checkMask(predicate, tree, expected, of: .max)
    // Whether a way of asking is right does not depend on the constant: all constants are asked about
    // whole blocks, and each operator takes the other ways in turn.
    switch accepted % 4 {
    case 0: checkMask(predicate, tree, expected, of: 0x5555_5555_7777_7777)
    case 1: checkMask(predicate, tree, expected, of: 0x8000_0010_0400_2001)
    case 2: checkRows(predicate, tree, expected)
    default: checkCount(predicate, tree, expected)
    }
  }

  /// Asks about the rows of a mask that is the same in each block.
  private func checkMask(
    _ predicate: FilterPredicate<Item>, _ tree: AST.Predicate, _ expected: [ReferenceOutcome],
    of mask: UInt64
  ) {
    var masks = [UInt64](repeating: mask, count: items.count / 64 + 1)
    masks[masks.count - 1] &= (1 << UInt64(items.count % 64)) - 1
    let candidates = masks
    var failures = 0
    var failed: [Int] = []
    let run = predicate.makeRun(bindings: [:], now: nil)
    items.withUnsafeBufferPointer { rows in
      predicate.narrow(&masks, of: rows, in: run) { row, _ in
        failures += 1
        failed.append(row)
      }
    }
    var wrong: [Int] = []
    for row in items.indices {
      let bit: UInt64 = 1 << UInt64(row % 64)
      let isAsked = candidates[row / 64] & bit != 0
      let outcome = expected[row % kinds]
      if isAsked, outcome.isFailure {
        failures -= 1
        if !failed.contains(row) { wrong.append(row) }
      }
      if (masks[row / 64] & bit != 0) != (isAsked && outcome == .answer(true)) { wrong.append(row) }
    }
    guard !wrong.isEmpty || failures != 0 else { return }
    let rows = wrong.prefix(3).map { "row \($0), \(items[$0].value), \(expected[$0 % kinds])" }
    Issue.record(
      "\(tree) of rows \(String(mask, radix: 16)) is wrong: \(rows)\n\(predicate.explain())")
  }

  /// Asks about one row after another.
  private func checkRows(
    _ predicate: FilterPredicate<Item>, _ tree: AST.Predicate, _ expected: [ReferenceOutcome]
  ) {
    for kind in 0..<kinds {
      let outcome = PropertyTests.outcome(predicate, items[kind], [:])
      if !outcome.agrees(with: expected[kind]) {
        Issue.record(
          "\(tree) of \(items[kind].value) is \(expected[kind]) and not \(outcome)\n\(predicate.explain())"
        )
      }
    }
  }

  /// Counts and collects the rows.
  private func checkCount(
    _ predicate: FilterPredicate<Item>, _ tree: AST.Predicate, _ expected: [ReferenceOutcome]
  ) {
    let count = items.indices.count { expected[$0 % kinds] == .answer(true) }
    let fails = expected.contains(where: \.isFailure)
    for counted in [
      Result { () throws(EvaluationError) in try items.count(where: predicate) },
      Result { () throws(EvaluationError) in try items.filter(predicate).count },
    ] {
      let isRight =
        switch counted {
        case .success(let found): !fails && found == count
        case .failure: fails
        }
      if !isRight {
        Issue.record("\(tree) counts \(counted), not \(count)\n\(predicate.explain())")
      }
    }
  }
}

/// What the reference says of a value; an error where it has no answer.
func referenceOutcome(_ answer: () throws -> Bool) -> ReferenceOutcome {
  do { return .answer(try answer()) } catch {
    return .failure((error as? ReferenceFailure)?.kind ?? .custom)
  }
}

extension AST.Comparison.Quantifier {
  /// What the quantifier makes of the answers for the elements, in order.
  func outcome(_ elements: [ReferenceOutcome]) -> ReferenceOutcome {
    for element in elements {
      if element.isFailure { return element }
      if self == .all, element == .answer(false) { return element }
      if self != .all, element == .answer(true) { return .answer(self == .any) }
    }
    return .answer(self != .any)
  }
}
