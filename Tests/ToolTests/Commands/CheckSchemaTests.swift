import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `check --schema`, and what completes a line with it.
@Suite struct CheckSchemaTests {
  private let folder: Folder
  private let file: String

  init() throws {
    folder = try Folder()
    file = try folder.file(
      "ticket.schema.json",
      #"""
      {"type":"object","properties":{
        "id":{"type":"integer"}, "state":{"enum":["open","done"]}, "user-id":{"type":"string"},
        "opened":{"type":"string","format":"date-time"},
        "tags":{"type":"array","items":{"type":"string"}}}}
      """#)
  }

  private func check(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(["check", "--schema", file] + arguments)
  }

  @Test func keysAndKindsAreThoseOfTheSchema() throws {
    let right = try check("id > 3 AND `user-id` == 'a' AND ANY tags == 'x'")
    #expect(right.status == 0 && right.errors == "")
    let wrong = try check("idd > 3")
    #expect(wrong.status == 2 && wrong.text == "")
    #expect(wrong.errors.contains("did you mean 'id'?"))
    #expect(wrong.errors.contains(" | idd > 3\n | ^^^\n"))
    let date = try check("--types", "opened=date", "opened > '2026-11-21'")
    #expect(date.errors.contains(" fix: replace '2026-11-21' with #2026-11-21#"))
    #expect(try check("--knowing", #"{"id":1}"#, "id == 1 AND idd == 2").status == 2)
    // The keys of a template are not known before its arguments.
    #expect(try check("%K == 1").status == 0)
    #expect(try check("%K == 1", "--arg", "idd").status == 2)
  }

  /// What `check` says of a filter is what rows of JSON say, with the same `--types` for both.
  @Test(arguments: [[], ["--types", "opened=date"], ["--types", "opened=date,day=date"]])
  func kindsAreThoseOfRows(_ types: [String]) throws {
    let schema = try folder.file(
      "row.schema.json",
      #"""
      {"properties":{"opened":{"type":"string","format":"date-time"}, "id":{"type":"integer"},
        "key":{"type":"string","format":"uuid"}, "day":{"format":"date"}}}
      """#)
    let row =
      #"{"opened":"2026-12-01T00:00:00Z","key":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","#
      + #""day":"2026-12-01","id":7}"#
    for filter in [
      "opened > '2026-11-21'", "opened > #2026-11-21#", "opened BEGINSWITH '2026'",
      "key == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "key BEGINSWITH 'E6'",
      "day >= '2026-12-01'", "day > #2026-11-21#", "id > 3", "id BEGINSWITH '7'",
    ] {
      let checked = try Tool.run(["check", "--schema", schema] + types + [filter])
      let found = try Tool.run(types + [filter], input: row)
      // Both answer, or both find that the kinds never fit.
      #expect(
        (checked.status == 0) == (found.status == 0), "\(types) \(filter): \(checked) \(found)")
    }
  }

  @Test func statedKindsAreOfKeysOfTheSchema() throws {
    let unknown = try check("--types", "opend=date", "id > 3")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean 'opened'?"))
    #expect(try Tool.run("check", "--types", "a=date", "a == 1").status == 2)
    #expect(try check("--types", "tags=date", "ANY tags > #2026-11-21#").status == 0)
    let json = try check("--types", "opened=date", "--json", "opened != nil")
    #expect(json.text.contains(#""keys":{"opened":"date"}"#))
  }

  @Test func aCaseThatDoesNotExistIsANote() throws {
    let outcome = try check("state == 'opne'")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("note: 'opne' is not one of the cases 'open', 'done', did"))
  }

  @Test func programsGetKindsAndNotes() throws {
    let outcome = try check("--json", "state == 'x' AND opened != nil", "idd == 1")
    try #require(outcome.lines.count == 2 && outcome.status == 2)
    #expect(outcome.lines[0].contains(#""keys":{"state":"text","opened":"text"}"#))
    #expect(outcome.lines[0].contains(#""code":"no-case""#))
    #expect(outcome.lines[1].contains(#""code":"unknown-key""#))
  }

  @Test func aPolicyHidesKeysOfTheSchema() throws {
    let policy = try folder.file("policy.json", #"["id"]"#)
    let outcome = try check("--policy", policy, "id == 1", "stat == 'open'")
    #expect(outcome.text == "id == 1\n" && outcome.status == 2)
    #expect(!outcome.errors.contains("state"))
  }

  @Test(arguments: ["", "[", #"{"type":"text"}"#, #"{"a":1,"a":2}"#])
  func aBrokenSchemaIsAnErrorAtTheStart(_ text: String) throws {
    let broken = try folder.file("broken.json", text)
    let outcome = try Tool.run("check", "--schema", broken, "a == 1")
    #expect(outcome.status == 2 && outcome.text == "")
    #expect(outcome.errors.hasPrefix("frc-query: \(broken):"))
  }

  @Test func aLineIsCompletedWithItsKeys() throws {
    let line = "frc-query check --schema \(file) \"sta"
    let outcome = try Tool.run("complete-line", "fish", "--", line)
    #expect(outcome.lines.first == "keys")
    #expect(outcome.text.contains("state"))
  }
}
