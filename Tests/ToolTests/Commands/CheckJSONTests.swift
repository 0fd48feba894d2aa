import Foundation
import Testing
import ToolTestSupport

/// `check --json` and `functions --json`: the answers of the pipe, without one.
@Suite struct CheckJSONTests {
  private func pipe(_ request: String) throws -> String {
    try #require(try Tool.run("pipe", input: request).lines.first)
  }

  @Test(arguments: [
    "age > 30", "ANY tags == 'a' AND home.city != NULL", "a BETWEEN {1, 5} OR NOT b LIKE[c] 'x*'",
    "SUBQUERY(items, $i, $i.price > 3).@count > 0",
  ])
  func aPredicateHasItsTreeAndItsText(_ filter: String) throws {
    let outcome = try Tool.run("check", "--json", filter)
    let line = try #require(outcome.lines.first)
    let tree = try pipe(#"{"op":"tree","filter":"\#(filter)"}"#).dropFirst().dropLast()
    let format = try pipe(#"{"op":"format","filter":"\#(filter)"}"#).dropLast()
    #expect(line.hasPrefix("\(format),\(tree),\"keys\":{") && line.hasSuffix(#","notes":[]}"#))
    #expect(outcome.status == 0 && outcome.lines.count == 1 && outcome.errors == "")
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["cost"] is Int)
  }

  /// One line for each predicate, in order, whether or not it is right.
  @Test func aMistakeIsAnAnswerToo() throws {
    let wrong = "é == 1 AND b CONTAIN 'x'"
    let outcome = try Tool.run("check", "--json", wrong, "a IN[c] {'x'}", "c == %@")
    #expect(outcome.status == 2 && outcome.errors == "")
    try #require(outcome.lines.count == 3)
    #expect(outcome.lines[0] == (try pipe(#"{"op":"format","filter":"\#(wrong)"}"#)))
    #expect(outcome.lines[0].contains(#""fix":{"#))
    #expect(outcome.lines[1].contains(#","notes":[{"kind":"note","message":"IN[c] folds "#))
    #expect(outcome.lines[1].contains(#","code":"folded-members","line":1,"column":"#))
    #expect(outcome.lines[2].contains(#""code":"missing-argument""#))
  }

  @Test(arguments: ["team == 3 AND open == TRUE", "team == 4", "team + 'x' > 2"])
  func whatRemainsIsThatOfThePipe(_ filter: String) throws {
    let known = #"{"team":3}"#
    let answer = try pipe(#"{"op":"residual","filter":"\#(filter)","known":\#(known)}"#)
    let outcome = try Tool.run("check", "--json", "--knowing", known, filter)
    #expect(outcome.lines == [answer])
    #expect(outcome.status == (answer.contains("error") ? 2 : 0))
  }

  @Test func aPolicyStatesKindsAndHidesItsFilter() throws {
    let folder = try Folder()
    let policy = try folder.file(
      "policy.json",
      #"{"version": 1, "keys": [{"key": "age", "kind": "number"}, {"key": "name", "kind": "text"}, "#
        + #""city"], "always": "tenant == $tenant"}"#)
    let outcome = try Tool.run(
      "check", "--json", "--policy", policy, "age > 3 AND name == 'x' OR city == 'y'", "tenat == 1")
    try #require(outcome.lines.count == 2)
    #expect(outcome.lines[0].contains(#""keys":{"age":"number","name":"text","city":null}"#))
    #expect(outcome.lines[1].hasPrefix(#"{"error":{"kind":"syntax","#))
    #expect(!outcome.text.contains("tenant") && outcome.errors == "")
  }

  @Test func eachFunctionIsAnObject() throws {
    let all = try Tool.run("functions", "--json").lines
    var names: Set<String> = []
    for line in all {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?.count == 6, "\(line)")
      names.insert(try #require(object?["name"] as? String))
    }
    #expect(names.isSuperset(of: ["sqrt:", "BEGINSWITH", "@sum", "[c]"]))
    let found = try Tool.run("functions", "--json", "SQRT").lines
    #expect(found.count == 1 && all.contains(found[0]))
    #expect(found[0].hasPrefix(#"{"name":"sqrt:","group":"functions","spellings":["sqrt:"],"#))
    #expect(try Tool.run("functions", "--json", "squrt").status == 2)
  }
}
