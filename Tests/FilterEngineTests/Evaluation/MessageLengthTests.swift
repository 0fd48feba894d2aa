import FilterEngine
import FilterSyntax
import Testing

/// A message quotes a part of a long name or value, never all of it.
struct MessageLengthTests {
  private static let long = String(repeating: "x", count: 100_000)

  /// One character of many scalars.
  private static let cluster = "e" + String(repeating: "\u{301}", count: 50_000)

  private func message(_ text: String, item: FilterValue) -> String? {
    do {
      let predicate = try FilterPredicate<FilterValue>(text: text)
      return try predicate.matches(item) ? nil : nil
    } catch let error as SyntaxError {
      #expect(error.description.utf8.count < 3_000, "\(text.prefix(40))")
      return error.message
    } catch let error as EvaluationError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      "a + 1 > 2", "CAST(1, a) == 1", "CAST(a, 'NSDate') == 1", "CAST(a, 'NSDecimalNumber') == 1",
      "'x' MATCHES p", "'x' MATCHES q", "l.@sum.self == 1", "o + 1 == 1", "l + 1 == 1", "1 IN a",
      "a CONTAINS 1", "a BETWEEN a", "ANY a == 1", "$x == 1", "i.%@ == 1", "a.%@ == 1",
      "l.@%@ == 1", "$%@ == 1", "$%@.b == 1", "FUNCTION(a, '%@') == 1", "CAST(a, '%@') == 1",
      "%@(1) == 1", "a %@ 5", "a == 5%@", "a == 1.%@", "a ==[%@] 1", "a MATCHES '(%@'",
      "a MATCHES '[[:%@:]]'", "a MATCHES '\\\\p{%@}'", "a == %%%@", "a == #%@#", "a == '%@",
      "`%@ == 1", "a == 1 %@",
    ])
  func aMessageIsShort(_ template: String) {
    let bad = "(" + Self.cluster
    let item: FilterValue = .object(
      FilterObject([
        (key: "a", value: .string(Self.long)), (key: "p", value: .string("(" + Self.long)),
        (key: "q", value: .string(bad)), (key: "l", value: .list([.string(Self.long)])),
        (key: "o", value: .object(FilterObject([(key: Self.long, value: .int(1))]))),
        (key: "i", value: .int(5)),
      ]))
    let text = template.split(separator: "%@", omittingEmptySubsequences: false)
      .joined(separator: Self.long)
    guard let message = message(text, item: item) else {
      Issue.record("no error")
      return
    }
    #expect(message.utf8.count < 1_000, "\(message.prefix(100))")
  }

  @Test func aNameOfOrdinaryLengthIsShownWhole() {
    let name = String(repeating: "é", count: 100)
    #expect(message("\(name)(1) == 1", item: nil) == "there is no function '\(name)'")
    #expect(message("\(name)é(1) == 1", item: nil) == "there is no function '\(name.dropLast())…'")
  }
}
