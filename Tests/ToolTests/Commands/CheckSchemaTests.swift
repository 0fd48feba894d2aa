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
    let date = try check("opened > '2026-11-21'")
    #expect(date.errors.contains(" fix: replace '2026-11-21' with #2026-11-21#"))
    #expect(try check("--knowing", #"{"id":1}"#, "id == 1 AND idd == 2").status == 2)
    // The keys of a template are not known before its arguments.
    #expect(try check("%K == 1").status == 0)
    #expect(try check("%K == 1", "--arg", "idd").status == 2)
  }

  @Test func aCaseThatDoesNotExistIsANote() throws {
    let outcome = try check("state == 'opne'")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("note: 'opne' is not one of the cases 'open', 'done', did"))
  }

  @Test func programsGetKindsAndNotes() throws {
    let outcome = try check("--json", "state == 'x' AND opened != nil", "idd == 1")
    try #require(outcome.lines.count == 2 && outcome.status == 2)
    #expect(outcome.lines[0].contains(#""keys":{"state":"text","opened":"date"}"#))
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
