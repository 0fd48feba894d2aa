import FilterEngine
import FilterSyntax
import Testing

/// Divisions of integers that lose a remainder are noted, with the form that keeps it.
struct CutQuotientTests {
  @Test(
    arguments: [
      ("n / 2", 5, 2, "n / 2.0"), ("n / 2", 4, 2, nil), ("n / 2", -7, -3, "n / 2.0"),
      ("7 / n", 2, 3, "7.0 / n"), ("n / n", 3, 1, nil), ("n / 2.0", 4, 2, nil),
      ("(n + 1) / m", 2, 1, "1.0 * (n + 1) / m"), ("5 / 2 + n", 1, 3, "5 / 2.0"),
      ("n + 6 / 2", 1, 4, nil), ("(n / 2) * 2", 3, 2, "n / 2.0"),
      ("TERNARY(n > 2, n / 2, n)", 3, 1, "n / 2.0"), ("TERNARY(n > 2, n / 2, n)", 1, 1, nil),
    ] as [(String, Int64, Int64, String?)])
  func aLostRemainderHasItsForm(
    _ text: String, _ n: Int64, _ expected: Int64, _ form: String?
  ) throws {
    let expression = try FilterExpression<FilterValue>(text: text)
    let row = FilterValue.object(FilterObject([("n", .int(n)), ("m", .int(2))]))
    let (value, cut) = try expression.valueAndCutQuotient(of: row, limits: .standard)
    #expect(value == .int(expected) || value == .double(Double(expected)))
    #expect(cut.flatMap { expression.syntax.exactQuotient(at: $0) } == form)
    #expect(try expression.value(of: row) == value)
  }
}
