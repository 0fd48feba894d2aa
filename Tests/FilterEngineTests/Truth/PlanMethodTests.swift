import FilterEngine
import FilterSyntax
import Foundation
import TestSupport
import Testing

/// In which way each comparison is made.
///
/// `Plans.txt` has a paragraph for each comparison, `K` standing for the key path: the way of any value, and a line for
/// each way of typed fields with the key paths that are compared so. A way that gets lost costs time and no answer, so no other test notices.
/// `RECORD_SNAPSHOTS=1` writes the file.
@Suite struct PlanMethodTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Plans.txt")

  private static let vocabulary = PredicateVocabulary.sample

  private static let groups: [(keys: [String], forms: [String])] = [
    (
      vocabulary.numbers + vocabulary.computedNumbers,
      [
        "K == 3", "3 == K", "K != 3", "K < 2.5", "2.5 < K", "K >= 300", "K BETWEEN {1, 3}",
        "K IN {1, 2.5, 3}", "K == nil", "nil != K", "K + 1 > 2", "2 > K * 3", "K == int",
        "double <= K", "K == K", "K == TRUE", "K IN ints", "abs(K) < 3", "K / 2 == 1",
        "K == CAST('0.1', 'NSDecimalNumber')", "K < 18446744073709551615", "NOT K > 3",
      ]
    ),
    (
      vocabulary.texts + vocabulary.computedTexts,
      [
        "K == 'a'", "'a' == K", "K != 'a'", "K == ''", "K ==[c] 'é'", "K ==[cd] 'a'", "K < 'm'",
        "'m' <=[n] K", "K BEGINSWITH 'a'", "K ENDSWITH[c] 'a'", "K CONTAINS[cd] 'a'",
        "K CONTAINS 'abcdefghijklmnopqrstuvwxyz'", "K CONTAINS ''", "'abc' CONTAINS K",
        "K LIKE 'a*'",
        "K LIKE[c] '*a?b*'", "K LIKE 'a'", "K MATCHES 'a+'", "K MATCHES 'abc'",
        "K MATCHES[c] '.*a.*'",
        "K IN {'a', 'b'}", "K IN[c] {'a', 'b'}", "K IN 'abc'", "K BETWEEN {'a', 'b'}", "K == nil",
        "nil == K", "K == other", "other BEGINSWITH K", "K == K", "length(K) > 2", "K.length < 2",
        "uppercase(K) == 'A'", "K == uppercase(K)", "K IN texts", "K + 'a' == 'ba'", "NOT K == 'a'",
      ]
    ),
    (
      vocabulary.dates,
      [
        "K == CAST(0, 'NSDate')", "CAST(0, 'NSDate') < K", "K != CAST(0, 'NSDate')", "K < now()",
        "K BETWEEN {CAST(0, 'NSDate'), CAST(10, 'NSDate')}", "K IN {CAST(0, 'NSDate')}", "K == nil",
        "K > date", "maybeDate == K", "K + 1 > date", "K >= now() - 60",
      ]
    ),
    (
      vocabulary.numberLists,
      [
        "ANY K == 3", "ALL K < 2.5", "NONE K >= 3", "ANY K IN {1, 2}", "3 IN K", "K CONTAINS 3",
        "K.@count > 2", "K[0] == 3", "K[LAST] < 3", "K[SIZE] == 1", "K.@sum.self > 3",
        "K.@max.self == 3", "K.@avg.self < 2.5", "K == {1}", "K == nil", "ANY K == int",
        "{1, 2} == K",
        "ANY K BETWEEN {1, 3}", "sum(K) > 3", "SUBQUERY(K, $x, $x > 1).@count > 0", "ANY K == nil",
      ]
    ),
    (
      vocabulary.textLists,
      [
        "ANY K == 'a'", "ALL K BEGINSWITH 'a'", "NONE K CONTAINS[c] 'a'", "'a' IN K",
        "K CONTAINS 'a'",
        "K CONTAINS[c] 'A'", "K.@count == 1", "K[0] == 'a'", "K == {'a'}", "ANY K IN {'a', 'b'}",
        "ANY K LIKE 'a*'", "ANY K MATCHES 'a+'", "text IN K", "ANY K == text", "ANY K == nil",
        "SUBQUERY(K, $x, $x == 'a').@count > 0", "{'a'} CONTAINS K",
      ]
    ),
    (
      vocabulary.others + ["SELF", "uuid", "maybePet"],
      [
        "K == nil", "nil != K", "K == K", "K.@count > 1", "K == CAST('', 'NSUUID')", "NOT K == nil",
        "K == uuid", "K == data",
      ]
    ),
  ]

  /// Filters of several parts, which are told as a whole.
  private static let wholes = [
    "int > 3 AND text == 'a'", "text MATCHES 'a+' AND int > 3",
    "int > 3 OR text == 'a' OR uuid == uuid",
    "NOT (int > 3 AND NOT text == 'a')", "TRUEPREDICATE AND int > 3", "int > 3 AND FALSEPREDICATE",
    "int > 3 OR TRUEPREDICATE", "1 == 1 AND 'a' < 'b' AND int > 3", "1 == 2 OR int > 3",
    "NOT 1 == 2",
    "int == 1 OR int == 2 OR int == 3", "text == 'a' OR text == 'b' OR text == 'c'",
    "NOT (int == 1 OR text == 'b')",
    "(int > 1 AND int < 5) OR (text == 'a' AND (flag == 1 OR color == 'red'))",
    "ANY pets.age > 3 AND ALL pets.name == 'a' AND NOT NONE ints == 3",
    "SUBQUERY(pets, $p, $p.age > 3 AND $p.name == 'a').@count > 1", "($x := int) == 3 AND $x < 5",
    "TERNARY(int > 3, text, other) == 'a'", "CAST(text, 'NSNumber') > 3 AND int > 3",
    "missing == 1 AND int > 3", "int / 0 == 1 OR int > 3", "flag == TRUE", "flag", "NOT flag",
    "text == 'a' AND text ==[c] 'A' AND text BEGINSWITH 'a' AND text LIKE '*a' AND text MATCHES 'a'",
    "stock.a > 3 AND stock.@count > 1 AND pets.@count == stock.@count", "int IN {1} AND 1 IN ints",
  ]

  /// All of them, about a key path `K`.
  static var forms: [String] { groups.flatMap(\.forms) + wholes + long }

  /// Forms about texts and lists around the sizes from which on they cost more.
  private static let long: [String] = [1, 31, 32, 33, 255, 256, 300].flatMap { count in
    let text = "'\(String(repeating: "x", count: count))'"
    return [
      "K IN {\(text), 'a'}", "\(text) IN K", "K CONTAINS \(text)", "K == \(text)",
      "K MATCHES \(text)",
      "ANY K == \(text)", "ANY K CONTAINS \(text)", "K IN {\(text)}",
      "K BETWEEN {\(text), \(text)}",
      "K ==[c] \(text)", "ANY \(text) == K", "{\(text), K} CONTAINS K",
      "K == FUNCTION(K, 'stringByAppendingString:', \(text))", "CAST(\(text), 'NSNumber') == K",
    ]
  }

  @Test func eachComparisonIsMadeAsIsRecorded() throws {
    var text = ""
    for (keys, forms) in Self.groups {
      for form in forms {
        text += "\(form)\n  of values \(Self.method(form, of: FilterValue.self))\n"
        var keysOfMethod: [(method: String, keys: [String])] = []
        for key in keys {
          let method = Self.method(form.replacing(/\bK\b/, with: key), of: PropertySample.self)
          if let index = keysOfMethod.firstIndex(where: { $0.method == method }) {
            if !keysOfMethod[index].keys.contains(key) { keysOfMethod[index].keys.append(key) }
          } else {
            keysOfMethod.append((method, [key]))
          }
        }
        for (method, keys) in keysOfMethod {
          text += "  \(method): \(keys.joined(separator: " "))\n"
        }
      }
    }
    for whole in Self.wholes {
      let plans = [
        try? FilterPredicate<PropertySample>(text: whole).explain(),
        try? FilterPredicate<FilterValue>(text: whole).explain(),
      ]
      text += "\(whole)\n"
      for plan in plans {
        for line in plan?.split(separator: "\n") ?? ["error"] { text += "  \(line)\n" }
      }
    }
    let recorded = try RecordedText.read(Self.file, recording: text)
    let lines = zip(text.split(separator: "\n"), recorded.split(separator: "\n"))
    if let (line, old) = lines.first(where: { $0 != $1 }) { Issue.record("\(line)\n\(old)") }
    #expect(text.utf8.count == recorded.utf8.count)
  }

  /// The words behind the parts of the plan, or the code of the error.
  private static func method<Item: Filterable>(_ text: String, of type: Item.Type) -> String {
    do throws(SyntaxError) {
      let plan = try FilterPredicate<Item>(text: text).explain()
      return plan.split(separator: "\n").map { line in
        line.firstRange(of: "-- ").map { String(line[$0.upperBound...]) } ?? "-"
      }.joined(separator: " | ")
    } catch {
      return "error \(error.code)"
    }
  }

  /// A comparison is made alike with its sides exchanged.
  @Test func aSideIsAsGoodAsTheOther() throws {
    let mirrored = ["==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="]
    let vocabulary = Self.vocabulary
    let kinds = [
      (vocabulary.numbers + vocabulary.computedNumbers, ["3", "2.5", "-1000", "nil"]),
      (vocabulary.texts + vocabulary.computedTexts, ["'a'", "''", "'é'", "nil"]),
      (vocabulary.dates, ["CAST(0, 'NSDate')", "nil"]), (["uuid", "data", "pets"], ["nil"]),
    ]
    for (keys, constants) in kinds {
      for key in keys {
        for (name, other) in mirrored {
          for constant in constants {
            let (left, right) = ("\(key) \(name) \(constant)", "\(constant) \(other) \(key)")
            let methods = [left, right].map { Self.method($0, of: PropertySample.self) }
            #expect(methods[0] == methods[1], "\(left)")
          }
        }
      }
    }
  }
}
