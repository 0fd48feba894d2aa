import FilterEngine
import Foundation
import Testing

private struct Lists: Filterable {
  var bools: [Bool] = []
  var bytes: [UInt8] = []
  var shorts: [Int16] = []
  var words: [Int32] = []
  var ints: [Int] = []
  var doubles: [Double] = []
  var floats: [Float] = []
  var dates: [Date] = []
  var texts: [String] = []
  var maybe: [Int?] = []
  var missing: [Int]?
  var text: String?
  var plain = ""
  var number = 0

  static let filterFields = FilterFields<Lists>(
    FilterField("bools", \.bools), FilterField("bytes", \.bytes), FilterField("shorts", \.shorts),
    FilterField("words", \.words), FilterField("ints", \.ints), FilterField("doubles", \.doubles),
    FilterField("floats", \.floats), FilterField("dates", \.dates), FilterField("texts", \.texts),
    FilterField("maybe", \.maybe), FilterField("missing", \.missing), FilterField("text", \.text),
    FilterField("plain", \.plain), FilterField("number", \.number))

  static let rows = [
    Lists(),
    Lists(
      bools: [true], bytes: [0], shorts: [0, -1], words: [7], ints: [0], doubles: [0, .nan],
      floats: [0], dates: [Date(timeIntervalSinceReferenceDate: 0)], texts: [""], maybe: [nil],
      missing: [], text: "axbxcxd", plain: "axbxcxd"),
    Lists(
      bools: [false, true], bytes: [255, 0], shorts: [1], words: [0, 0], ints: [.min, .max],
      doubles: [1], floats: [.infinity], dates: [.distantPast],
      texts: ["a", String(repeating: "é", count: 20)],
      maybe: [1, nil, 2], missing: [1, 2], text: String(repeating: "x", count: 40),
      plain: String(repeating: "x", count: 40), number: 5),
  ]
}

/// Comparisons of fields where they lie in memory.
@Suite struct FieldFilterTests {
  /// What a filter answers for rows in memory is what it answers for their values.
  private func check(_ text: String) throws {
    let typed = try FilterPredicate<Lists>(text: text)
    let value = try FilterPredicate<FilterValue>(text: text)
    for row in Lists.rows {
      let answer = try? value.matches(row.filterValue)
      #expect((try? typed.matches(row)) == answer, "\(text) of \(row)")
      #expect(
        (try? [row, row].count(where: typed)) == answer.map { $0 ? 2 : 0 }, "\(text) of \(row)")
      #expect(typed.canFail || answer != nil, "\(text) of \(row)")
    }
  }

  /// A test of stored fields in place never fails; a join fails if one of its parts can.
  @Test(arguments: ["number > 2", "plain CONTAINS 'x'", "number > 2 AND NOT text == nil"])
  func testsInPlaceCannotFail(_ text: String) throws {
    let pattern = "plain MATCHES '[a-z]+x'"
    #expect(try !FilterPredicate<Lists>(text: text).canFail)
    #expect(try FilterPredicate<Lists>(text: "\(text) OR \(pattern)").canFail)
    #expect(try FilterPredicate<FilterValue>(text: text).canFail)
  }

  /// Nil is no empty text, whatever a text is compared with.
  @Test(arguments: ["text", "plain"])
  func nilIsNoEmptyText(_ field: String) throws {
    let long = String(repeating: "x", count: 40)
    for constant in ["", "a", "x", "*", ".*", "(x*)", "(?=)", "?*", "x*", long, long + "*"] {
      for name in [
        "==", "!=", "==[c]", "!=[cd]", "<", "<=", ">", ">=", "<[n]", "BEGINSWITH", "ENDSWITH[c]",
        "CONTAINS", "CONTAINS[cd]", "LIKE", "LIKE[c]", "MATCHES", "MATCHES[c]",
      ] {
        // Neither is a pattern.
        if name.hasPrefix("MATCHES"), constant.hasPrefix("*") || constant.hasPrefix("?") {
          continue
        }
        for negation in ["", "NOT "] { try check("\(negation)\(field) \(name) '\(constant)'") }
      }
    }
    for text in ["IN {''}", "IN {'', 'x'}", "IN[c] {'', 'a'}", "IN {nil}", "IN ''", "IN 'axbxcxd'"]
    {
      try check("\(field) \(text)")
      try check("NOT \(field) \(text)")
    }
  }

  /// The elements of a list are compared with nil as their values are, whatever their bytes.
  @Test(arguments: [
    "bools", "bytes", "shorts", "words", "ints", "doubles", "floats", "dates", "texts", "maybe",
    "missing",
  ])
  func theElementsOfAListAreComparedWithNil(_ list: String) throws {
    for quantifier in ["ANY", "ALL", "NONE", "NOT ANY", "NOT ALL"] {
      for comparison in ["== nil", "!= nil", "IN {nil}", "IN {}", "< nil", ">= nil"] {
        try check("\(quantifier) \(list) \(comparison)")
      }
    }
    for text in [
      "\(list) == nil", "nil != \(list)", "\(list) CONTAINS nil", "nil IN \(list)",
      "\(list).@count == 0",
    ] {
      try check(text)
    }
    // A key of the number of elements is that of the number.
    for text in [
      "\(list).@count.stringValue == '2'", "\(list).@count.boolValue == 1", "\(list).@count > 0.5",
      "\(list).@count.doubleValue < 1",
    ] {
      try check(text)
    }
  }

  /// All lists of up to five texts, in each form of a string, have the answers of their elements.
  @Test(
    arguments: ["ANY", "ALL", "NONE"],
    ["== 'a'", "!= 'a'", "== 'é'", "!= ''", "BEGINSWITH 'a'", "ENDSWITH 'b'", "BEGINSWITH 'é'"])
  func shortListsHaveTheAnswersOfTheirTexts(_ quantifier: String, _ comparison: String) throws {
    let element = try FilterPredicate<FilterValue>(text: "SELF \(comparison)")
    let texts = ["a", "", "ab", "é", "a text of more than fifteen bytes, ends in b"]
    let holding = Set(try texts.filter { try element.matches(.string($0)) })
    var lists: [[String]] = [[]]
    var longest = lists
    for _ in 0..<5 {
      longest = longest.flatMap { list in texts.map { list + [$0] } }
      lists += longest
    }
    let expected = lists.filter { list in
      switch quantifier {
      case "ANY": list.contains(where: holding.contains)
      case "ALL": list.allSatisfy(holding.contains)
      default: !list.contains(where: holding.contains)
      }
    }
    let predicate = try FilterPredicate<Lists>(text: "\(quantifier) texts \(comparison)")
    let rows = lists.map { Lists(texts: $0) }
    #expect(try rows.filter(predicate).map(\.texts) == expected)
    // A row alone has the same test as a call.
    let answers = Set(expected)
    for row in rows.prefix(200) {
      #expect(try predicate.matches(row) == answers.contains(row.texts))
    }
  }

  /// Comparisons in place take no steps, beside others that do: each row of each block has the whole budget.
  @Test(arguments: ["AND", "OR"])
  func aRowHasTheWholeBudgetBesideATestInPlace(_ connective: String) throws {
    let costly = "FUNCTION(text, 'componentsSeparatedByString:', 'x')[SIZE] == 4"
    let cheap = connective == "AND" ? "number == 0" : "number == 1"
    let row = Lists.rows[1]
    for parts in [
      [costly, cheap], [cheap, costly], [cheap, costly, cheap], [costly, cheap, costly],
    ] {
      let predicate = try FilterPredicate<Lists>(text: parts.joined(separator: " \(connective) "))
      func isAnswered(_ rows: [Lists], steps: Int) -> Bool {
        var limits = EvaluationLimits()
        limits.steps = steps
        return (try? rows.count(where: predicate, limits: limits)) == rows.count
      }
      let least = try #require((0..<40).first { isAnswered([row], steps: $0) })
      let rows = Array(repeating: row, count: 130)
      #expect(isAnswered(rows, steps: least) && !isAnswered(rows, steps: least - 1))
      #expect(try predicate.matches(row))
    }
  }
}
