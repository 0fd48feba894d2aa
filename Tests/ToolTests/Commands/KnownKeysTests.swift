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

  /// The known keys decide nothing of the policy's filter, so that no answer tells of it.
  @Test func theFilterOfAPolicyIsNamedAndNotShown() throws {
    let folder = try Folder()
    let policy = try folder.file(
      "policy.json", #"{"version": 1, "keys": ["team", "open"], "always": "tenant == 7"}"#)
    func outcome(_ known: String, _ options: String...) throws -> Tool.Outcome {
      try Tool.run(
        ["check", "--policy", policy, "--knowing", known] + options
          + ["team == 3 AND open == TRUE", "team == 4", "team == 3"])
    }
    for tenant in ["7", "8"] {
      let text = try outcome(#"{"team": 3, "tenant": \#(tenant)}"#)
      #expect(text.status == 0 && text.text == "open == TRUE\nFALSEPREDICATE\nTRUEPREDICATE\n")
      #expect(text.errors.hasPrefix("note: the filter that the policy always joins has to hold"))
      let json = try outcome(#"{"team": 3, "tenant": \#(tenant)}"#, "--json")
      #expect(
        json.lines == [
          #"{"residual":"open == TRUE","always":true}"#, #"{"result":false,"always":true}"#,
          #"{"result":true,"always":true}"#,
        ])
      #expect(!(text.description + json.description).contains("tenant"))
    }
  }

  @Test(arguments: ["", "3", "[]", "{"])
  func theKnownKeysAreAnObject(_ text: String) throws {
    let outcome = try Tool.run("check", "--knowing", text, "a == 1")
    #expect(outcome.status == 2 && outcome.errors.contains("--knowing"))
  }
}
