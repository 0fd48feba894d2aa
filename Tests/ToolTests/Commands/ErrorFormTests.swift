import Foundation
import Testing
import ToolTestSupport

/// `--errors json`: each error and note is an object on a line of standard error.
@Suite struct ErrorFormTests {
  private func errors(_ arguments: String..., input: String = #"{"a":1}"#) throws -> [String] {
    let outcome = try Tool.run(arguments + ["--errors", "json"], input: input)
    return outcome.errors.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    "age > AND x == 1", "a CONTAIN 'x'", "sqrt(1, 2) == 1", "a == 'x", "é == 1 AND b CONTAIN 'é'",
    "a == %@",
  ])
  func aMistakeHasTheFormOfThePipe(_ filter: String) throws {
    let answer = try Tool.run("pipe", input: #"{"op":"format","filter":"\#(filter)"}"#).lines
    #expect(answer.count == 1 && answer[0].hasPrefix(#"{"error":{"kind":"syntax","message":"#))
    #expect(try errors(filter) == answer)
  }

  @Test func aMistakeInAColumnHasACode() throws {
    let lines = try errors("TRUE", "--sort", "a:upward")
    #expect(lines.count == 1 && lines[0].contains(#""code":"unknown-sort-option""#), "\(lines)")
  }

  @Test(arguments: [
    (
      ["TRUE", "--limt", "5"],
      #"{"error":{"kind":"request","message":"Unknown option '--limt'. Did you mean '--limit'?","code":"invalid-request"}}"#
    ),
    (
      ["TRUE", "--limit", "-5"],
      #"{"error":{"kind":"request","message":"--limit must not be negative.","code":"invalid-request"}}"#
    ),
    (
      ["TRUE", "/no/such/file"],
      #"{"error":{"kind":"data","message":"/no/such/file: No such file or directory","code":"unreadable-data"}}"#
    ),
    (
      ["TRUE", "--section", "a", "--crlf"],
      #"{"error":{"kind":"request","message":"--crlf is for -o csv and tsv","code":"invalid-request"}}"#
    ),
    (
      ["l == 'x'"],
      #"{"note":{"kind":"note","message":"'l' is a list: write ANY l == … for one of its elements"}}"#
    ),
  ])
  func anyMessageIsALine(_ arguments: [String], _ line: String) throws {
    for form in [["--errors", "json"], ["--errors=json"]] {
      let outcome = try Tool.run(arguments + form, input: #"{"l":["x"]}"#)
      #expect(outcome.errors.hasPrefix(line + "\n") && outcome.status > 0, "\(outcome)")
    }
  }

  /// Rows that are left out: the first error, then their number.
  @Test func lostRowsAreCounted() throws {
    let failed = try errors("a + 1 > 0", input: "{\"a\":\"x\"}\n{\"a\":\"y\"}\n{\"a\":1}\n")
    try #require(failed.count >= 2)
    #expect(failed[0].hasPrefix(#"{"error":{"kind":"evaluation","message":"standard input:1: "#))
    #expect(failed[0].contains(#""code":"not-a-number","line":1,"column":1,"#))
    #expect(failed[1].hasSuffix(#""message":"2 rows could not be evaluated and were left out"}}"#))
    let bad = try errors("TRUE", "-i", "jsonl", "--skip-errors", input: "{\"a\":1}\nx\n")
    try #require(bad.count == 2)
    #expect(bad[0].hasPrefix(#"{"error":{"kind":"data","message":"standard input:2: "#))
    #expect(bad[1] == #"{"note":{"kind":"note","message":"skipped 1 bad row"}}"#)
    for line in failed + bad {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?.count == 1 && (object?["error"] ?? object?["note"]) != nil, "\(line)")
    }
  }

  /// What an error of a text says is that of the same request without the option.
  @Test func aPolicyHidesItsKeysFromThemToo() throws {
    let folder = try Folder()
    let policy = try folder.file("policy.json", #"["id", "title"]"#)
    for filter in ["secert == 1", "titel == 1", "id + title > 1", "id == 1"] {
      let lines = try errors(
        filter, "--policy", policy, input: #"{"id":1,"title":"a","secret":"HIDDEN"}"#)
      #expect(!lines.joined().contains("secret") && !lines.joined().contains("HIDDEN"))
    }
  }
}
