import FilterEngine
import FilterSyntax
import FoundationEssentials
import Testing

/// Parts of expressions that lose a part of a value are noted, divisions of integers with the form that keeps it.
struct LostPartTests {
  private static let two = AST.Expression.literal(AST.Literal(.integer(2)))

  @Test(
    arguments: [
      ("n / 2", 5, 2, "n / 2.0"), ("n / 2", 4, 2, nil), ("n / 2", -7, -3, "n / 2.0"),
      ("7 / n", 2, 3, "7.0 / n"), ("n / n", 3, 1, nil), ("n / 2.0", 4, 2, nil),
      ("(n + 1) / m", 2, 1, "1.0 * (n + 1) / m"), ("5 / 2 + n", 1, 3, "5 / 2.0"),
      ("n + 6 / 2", 1, 4, nil), ("(n / 2) * 2", 3, 2, "n / 2.0"),
      ("TERNARY(n > 2, n / 2, n)", 3, 1, "n / 2.0"), ("TERNARY(n > 2, n / 2, n)", 1, 1, nil),
      ("divide:by:(n, 2)", 5, 2, "n / 2.0"), ("divide:by:(n, 2)", 4, 2, nil),
      ("divide:by:(7, n)", 2, 3, "7.0 / n"),
    ] as [(String, Int64, Int64, String?)])
  func aLostRemainderHasItsForm(
    _ text: String, _ n: Int64, _ expected: Int64, _ form: String?
  ) throws {
    let expression = try FilterExpression<FilterValue>(text: text)
    let row = FilterValue.object(FilterObject([("n", .int(n)), ("m", .int(2))]))
    let (value, lost) = try expression.valueAndLostParts(of: row, limits: .standard)
    #expect(value == .int(expected) || value == .double(Double(expected)))
    var division: AST.Expression?
    try expression.syntax.visit(
      expressions: { if $0.range == lost.first?.range { division = division ?? $0 } },
      comparisons: { _ in })
    #expect(division?.exactQuotient?.sourceText == form)
    #expect(lost.count == (form == nil ? 0 : 1) && lost.allSatisfy { $0.reading == nil })
    #expect(try expression.value(of: row) == value)
  }

  /// A tree can call the functions that a text writes as operators.
  @Test(arguments: [
    ("divide:by:", "n", true), ("divide:by:", "m", false), ("modulus:by:", "n", false),
  ])
  func aCallInATreeIsNoted(_ function: String, _ key: String, _ isLost: Bool) throws {
    let path = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, key)]))
    let call = AST.Expression.call(AST.FunctionCall(function, [path, Self.two]))
    let row = FilterValue.object(FilterObject([("n", .int(5)), ("m", .int(2))]))
    let lost = try FilterExpression<FilterValue>(call)
      .valueAndLostParts(of: row, limits: .standard).lostParts
    #expect(lost.isEmpty == !isLost)
  }

  @Test(
    arguments: [
      ("12", .int(12), false), ("0", .int(0), false), ("-7", .int(-7), false),
      (" +12\n", .int(12), false), ("12 %", .int(12), true), ("", .int(0), true),
      ("-", .int(0), true), ("010", .int(8), true), ("007", .int(7), false), ("00", .int(0), false),
      ("0x1F", .int(31), false), (" -0x1f", .int(-31), false), ("0x1G", .int(1), true),
      ("0x", .int(0), true), ("1e3", .int(1), true), ("1,234.50", .decimal(1), true),
      ("1.5", .decimal(1.5), false), ("0.5", .decimal(0.5), false), ("1.5.2", .decimal(1.5), true),
      ("64Mi", .int(64), true),
    ] as [(String, FilterValue, Bool)])
  func aTextThatIsReadInPartIsNoted(
    _ text: String, _ number: FilterValue, _ isLost: Bool
  ) throws {
    let expression = try FilterExpression<FilterValue>(text: "CAST(s, 'NSNumber')")
    let row = FilterValue.object(FilterObject([("s", .string(text))]))
    let (value, lost) = try expression.valueAndLostParts(of: row, limits: .standard)
    #expect(value == number)
    #expect(lost.first?.reading?.text == (isLost ? text : nil))
    // A nil literal would be a value of FilterValue.
    let expected: FilterValue? = isLost ? .some(number) : Optional.none
    #expect(lost.first?.reading?.number == expected)
  }
}
