import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// Filters that people and models write who know other languages: each is refused with a fix, or says what is wrong.
@Suite struct WrongFilterTests {
  /// Ten thousand filters are FRC_ROUNDS=400.
  @Test func mostMistakesHaveAFixThatIsRead() {
    var (refused, fixed, fixedAtOnce) = (0, 0, 0)
    var rest: [String] = []
    for seed in RandomSearch.seeds(16) {
      var filters = WrongFilters(seed: seed)
      for _ in 0..<25 {
        let text = filters.next()
        guard let error = Self.error(of: text) else { continue }
        refused += 1
        #expect(!error.message.isEmpty && error.text == text, "\(seed): \(text)")
        let steps = Self.steps(from: text)
        if steps != nil { fixed += 1 } else { rest.append("\(seed): \(text): \(error.message)") }
        if steps == 1 { fixedAtOnce += 1 }
      }
    }
    let share = Double(fixed) / Double(max(refused, 1))
    FileHandle.standardError.write(
      Data(
        "wrong filters: \(refused) refused, \(fixed) with fixes that are read, \(fixedAtOnce) by one\n"
          .utf8))
    #expect(share >= 0.9, "\(share)\n\(rest.joined(separator: "\n"))")
  }

  private static func error(of text: String) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<FilterValue>(text: text)
      return nil
    } catch {
      return error
    }
  }

  /// The number of fixes after which a text is read, as an editor applies them one after another; nil if one is missing.
  private static func steps(from text: String) -> Int? {
    var text = text
    for step in 0..<8 {
      guard let error = error(of: text) else { return step }
      guard let fix = error.fix else { return nil }
      text = text.applying(fix)
    }
    return error(of: text) == nil ? 8 : nil
  }

  @Test(arguments: [
    ("lambda x: x.age > 3", "age > 3"),
    ("items.filter(i => i.price > 3).length > 0", "SUBQUERY(items, $i, $i.price > 3).@count > 0"),
    (#"{"age": {"$gt": 3}}"#, "age > 3"), (#"{"user-id": "u7"}"#, #"`user-id` == "u7""#),
    (#"[{"field": "age", "operator": ">", "value": 3}]"#, "age > 3"),
    ("LOWER(name) = 'ann'", "lowercase(name) = 'ann'"), ("'a' = ANY(tags)", "ANY tags = 'a'"),
    ("created > timestamp('2026-11-21T10:00:00Z')", "created > #2026-11-21T10:00:00Z#"),
    ("age >= 1 AND <= 5", "age >= 1 AND age <= 5"), ("1 < age < 5", "1 < age AND age < 5"),
    ("name == ('a' OR 'b')", "name IN {'a', 'b'}"), (#"name == \"Ann\""#, #"name == "Ann""#),
    ("(age > 3 AND name == 'a'", "(age > 3 AND name == 'a')"), ("x IN {1, 2", "x IN {1, 2}"),
    ("$[?(@.age > 3)]", "age > 3"), ("tags/any(t: t eq 'a')", "ANY tags == 'a'"),
    ("title is empty", "title == ''"), ("name does not contain 'a'", "NOT name CONTAINS 'a'"),
    ("CASE WHEN age > 3 THEN 1 ELSE 0 END = 1", "TERNARY(age > 3, 1, 0) = 1"),
  ])
  func aFormOfAnotherLanguageIsWrittenInThisOne(_ text: String, _ fixed: String) throws {
    var text = text
    for _ in 0..<3 {
      guard let error = Self.error(of: text) else { break }
      text = text.applying(try #require(error.fix, "\(error)"))
    }
    #expect(text == fixed)
  }

  /// What has no meaning here keeps its message alone, and so do long texts.
  @Test func whatIsNotKnownHasNoFix() {
    for text in ["price == 1,500", "%", "a == 1 b == 2 c == 3 d == 4 e == 5 f == 6 g == 7 h == 8"] {
      #expect(Self.error(of: text)?.fix == nil, "\(text)")
    }
    let long = String(repeating: "a == 1 AND ", count: 200)
    #expect(Self.error(of: long) != nil && Self.error(of: long)?.fix == nil)
  }
}
