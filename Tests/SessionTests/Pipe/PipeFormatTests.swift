import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// `format`, and `check`: what they print is read as the same predicate.
@Suite struct PipeFormatTests {
  private static let writer = JSONWriter(style: .tagged)

  /// The members of a request that state a filter, in JSON.
  private typealias Filter = [(key: String, value: FilterValue)]

  private static func line(_ operation: String, _ filter: Filter) -> String {
    let members = [(key: "op", value: FilterValue.string(operation))] + filter
    return String(decoding: writer.bytes(.object(FilterObject(members))), as: UTF8.self)
  }

  /// The filters of the conformance suite that have a printed form.
  private static func examples() throws -> [Filter] {
    let file = Tool.root.appending(path: "Grammar/conformance.json")
    let document = try JSONReader(tagged: true).read(Array(try Data(contentsOf: file)))
    guard case .object(let suite) = document, case .list(let cases)? = suite["cases"] else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return cases.elements.compactMap { example in
      guard case .object(let members) = example, members["filter"] != nil,
        members["error"] == nil
      else { return nil }
      return ["filter", "args", "strict"].compactMap { name in
        members[name].map { (key: name, value: $0) }
      }
    }
  }

  /// Keys that are no names, and texts of keys as the language has them.
  private static let keys = [
    "a b", "x.y", "a`b", "``", "1st", "Multi-Arch", "@count", "$v", "%K", "%@", "a[0]", "a\"b",
    "a\\b",
    "#a", "a#", "é b", "😀", " a", "a ", ".", "/* a */", "a == 1 OR b",
  ]

  private static let words = ["size", "SELF", "and", "NULL", "ANY", "first", "TRUE", "in", "größe"]

  private static func hostile() -> [Filter] {
    (keys + words).flatMap { hostile($0) }
  }

  private static func hostile(_ key: String) -> [Filter] {
    let quoted = "`" + key.replacing("`", with: "``") + "`"
    let texts = [
      "\(quoted) == 1", "ANY a.\(quoted) == 1.0 AND NOT \(quoted).b == TRUE",
      "SUBQUERY(\(quoted), $x, $x.\(quoted) > #2026-11-21#).@count > 0",
      "NONE \(quoted)[0].\(quoted) IN {1, 'x'}",
    ]
    return texts.map { [(key: "filter", value: FilterValue.string($0))] }
  }

  /// What `format` answers, as a filter for another request. Backquotes, and names outside ASCII, are extensions.
  private static func printed(_ answer: String, of filter: Filter) throws -> Filter {
    guard case .object(let members) = try JSONReader(tagged: true).read(answer),
      case .string(let text)? = members["format"]
    else { throw CocoaError(.fileReadCorruptFile) }
    var printed: Filter = [(key: "filter", value: .string(text))]
    if let arguments = members["args"] { printed.append((key: "args", value: arguments)) }
    if !text.contains("`"), text.utf8.allSatisfy({ $0 < 0x80 }) {
      printed += filter.filter { $0.key == "strict" }
    }
    return printed
  }

  @Test func thePrintedTextIsReadAsTheSameTree() throws {
    let examples = try Self.examples()
    #expect(examples.count > 1_500)
    let filters = RandomSearch.sample(examples, oneOf: 4) + Self.hostile()
    let answers = try converse(filters.map { Self.line("format", $0) })
    let printed = try zip(answers, filters).map { try Self.printed($0, of: $1) }
    let trees = try converse(filters.map { Self.line("tree", $0) })
    let again = try converse(printed.map { Self.line("tree", $0) })
    for (index, filter) in filters.enumerated() {
      // Some trees are deeper than a value can be.
      let isTooDeep = [trees[index], again[index]].allSatisfy { $0.contains(#""code":"too-deep""#) }
      #expect(isTooDeep || trees[index] == again[index], "\(filter): \(answers[index])")
    }
    #expect(try converse(printed.map { Self.line("format", $0) }) == answers)
  }

  @Test func aValueWithoutALiteralIsAnArgument() throws {
    try expect(
      #"{"op":"format","filter":"a IN %@ AND `b c` == %@","args":[{"$set":[1]},{"$data":"AAE="}]}"#
        ~> #"{"format":"a IN %@ AND `b c` == %@","args":[{"$set":[1]},{"$data":"AAE="}]}"#,
      #"{"op":"format","filter":"d == %@ AND e == TRUE","args":[{"$date":0}]}"#
        ~> #"{"format":"d == #2001-01-01T00:00:00Z# AND e == TRUE"}"#,
      #"{"op":"format","filter":"d == %@","args":[{"$date":0}],"strict":true}"#
        ~> #"{"format":"d == %@","args":[{"$date":0.0}]}"#)
  }

  /// The line of `check` is the text of `check --json`, and is printed as itself.
  @Test func checkPrintsWhatItReads() throws {
    let texts = Self.hostile().compactMap { filter in
      if case .string(let text)? = filter.first?.value { text } else { nil }
    }
    let lines = try Tool.run(["check", "--"] + texts)
    #expect(lines.status == 0 && lines.lines.count == texts.count)
    #expect(try Tool.run(["check", "--"] + lines.lines).lines == lines.lines)
    let objects = try Tool.run(["check", "--json", "--"] + texts).lines
    let again = try Tool.run(["check", "--json", "--"] + lines.lines).lines
    #expect(objects == again)
    for (line, object) in zip(lines.lines, objects) {
      guard case .object(let members) = try JSONReader().read(object) else { continue }
      #expect(members["format"] == .string(line))
    }
    #expect(
      try Tool.run(
        "check", "--json", "`x.y` == 1 OR x.y == 2 OR SUBQUERY(l, $x, $x.`a b` == 1).@count > 0"
      )
      .text.contains(#""keys":{"`x.y`":null,"x.y":null,"#))
  }
}
