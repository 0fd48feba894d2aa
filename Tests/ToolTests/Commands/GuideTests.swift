import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `guide`: a page on filters of some keys, made by what reads them.
@Suite struct GuideTests {
  private let folder: Folder
  private let schema: String
  private let rows: String

  init() throws {
    folder = try Folder()
    schema = try folder.file(
      "ticket.schema.json",
      #"""
      {"type":"object","properties":{
        "title":{"type":"string","description":"What is wrong | in a line"},
        "state":{"enum":["open","done"]}, "votes":{"type":"integer"}, "user-id":{"type":"string"},
        "urgent":{"type":"boolean"}, "opened":{"type":"string","format":"date-time"},
        "tags":{"type":"array","items":{"type":"string"}},
        "items":{"type":"array","items":{"type":"object","properties":{"price":{"type":"number"}}}}}}
      """#)
    rows = try folder.file(
      "rows.jsonl",
      #"""
      {"title":"printer","state":"open","votes":3,"tags":["a"],"pin":"HIDDEN"}
      {"title":"printer","state":"done","votes":5,"tags":["a","b"],"pin":"HIDDEN"}

      """#)
  }

  /// The lines below a heading.
  private func part(_ heading: String, of page: String) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") })
      .filter { $0 != "" }
  }

  @Test func aPageHasKeysWithKindsMeaningsAndExamples() throws {
    let page = try Tool.run("guide", "--schema", schema).text
    let keys = part("Keys", of: page)
    #expect(keys.contains(#"| title | text | What is wrong \| in a line |  |"#))
    #expect(keys.contains(#"| state | text |  | "open", "done" |"#))
    #expect(keys.contains("| tags | list of text |  |  |"))
    let sampled = part("Keys", of: try Tool.run("guide", rows).text)
    #expect(sampled.contains(#"| title | text |  | "printer" |"#))
    let both = part("Keys", of: try Tool.run("guide", "--schema", schema, rows).text)
    #expect(both.contains(#"| title | text | What is wrong \| in a line | "printer" |"#))
  }

  @Test func operatorsFitTheirKeys() throws {
    let operators = part("Operators", of: try Tool.run("guide", "--schema", schema).text)
    let number = try #require(operators.first { $0.contains("`votes`") })
    #expect(number.contains("`BETWEEN`") && !number.contains("`CONTAINS`"))
    let text = try #require(operators.first { $0.contains("`title`") })
    #expect(text.contains("`CONTAINS`") && text.contains("`` `user-id` ``"))
    #expect(operators.contains { $0.contains("`ANY tags`") })
    #expect(operators.contains { $0.contains("`ANY items.price`") && $0.contains("`BETWEEN`") })
    #expect(operators.contains { $0.hasPrefix("- `BEGINSWITH` The string begins with") })
  }

  /// The schema, whose texts of dates are read as dates.
  private var dated: [String] { ["--schema", schema, "--types", "opened=date"] }

  /// The six filters are checked with the same schema, and have no note.
  @Test func filtersAreCorrect() throws {
    let page = try Tool.run(["guide"] + dated).text
    let filters = part("Correct filters", of: page).filter { $0 != "```" }
    #expect(filters.count == 6 && Set(filters).count == 6)
    let outcome = try Tool.run(["check"] + dated + ["--"] + filters)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
  }

  /// Each mistake is refused or noted, and its correction is not.
  @Test func mistakesHaveCorrections() throws {
    let page = try Tool.run(["guide"] + dated).text
    let mistakes = part("Usual mistakes", of: page)
    #expect(mistakes.count >= 8)
    #expect(mistakes.contains { $0.contains(#"write `ANY tags == "#) })
    #expect(mistakes.contains { $0.contains("write `opened > #2026-11-21#`") })
    for line in mistakes {
      let parts = line.components(separatedBy: "`")
      try #require(parts.count >= 3)
      let wrong = try Tool.run(["check"] + dated + ["--", parts[1]])
      #expect(wrong.errors != "", "\(line)")
      guard let remedy = line.range(of: "; write `") else { continue }
      let text = String(line[remedy.upperBound...].dropLast())
      let right = try Tool.run(["check"] + dated + ["--", text])
      #expect(right.status == 0 && right.errors == "", "\(line)")
    }
  }

  @Test func aPageHasAtMostSoManyWords() throws {
    let members = (0..<2_000).map { #""key\#($0)":{"type":"string","description":"A b c d e."}"# }
      .joined(separator: ",")
    let wide = try folder.file("wide.json", #"{"properties":{\#(members)}}"#)
    for arguments in [["--schema", wide], ["--schema", schema], [rows]] {
      let page = try Tool.run(["guide"] + arguments).text
      let words = page.split { $0 == " " || $0 == "\n" }.count
      #expect(words > 100 && words <= 1_500)
    }
    #expect(try Tool.run("guide", "--schema", wide).text.contains(" more keys."))
  }

  @Test func aPolicyHidesKeysAndOperators() throws {
    let policy = try folder.file(
      "policy.json",
      #"{"version": 1, "keys": [{"key": "title", "operators": ["=="]}, {"key": "votes", "kind": "number"}]}"#
    )
    for arguments in [[rows], ["--schema", schema], []] {
      let outcome = try Tool.run(["guide", "--policy", policy] + arguments)
      #expect(outcome.status == 0)
      let page = outcome.text
      for hidden in ["HIDDEN", "pin", "state", "tags", "opened"] {
        #expect(!page.contains(hidden), "\(arguments) \(hidden)")
      }
      let title = try #require(part("Operators", of: page).first { $0.contains("`title`") })
      #expect(!title.contains("CONTAINS"))
    }
  }

  @Test(arguments: [[], ["/no/such/file"], ["--schema", "/no/such/file"]])
  func wrongUseIsAnError(_ arguments: [String]) throws {
    let outcome = try Tool.run(["guide"] + arguments)
    #expect(outcome.status == 2 && outcome.text == "" && outcome.errors != "")
  }
}
