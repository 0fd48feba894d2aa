import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Under a policy no byte of an answer depends on a hidden key.
@Suite struct ServedPolicyTests {
  private static let rows = """
    {"id":1,"secret":"HIDDEN","title":"a","owner":{"name":"Ann","pin":"HIDDEN"},"tags":["x"],"note":"HIDDEN"}
    {"id":2,"secret":"HIDDEN","title":"b","owner":{"pin":"HIDDEN","name":"Bob"},"tags":["x","y"]}
    {"id":3,"titel":"HIDDEN","title":null,"owner":[{"name":"Cid","pin":"HIDDEN"}],"secret":5}

    """

  /// The same rows without what the policy hides.
  private static let permitted = """
    {"id":1,"title":"a","owner":{"name":"Ann"},"tags":["x"]}
    {"id":2,"title":"b","owner":{"name":"Bob"},"tags":["x","y"]}
    {"id":3,"title":null,"owner":[{"name":"Cid"}]}

    """

  private static let policy = #"{"version": 1, "keys": ["id", "title", "owner.name", "tags"]}"#

  private static let filters = [
    "TRUEPREDICATE", "id > 1", "title > 1", "titl == 'a'", "secret == 'x'", "secre == 1",
    "owner.pin == 'x'", "owner.pi == 1", "SELF == nil", "SELF['secret'] == 1",
    "SUBQUERY(owner, $o, $o.pin != nil).@count > 0",
    "FUNCTION(SELF, 'objectForKey:', 'secret') == 1",
    "owner == owner", "ANYKEY == 'x'", "owner.description CONTAINS 'x'", "note != nil", "id ==",
    "$x == 1", "%@ == 1",
  ]

  private static let expressions = [
    "id", "secret", "owner", "owner.pin", "SELF", "x=secret", "titl", "SELF.note", "count(owner)",
  ]

  /// The calls of all tools with all filters and expressions.
  private static var calls: [(tool: String, arguments: [String: Any])] {
    var calls: [(tool: String, arguments: [String: Any])] = [
      ("describe", ["source": "rows"]), ("describe", ["source": "rows", "about": "secret"]),
      ("query", ["source": "rows"]), ("query", ["source": "secret"]),
    ]
    for filter in filters {
      calls.append(("query", ["source": "rows", "filter": filter]))
      calls.append(("query", ["source": "rows", "filter": filter, "count": true]))
      calls.append(("check", ["source": "rows", "filter": filter]))
      calls.append(("explain", ["source": "rows", "filter": filter, "limit": 3]))
    }
    for argument in ["select", "sort", "countBy", "sum", "avg", "min", "max"] {
      for expression in expressions {
        calls.append(("query", ["source": "rows", argument: [expression]]))
      }
    }
    return calls
  }

  private func serving(_ rows: String, _ policy: String, in folder: Folder) throws -> HeardServer {
    try HeardServer(
      ["rows=" + folder.file("rows.jsonl", rows)], policy: folder.file("policy.json", policy),
      in: folder)
  }

  @Test func hiddenKeysAreInNoAnswer() throws {
    let (folder, other) = (try Folder(), try Folder())
    let server = try serving(Self.rows, Self.policy, in: folder)
    let without = try serving(Self.permitted, Self.policy, in: other)
    for (tool, arguments) in Self.calls {
      let request = try JSONSerialization.data(withJSONObject: [
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": ["name": tool, "arguments": arguments],
      ])
      let answer = server.answers(request).map { $0.replacing(folder.path, with: "") }
      #expect(answer.count == 1 && !answer[0].contains("HIDDEN"), "\(arguments)")
      #expect(
        answer == without.answers(request).map { $0.replacing(other.path, with: "") },
        "\(tool) \(arguments)")
    }
  }

  /// A line that is damaged, or too large, is said without its content.
  @Test(arguments: [#"{"id":2,"secret":HIDDEN}"#, #"{"id":2,"secret":"HIDDEN"#, "HIDDEN"])
  func anErrorOfTheDataHasNothingOfIt(_ line: String) throws {
    let folder = try Folder()
    let server = try serving(Self.rows + line + "\n", Self.policy, in: folder)
    for (tool, arguments) in Self.calls.prefix(20) {
      let text = server.answers(
        try JSONSerialization.data(withJSONObject: [
          "jsonrpc": "2.0", "id": 1, "method": "tools/call",
          "params": ["name": tool, "arguments": arguments],
        ])
      ).joined()
      #expect(!text.contains("HIDDEN"), "\(tool) \(arguments)")
    }
  }

  @Test func theFilterOfThePolicyIsJoinedAndNotShown() throws {
    let folder = try Folder()
    let rows = """
      {"id":1,"tenant":"ours","title":"a"}
      {"id":2,"tenant":"theirs","title":"HIDDEN"}

      """
    let server = try HeardServer(
      ["rows=" + folder.file("rows.jsonl", rows)],
      policy: folder.file(
        "policy.json",
        #"{"version": 1, "keys": ["id", "title"], "always": "tenant == $tenant"}"#),
      variables: ["tenant=ours"], in: folder)
    #expect(
      try server.call("query", ["source": "rows"]).text == #"{"rows":[{"id":1,"title":"a"}]}"#)
    #expect(
      try server.call("query", ["source": "rows", "count": true]).text == #"{"count":1}"#)
    let check = try server.call("check", ["source": "rows", "filter": "title == 'HIDDEN'"]).text
    #expect(check.contains(#""matches":false"#) && !check.contains("tenant"))
    // Rows that the filter leaves out have no explanation.
    let explain = try server.call("explain", ["source": "rows", "filter": "id > 5", "limit": 9])
    #expect(explain.text.contains("id is 1") && !explain.isError)
    #expect(!explain.text.contains("tenant") && !explain.text.contains("HIDDEN"))
  }

  /// The plan names all keys that are read, so that it is shown without a policy only.
  @Test func noPlanIsShown() throws {
    let folder = try Folder()
    let server = try serving(Self.rows, Self.policy, in: folder)
    let object = try server.object("explain", ["source": "rows", "filter": "id > 1"])
    #expect(object["why"] is String && object["plan"] == nil)
  }

  /// Of the language only what the policy permits is described.
  @Test func otherFunctionsAreNotDescribed() throws {
    let folder = try Folder()
    let server = try serving(
      Self.rows,
      #"{"version": 1, "keys": ["id"], "functions": ["lowercase:"], "operators": ["==", "MATCHES"], "#
        + #""casts": [], "collectionOperators": [], "allowsRegularExpressions": false}"#,
      in: folder)
    let language = try #require(
      try server.object("describe", ["source": "rows"])["language"] as? [String: [String]])
    #expect(language["functions"] == ["lowercase:"])
    let operators = try #require(language["operators"])
    #expect(operators.contains("==") && operators.contains("AND") && operators.contains("[c]"))
    for name in ["<", "MATCHES", "CONTAINS", "+", "UNION", ":=", "CAST", "%"] {
      #expect(!operators.contains(name), "\(name)")
    }
    let unknown = try server.call("describe", ["source": "rows", "about": "uppercase"])
    #expect(unknown.isError && !unknown.text.contains("uppercase:"))
  }

  /// The policy is the one that was read at the start.
  @Test func aPolicyThatChangesIsNotReadAgain() throws {
    let folder = try Folder()
    let server = try serving(Self.rows, Self.policy, in: folder)
    let before = try server.call("query", ["source": "rows"]).text
    _ = try folder.file("policy.json", #"["secret"]"#)
    #expect(try server.call("query", ["source": "rows"]).text == before)
  }
}
