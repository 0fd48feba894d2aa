import Testing
import ToolTestSupport

/// `check --knowing`.
@Suite struct KnownKeysTests {
  @Test func whatRemainsIsPrinted() throws {
    let outcome = try Tool.run(
      "check", "--knowing", #"{"team": 3, "user.role": "agent"}"#,
      "team == 3 AND open == TRUE", "team == 4", "user.role == 'agent'")
    #expect(outcome.text == "open == TRUE\nFALSEPREDICATE\nTRUEPREDICATE\n")
    #expect(outcome.status == 0)
  }

  @Test func whatFailsForAllItemsIsAnError() throws {
    let outcome = try Tool.run("check", "--knowing", #"{"n": "x"}"#, "n + 1 > 2", "a == 1")
    #expect(outcome.text == "a == 1\n")
    #expect(outcome.status == 2 && outcome.errors.contains("n + 1"))
  }

  @Test(arguments: ["", "3", "[]", "{"])
  func theKnownKeysAreAnObject(_ text: String) throws {
    let outcome = try Tool.run("check", "--knowing", text, "a == 1")
    #expect(outcome.status == 2 && outcome.errors.contains("--knowing"))
  }
}
