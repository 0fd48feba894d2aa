import FilterSyntax
import Testing

#if SQLite
  import FilterSQLite
#endif

@testable import FilterEngine
@testable import FilterSQL

/// The bounds within which a document is looked for hold every number that the engine finds.
@Suite struct DocumentNumbersTests {
  /// Integers that no double equals, and numbers of both kinds around integers.
  private static let numbers: [FilterValue] =
    [0, 1, -1, 9_007_199_254_740_993, -9_007_199_254_740_993, .max, .min].map { .int($0) }
    + [
      0.25, 0.5, 0.75, -0.25, -0.75, 1.5, -1.5, 0x1p53, -0x1p53, 0x1p63, -0x1p63,
      1e300, -1e300,
    ].map { .double($0) }

  /// Whether each number is between two others.
  private func found(_ bounds: [FilterValue]) throws -> [Bool] {
    let predicate = try FilterPredicate<FilterValue>(
      text: "SELF >= %@ AND SELF <= %@", arguments: bounds)
    return try Self.numbers.map { try predicate.matches($0) }
  }

  /// Whether the numbers that match `text` are within the bounds of `range` as each database is asked for them.
  private func holds(
    _ range: NumberRange?, _ text: String, _ arguments: [FilterValue]
  ) throws -> Bool {
    guard let bounds = range.flatMap(DocumentNumbers.init) else { return false }
    let predicate = try FilterPredicate<FilterValue>(text: text, arguments: arguments)
    let isFound = try Self.numbers.map { try predicate.matches($0) }
    // Without more room an integer next to a double that is left out would be outside.
    return try [bounds.aroundDecimals, bounds.aroundRoundedDoubles].allSatisfy { bounds in
      let isInside = try found([.double(bounds.low), .double(bounds.high)])
      return zip(isFound, isInside).allSatisfy { !$0 || $1 }
    }
  }

  @Test(arguments: [
    ("==", AST.Comparison.Operator.equal), ("<", .lessThan), ("<=", .lessThanOrEqual),
    (">", .greaterThan), (">=", .greaterThanOrEqual),
  ])
  func theBoundsOfAConstantHoldWhatMatches(
    _ sign: String, _ operation: AST.Comparison.Operator
  ) throws {
    for constant in Self.numbers {
      #expect(
        try holds(NumberRange(operation, constant), "SELF \(sign) %@", [constant]),
        "\(sign) \(constant)")
    }
  }

  /// Where one bound is an integer that no double equals, both are known among integers alone.
  @Test func theBoundsOfTwoConstantsHoldWhatMatches() throws {
    for first in Self.numbers {
      for second in Self.numbers {
        let bounds: [FilterValue] = [first, second]
        #expect(
          try holds(NumberRange(between: bounds), "SELF BETWEEN {%@, %@}", bounds), "\(bounds)")
      }
    }
  }

  #if SQLite
    /// The rows that match come back, maybe with others that are next to them.
    @Test(arguments: [
      ("extra.a BETWEEN {-9007199254740993, 0.5}", [0.25, -0.75, -3], [3, 1.5]),
      ("extra.a BETWEEN {9007199254740993, 0.5}", [0.75, 1.5, 3], [-0.75, -3]),
    ])
    func aDocumentWithANumberBetweenTwoComesBack(
      _ text: String, _ matching: [Double], _ others: [Double]
    ) throws {
      let database = try SQLiteDatabase()
      try database.execute("CREATE TABLE t (number REAL PRIMARY KEY, extra TEXT NOT NULL)")
      for number in [0.25, 0.75, -0.75, 1.5, 3, -3] {
        _ = try database.rows(
          "INSERT INTO t VALUES (?1, json_object('a', ?1))", [.real(number)], [])
      }
      let translation = SQLTranslation(
        try AST.Predicate(parsing: text, arguments: SyntaxArguments()),
        table: try SQLTableDeclaration(
          "t", key: ["number"], columns: [.real("number"), .json("extra", isObject: true)]),
        dialect: .sqlite())
      let (condition, values) = translation.where
      let found = try database.rows(
        "SELECT number FROM t WHERE \(condition)", values, [.real(isFinite: true)])
      for number in matching { #expect(found.contains([.double(number)]), "\(number)") }
      for number in others { #expect(!found.contains([.double(number)]), "\(number)") }
    }
  #endif
}
