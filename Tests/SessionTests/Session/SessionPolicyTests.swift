import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `--policy` in the REPL and the pipe: what it hides does not exist, whatever a line or a request is.
@Suite struct SessionPolicyTests {
  /// Runs a command under a policy in a folder of its own, beside a file of rows.
  private func run(
    _ arguments: [String], rows: String, as name: String = "rows.jsonl",
    policy: String = PolicyAttacks.policy, input: [String]
  ) throws -> Tool.Outcome {
    let folder = try Folder()
    _ = try folder.file(name, rows)
    _ = try folder.file("policy.json", policy)
    return try Tool.run(
      arguments + ["--policy", "policy.json"], input: input.joined(separator: "\n") + "\n",
      joined: true, in: folder.path)
  }

  private static let keys = [
    "id", "title", "tags", "owner", "owner.name", "owner.pin", "secret", "secre", "titl", "SELF",
    "`id-title`", "id-title", "n=secret", "secre*2", "SELF.secret", "owner.@count", "tags.@count",
  ]

  // MARK: - REPL

  private static func lines(filter: String) -> [String] {
    [
      filter, ".show 1", ".filter add A \(filter)", ".filters", ".explain row 1", ".explain row 3",
      ".filter clear", ".explain \(filter)", ".explain sql \(filter)", ".count by A: \(filter)",
      ".count off",
    ]
  }

  private static func lines(key: String) -> [String] {
    let commands = [
      "count by", "count", "count sum", "count avg", "count min", "count max", "count distinct",
      "count median", "identity", "schema",
    ]
    var lines = commands.map { ".\($0) \(key)" }
    lines += [
      ".count", ".count off", ".identity", ".count percentile \(key):95",
      ".count histogram \(key):month", ".count off",
      ".sort \(key):desc", ".show", ".sort", ".section \(key)", ".show", ".section",
      ".select \(key)", ".show", ".select",
    ]
    return lines
  }

  private static let lines: [String] = {
    var lines = [
      ".bail off", ".diff on", ".timer off", ".mode jsonl", ".show", ".show 1", ".schema",
    ]
    for filter in PolicyAttacks.filters { lines += Self.lines(filter: filter) }
    for key in keys { lines += Self.lines(key: key) }
    for mode in ["csv", "json", "table"] { lines += [".mode \(mode)", ".show"] }
    lines += [".search hidden", ".show", ".search ann", ".show", ".search", ".help", ".quit"]
    return lines
  }()

  private static let refusedLines = [
    ".open x.jsonl", ".save", ".export x.csv", ".merge", ".watch on", ".add {}", ".remove 1",
    ".replace {}", ".set id 1", ".undo", ".redo", ".begin", ".end", ".rollback", ".read x",
    ".plugin x", ".tables",
  ]

  private static func name(_ line: String) -> String { String(line.prefix { $0 != " " }) }

  @Test(arguments: ["jsonl", "csv"])
  func hiddenKeysDoNotExistInTheREPL(_ format: String) throws {
    let (rows, permitted) =
      format == "csv"
      ? (PolicyAttacks.cells, PolicyAttacks.permittedCells)
      : (PolicyAttacks.rows, PolicyAttacks.permitted)
    let name = "rows.\(format)"
    let found = try run(["repl", name], rows: rows, as: name, input: Self.lines)
    let expected = try run(["repl", name], rows: permitted, as: name, input: Self.lines)
    #expect(found == expected)
    // Texts of filters are repeated in errors.
    let silent = Self.lines.filter { !$0.lowercased().contains("hidden") }
    let shown = try run(["repl", name], rows: rows, as: name, input: silent)
    #expect(!shown.text.contains("HIDDEN") && shown.text.contains(#""title":"b""#))
  }

  @Test func eachLineIsTriedOrRefused() throws {
    let tried = Set(Self.lines.map(Self.name))
    let refused = Set(Self.refusedLines.map(Self.name))
    for line in Command.lines {
      let isPermitted = SessionPolicy.lines.contains(line.name)
      #expect((isPermitted ? tried : refused).contains(line.name), "\(line.name)")
    }
    for line in Self.refusedLines where Command.named(Self.name(line)) != nil {
      let outcome = try run(
        ["repl", "rows.jsonl"], rows: PolicyAttacks.rows, input: [line, ".show"])
      #expect(
        outcome.text.contains("'\(Self.name(line))' does not go with --policy"), "\(outcome)")
      #expect(outcome.status == 2)
    }
  }

  @Test func hiddenKeysAreNotCompleted() throws {
    let policy = try SessionPolicy(
      FilterPolicy(keyPaths: ["id", "title", "owner.name", "tags"]), .standard, bindings: [:],
      limits: .standard)
    let sessions = try [PolicyAttacks.rows, PolicyAttacks.permitted].map { rows in
      let heard = try HeardSession(isTerminal: true, policy: policy)
      try heard.load(rows.split(separator: "\n").map(String.init))
      return heard
    }
    for line in [
      "", "s", "secr", "owner.", "owner.p", "title == ", "title == 'H", "SELF.", "id > 1 AND ",
      ".sort ", ".sort s", ".select owner.", ".filter add A s", ".section n", ".count by ",
    ] {
      let candidates = sessions.map {
        ReplCompletion(line: line, cursor: line.utf8.count, session: $0.session).candidates
      }
      #expect(candidates[0] == candidates[1], "\(line)")
      #expect(!candidates[0].contains { $0.contains("secret") || $0.contains("HIDDEN") })
    }
    // Hints of a terminal
    for line in PolicyAttacks.filters + Self.keys.map({ ".sort \($0)" }) {
      let said = try sessions.map { try $0.says(line) }
      #expect(said[0] == said[1], "\(line)")
    }
  }

  // MARK: - Pipe

  private static func json(_ text: String) -> String { FilterValue.string(text).json }

  /// Requests over rows, some of them with the first row.
  private static func requests(_ rows: [String]) -> [String] {
    let row = rows[0]
    var requests: [String] = [
      #"{"op":"set","items":[\#(rows.joined(separator: ","))]}"#,
      #"{"op":"configure","identity":"id","rows":true}"#, #"{"op":"snapshot"}"#,
    ]
    for filter in PolicyAttacks.filters.map(json) {
      requests += [
        #"{"op":"evaluate","filter":\#(filter),"item":\#(row),"variables":{"k":"secret"}}"#,
        #"{"op":"explain","filter":\#(filter),"item":\#(row),"variables":{"k":"secret"}}"#,
        #"{"op":"explain","filter":\#(filter),"key":2,"variables":{"k":"secret"}}"#,
        #"{"op":"format","filter":\#(filter)}"#, #"{"op":"tree","filter":\#(filter)}"#,
        #"{"op":"residual","filter":\#(filter),"known":{"id":1,"secret":"HIDDEN"}}"#,
        #"{"op":"value","expression":\#(filter),"item":\#(row)}"#,
        #"{"op":"tokens","text":\#(filter)}"#, #"{"op":"complete","text":\#(filter)}"#,
        #"{"op":"complete","text":\#(filter),"keys":{"secret":"text","id":"number"}}"#,
        #"{"op":"filter.add","name":"A","filter":\#(filter),"variables":{"k":"secret"}}"#,
        #"{"op":"why","key":1}"#, #"{"op":"snapshot","checksum":true}"#,
        #"{"op":"filter.remove","name":"A"}"#,
        #"{"op":"filter.replaceAll","filters":[{"name":"B","filter":\#(filter)}]}"#,
        #"{"op":"filter.clear"}"#,
        #"{"op":"configure","facets":[{"name":"f","filters":[{"name":"A","filter":\#(filter)}]}]}"#,
      ]
    }
    for key in keys.map(json) {
      requests += [
        #"{"op":"value","expression":\#(key),"item":\#(row)}"#,
        #"{"op":"configure","sort":[\#(key)]}"#, #"{"op":"configure","sort":[{"key":\#(key)}]}"#,
        #"{"op":"configure","section":\#(key)}"#, #"{"op":"snapshot","from":0,"count":2}"#,
        #"{"op":"configure","section":null,"facets":[{"name":"f","values":\#(key)}]}"#,
        #"{"op":"configure","aggregates":[{"name":"n","max":\#(key)},{"name":"c","distinct":\#(key)}]}"#,
        #"{"op":"configure","identity":\#(key)}"#, #"{"op":"configure","identity":"id"}"#,
      ]
    }
    requests += [
      #"{"op":"format","tree":{"version":1,"predicate":{"op":"==","args":[{"property":"secret"},1]}}}"#,
      #"{"op":"set","sections":[{"name":"A","items":[\#(row)]},{"name":"B","items":[]}]}"#,
      #"{"op":"snapshot"}"#, #"{"op":"complete","text":"secr"}"#,
      #"{"op":"complete","text":"owner."}"#, #"{"op":"complete","text":"title == "}"#,
    ]
    return requests
  }

  private static func rows(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test func hiddenKeysDoNotExistInThePipe() throws {
    let requests = Self.requests(Self.rows(PolicyAttacks.rows))
    let found = try run(["pipe"], rows: "", input: requests)
    let expected = try run(
      ["pipe"], rows: "", input: Self.requests(Self.rows(PolicyAttacks.permitted)))
    #expect(found.lines.count == requests.count)
    for (request, answers) in zip(requests, zip(found.lines, expected.lines)) {
      #expect(answers.0 == answers.1, "\(request)")
      // Texts of filters are repeated.
      #expect(request.contains("'HIDDEN'") || !answers.0.contains("HIDDEN"), "\(request)")
    }
  }

  @Test func eachRequestIsTriedOrRefused() throws {
    let tried = Self.requests(Self.rows(PolicyAttacks.rows)).joined()
    for operation in Operation.all {
      let isPermitted = SessionPolicy.operations.contains(operation.name)
      #expect(isPermitted == tried.contains("{\"op\":\"\(operation.name)\""), "\(operation.name)")
      guard !isPermitted else { continue }
      let outcome = try run(["pipe"], rows: "", input: [#"{"op":"\#(operation.name)"}"#])
      #expect(outcome.text.contains("'\(operation.name)' does not go with --policy"))
    }
  }

  // MARK: - Always

  @Test func theFilterOfThePolicyAlwaysHolds() throws {
    let ours = PolicyAttacks.tenants.split(separator: "\n").filter { $0.contains("ours") }
      .joined(separator: "\n")
    let lines = [
      ".bail off", ".show", ".schema", "TRUE", "id > 1", "NOT id == 1", "title == 'HIDDEN'",
      "tenant == 'ours'", ".explain id > 1", ".count by title", ".count sum id", ".sort id:desc",
      ".show", ".section title", ".show", ".filter add A id > 1",
      ".explain row 1", ".explain row 2", ".filters",
    ]
    let found = try [PolicyAttacks.tenants, ours].map {
      try run(
        ["repl", "rows.jsonl", "--var", "tenant=ours"], rows: $0, policy: PolicyAttacks.always,
        input: lines)
    }
    #expect(found[0] == found[1] && !found[0].text.contains("theirs"))
    let requests = [PolicyAttacks.tenants, ours].map { rows in
      [
        #"{"op":"set","items":[\#(Self.rows(rows).joined(separator: ","))]}"#,
        #"{"op":"snapshot"}"#, #"{"op":"tree","filter":"id > 1"}"#,
        #"{"op":"format","filter":"id > 1"}"#,
        #"{"op":"residual","filter":"id > 1","known":{"id":2}}"#,
        #"{"op":"filter.add","name":"A","filter":"id > 1","variables":{"tenant":"theirs"}}"#,
        #"{"op":"evaluate","filter":"TRUE","item":{"id":1,"tenant":"theirs"}}"#,
        #"{"op":"explain","filter":"id == 1","item":{"id":1,"tenant":"ours"}}"#,
      ]
    }
    let answers = try requests.map {
      try run(
        ["pipe", "--var", "tenant=ours"], rows: "", policy: PolicyAttacks.always, input: $0
      ).lines
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].allSatisfy { !$0.contains("tenant") && !$0.contains("HIDDEN") })
    #expect(answers[0][4] == #"{"result":true,"always":true}"#)
    #expect(answers[0][6].contains("the policy leaves no part of 'item'"))
  }

  @Test func theFilterOfThePolicyReadsCells() throws {
    let policy = #"{"version": 1, "keys": ["name"], "always": "level > 3"}"#
    let rows = "name,level\na,1\nb,20\nc,\nd,x\n"
    let outcome = try run(
      ["repl", "rows.csv"], rows: rows, as: "rows.csv", policy: policy,
      input: [".mode csv", ".show"])
    #expect(outcome.text.contains("name\nb\n") && !outcome.text.contains("20"), "\(outcome)")
  }

  @Test(arguments: ["repl", "pipe"])
  func aMistakeIsAnErrorAtTheStart(_ command: String) throws {
    func text(_ arguments: [String], _ policy: String) throws -> String {
      let outcome = try run([command] + arguments, rows: "", policy: policy, input: [])
      #expect(outcome.status == 2)
      return outcome.text
    }
    #expect(try text([], PolicyAttacks.always).contains("$tenant of the policy has no value"))
    #expect(try text([], #"{"version": 1, "keys": ["id"], "kees": []}"#).contains("kees"))
    let outcome = try Tool.run(command, "--var", "a=1")
    #expect(outcome.status == 2 && outcome.errors.contains("--policy"))
  }

  @Test func valuesKeepTheirSpelling() throws {
    let rows = #"{"id":1.50,"secret":1,"tags":[1.0, 2e3],"owner":{"pin":1,"name":1.0}}"#
    let outcome = try run(
      ["repl", "rows.jsonl"], rows: rows, input: [".mode jsonl", ".show"])
    #expect(outcome.text.contains(#""id":1.50"#) && !outcome.text.contains("secret"), "\(outcome)")
  }
}
