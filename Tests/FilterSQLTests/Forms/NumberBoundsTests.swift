import FilterSyntax
import Testing

@testable import FilterEngine
@testable import FilterSQL

/// The bounds that a database is asked for hold the numbers that the engine finds, and no others.
@Suite struct NumberBoundsTests {
  private static let operators: [(text: String, operator: AST.Comparison.Operator)] = [
    ("==", .equal), ("<", .lessThan), ("<=", .lessThanOrEqual), (">", .greaterThan),
    (">=", .greaterThanOrEqual),
  ]

  /// Integers that doubles hold, or do not; doubles around integers and at the ends.
  private static let integers: [Int64] = [
    0, 1, -1, 2, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1,
  ]
  private static let doubles: [Double] = {
    let middle: [Double] = [0, -0.0, 1, -1, 0.5, -2.5, 0x1p53, -0x1p53, 0x1p63, -0x1p63, 1e300]
    return middle.flatMap { [$0.nextDown, $0, $0.nextUp] }
      + [.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.leastNonzeroMagnitude]
  }()
  private static let constants: [FilterValue] =
    integers.map { .int($0) } + doubles.map { .double($0) } + [true, false]

  private static func isInside(_ number: Double, _ bounds: NumberBounds) -> Bool {
    guard !number.isNaN else { return bounds.containsNaN }
    guard !bounds.isEmpty else { return false }
    if let lower = bounds.lower, case .real(let low) = lower.value,
      lower.isOpen ? number <= low : number < low
    {
      return false
    }
    if let upper = bounds.upper, case .real(let high) = upper.value,
      upper.isOpen ? number >= high : number > high
    {
      return false
    }
    return true
  }

  private static func isInside(_ number: Int64, _ bounds: NumberBounds) -> Bool {
    guard !bounds.isEmpty else { return false }
    if let lower = bounds.lower, case .integer(let low) = lower.value,
      lower.isOpen ? number <= low : number < low
    {
      return false
    }
    if let upper = bounds.upper, case .integer(let high) = upper.value,
      upper.isOpen ? number >= high : number > high
    {
      return false
    }
    return true
  }

  /// Holds both kinds of bounds against what the engine answers.
  private func check(
    _ predicate: FilterPredicate<FilterValue>, _ integers: NumberBounds?, _ doubles: NumberBounds?,
    _ comment: String
  ) throws {
    if let integers {
      for number in Self.integers {
        let matches = try predicate.matches(.int(number))
        #expect(Self.isInside(number, integers) == matches, "\(number) \(comment)")
      }
    }
    if let doubles {
      for number in Self.doubles {
        let matches = try predicate.matches(.double(number))
        #expect(Self.isInside(number, doubles) == matches, "\(number) \(comment)")
      }
    }
  }

  @Test func theBoundsOfAConstantHoldExactlyWhatMatches() throws {
    for (text, operation) in Self.operators {
      for constant in Self.constants {
        let predicate = try FilterPredicate<FilterValue>(
          text: "SELF \(text) %@", arguments: [constant])
        if case .double(let number) = constant, number.isNaN {
          let integers = try #require(NumberBounds.integers(toNaN: operation))
          let doubles = try #require(NumberBounds.doubles(toNaN: operation))
          try check(predicate, integers, doubles, "\(text) NaN")
          continue
        }
        let range = try #require(NumberRange(operation, constant))
        let integers = try #require(NumberBounds(integers: range, operation))
        let doubles = try #require(NumberBounds(doubles: range, operation, constant))
        try check(predicate, integers, doubles, "\(text) \(constant)")
      }
    }
  }

  @Test func theBoundsOfTwoConstantsHoldExactlyWhatMatches() throws {
    for first in Self.constants {
      for second in Self.constants {
        guard let range = NumberRange(between: [first, second]) else { continue }
        let predicate = try FilterPredicate<FilterValue>(
          text: "SELF BETWEEN {%@, %@}", arguments: [first, second])
        try check(
          predicate, NumberBounds(integers: range, .between),
          NumberBounds(doubles: range, .between, .list([first, second])),
          "BETWEEN {\(first), \(second)}")
      }
    }
  }
}
