import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `--policy`: what it hides does not exist, whatever a request is.
@Suite struct PolicyTests {
  /// A folder with a policy, and the program run under it.
  private struct Guarded {
    let folder: URL

    init(_ policy: String) throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("policy-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(policy.utf8).write(to: folder.appendingPathComponent("policy.json"))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func run(_ arguments: [String], input: String = "") throws -> String {
      let path = folder.appendingPathComponent("policy.json").path
      let outcome = try Tool.run(arguments + ["--policy", path], input: input)
      return outcome.description.replacing(path, with: "policy.json")
    }
  }

  private func guarded<Value>(
    _ policy: String = Self.policy, _ body: (Guarded) throws -> Value
  ) throws -> Value {
    let guarded = try Guarded(policy)
    defer { guarded.remove() }
    return try body(guarded)
  }

  private static let policy = PolicyAttacks.policy
  private static let rows = PolicyAttacks.rows
  private static let cells = PolicyAttacks.cells
  private static let filters = PolicyAttacks.filters

  /// Options that name or show keys.
  private static let options: [[String]] = [
    [], ["-v"], ["--why"], ["-o", "table"], ["--select", "id,title"], ["--count-by", "title"],
    ["-c"], ["--select", "secret"], ["--select", "owner"],
    ["--select", "SELF"], ["--select", "n=secret"], ["--select", "id,secre*2"],
    ["--select", "owner.name,x=owner.pin == 1"], ["--sort", "id:desc"], ["--sort", "secret"],
    ["--sort", "titl"], ["--section", "title"], ["--section", "secret"], ["--unique", "title"],
    ["--unique", "secret"], ["--count-by", "secret"], ["--select", "`id-title`"],
    ["--sort", "`id-title`"], ["--section", "`id-title`"], ["--count-by", "`id-title`"],
    ["--max", "`id-title`"],
    ["--sum", "id"], ["--sum", "secret"], ["--max", "owner.pin"], ["--distinct", "SELF"],
    ["--histogram", "id"], ["--histogram", "secret:1"], ["--why", "-v"], ["--explain"],
    ["-o", "json"], ["-o", "csv"], ["-o", "tsv"], ["-n", "-H"],
    ["--types", "secret=number"], ["--var", "k=secret"], ["--rows", "owner"], ["--limit", "1"],
  ]

  @Test(arguments: ["jsonl", "csv"])
  func hiddenKeysDoNotExist(_ format: String) throws {
    let rows = format == "csv" ? Self.cells : Self.rows
    let permitted = format == "csv" ? PolicyAttacks.permittedCells : PolicyAttacks.permitted
    try guarded { tool in
      for filter in Self.filters {
        // Each filter with the first options, and each option with the first filters.
        let isFirst = Self.filters.prefix(4).contains(filter)
        for options in isFirst ? Self.options : Array(Self.options.prefix(6)) {
          // The answers are those for rows without the keys.
          let arguments = options + ["-i", format, filter]
          let outcome = try tool.run(arguments, input: rows)
          #expect(try outcome == tool.run(arguments, input: permitted), "\(arguments)")
          // The text of a filter is repeated in errors.
          if !filter.contains("HIDDEN") { #expect(!outcome.contains("HIDDEN"), "\(arguments)") }
        }
      }
    }
  }

  @Test func onlyPermittedKeysAreWritten() throws {
    try guarded { (tool) throws in
      #expect(
        try tool.run(["TRUE"], input: Self.rows).hasPrefix(
          """
          status 0
          {"id":1,"title":"a","owner":{"name":"Ann"},"tags":["x"]}
          {"id":2,"title":"b","owner":{"name":"Bob"},"tags":["x","y"]}
          {"id":3,"title":null,"owner":[{"name":"Cid"}]}

          """))
      #expect(
        try tool.run(["TRUE", "-i", "csv", "-o", "csv"], input: Self.cells).hasPrefix(
          "status 0\nid,title\n1,a\n2,b\n3,\n"))
    }
  }

  @Test func aPermittedKeyMayNeedBackquotes() throws {
    try guarded(#"["id", "`user-id`"]"#) { tool in
      let rows = #"{"id":3,"user":1,"user-id":"u"}"#
      for key in ["user-id", "`user-id`"] {
        let found = try tool.run(["TRUE", "--select", key, "--sort", key], input: rows)
        #expect(found == "status 0\n{\"user-id\":\"u\"}\n\n")
      }
    }
  }

  @Test func argumentsForKeysAreChecked() throws {
    try guarded { tool in
      let found = try tool.run(["%K == 'a'", "--arg", "title"], input: Self.rows)
      #expect(found.hasPrefix("status 0"))
      let refused = try tool.run(["%K == 'a'", "--arg", "secret"], input: Self.rows)
      #expect(refused.hasPrefix("status 2") && !refused.contains("HIDDEN"))
    }
  }

  // MARK: - Always

  private static let tenants = PolicyAttacks.tenants
  private static let always = PolicyAttacks.always

  @Test func theFilterOfThePolicyAlwaysHolds() throws {
    let ours = Self.tenants.split(separator: "\n").filter { $0.contains("ours") }
      .joined(separator: "\n")
    let options: [[String]] = [
      [], ["-v"], ["-c"], ["-c", "-v"], ["--sort", "id:desc"], ["--count-by", "title"],
      ["--distinct", "title"], ["--section", "title"], ["--limit", "1", "--offset", "1"],
      ["-o", "table"], ["--select", "title"],
    ]
    try guarded(Self.always) { tool in
      for filter in ["TRUE", "FALSE", "id > 1", "title == 'HIDDEN'", "NOT id == 1 OR title > 'a'"] {
        for options in options {
          let arguments = options + [filter, "-q", "--var", "tenant=ours"]
          let outcome = try tool.run(arguments, input: Self.tenants)
          #expect(try outcome == tool.run(arguments, input: ours), "\(arguments)")
          #expect(!outcome.contains("tenant"), "\(arguments)")
        }
      }
    }
  }

  /// A row for which it fails is left out, and no message counts it. Rows of the filter itself are counted.
  @Test(arguments: ["jsonl", "csv"])
  func aRowForWhichItFailsIsNotCounted(_ format: String) throws {
    let (shown, hidden) =
      format == "csv"
      ? ("id,level\n1,9\n2,8\n3,7\n", "4,x\n5,y\n6,2\n")
      : (
        #"{"id":1,"level":9}"# + "\n" + #"{"id":"x","level":8}"# + "\n" + #"{"id":3,"level":7}"#
          + "\n",
        #"{"id":4,"level":"x"}"# + "\n" + #"{"id":5,"level":[1]}"# + "\n" + #"{"id":6}"# + "\n"
      )
    let options: [[String]] = [
      [], ["-v"], ["-c"], ["-c", "-v"], ["--sort", "id:desc"], ["--count-by", "id"],
      ["--max", "id"], ["-o", "json"], ["--skip-errors"], ["--types", "id=number"],
      ["--limit", "1"],
      ["--errors", "json"],
    ]
    try guarded(#"{"version": 1, "keys": ["id"], "always": "level > 3"}"#) { tool in
      for filter in ["TRUE", "id > 1", "id + 1 > 2 AND id < 9", "id == 77"] {
        for options in options {
          let arguments = options + ["-i", format, filter]
          let outcome = try tool.run(arguments, input: shown + hidden)
          #expect(try outcome == tool.run(arguments, input: shown), "\(arguments)")
          #expect(!outcome.contains("level"), "\(arguments): \(outcome)")
        }
      }
    }
  }

  /// Rows for which it holds are explained as if there was none, by what the text asks for.
  @Test func rowsThatItLeavesAreExplained() throws {
    let ours = Self.tenants.split(separator: "\n").filter { $0.contains("ours") }
      .joined(separator: "\n")
    let open = #"{"version": 1, "keys": ["id", "title"]}"#
    for filter in [
      "id > 1", "NOT id == 1", "NOT (NOT id == 1)", "id > 1 AND title == 'x'", "FALSE",
      "id + 1 > 2",
    ] {
      for options in [["-v"], [], ["--limit", "5"], ["--types", "id=number"]] {
        let arguments = ["--why", filter] + options
        let (found, expected) = try (
          guarded(Self.always) {
            try $0.run(arguments + ["--var", "tenant=ours"], input: Self.tenants)
          }, guarded(open) { try $0.run(arguments, input: ours) }
        )
        #expect(found == expected, "\(arguments)")
        #expect(!found.contains("tenant") && !found.contains("theirs"), "\(arguments)")
      }
    }
  }

  @Test func theFilterOfThePolicyIsNotShown() throws {
    try guarded(Self.always) { tool in
      for arguments in [
        ["tenant == 'theirs'"], ["$tenant == 1"], ["id > 5"], ["id > 'a'"], ["title == 1"],
        ["id == 2", "--why"], ["id == 2", "--explain"], ["id == 2", "--select", "tenant"],
      ] {
        let outcome = try tool.run(arguments + ["--var", "tenant=ours"], input: Self.tenants)
        #expect(!outcome.contains("HIDDEN") && !outcome.contains("ours"), "\(arguments)")
        #expect(
          arguments[0].contains("tenant") || arguments.contains("tenant")
            || !outcome.contains("tenant"), "\(arguments): \(outcome)")
      }
      // Without a value for its variable no row is read.
      #expect(try tool.run(["TRUE"], input: Self.tenants).hasPrefix("status 2\n\n"))
      #expect(try tool.run(["check", "id=1"]) == "status 0\nid == 1\n\n")
    }
  }

  // MARK: - The file

  @Test(arguments: [
    ("{", "policy.json:1: "), (#"["id",]"#, "policy.json:1: "),
    (#"{"version": 1, "keys": ["id"], "alway": "x == 1"}"#, "policy.json: alway: "),
    (#"{"version": 1, "keys": ["id"], "always": "x =="}"#, "policy.json: always: "),
    (
      #"{"version": 1, "keys": ["id"], "always": "x == 1", "always": "TRUE"}"#,
      "policy.json:1: an object has a member twice"
    ),
  ])
  func aMistakeInThePolicyEndsTheProgram(_ policy: String, _ message: String) throws {
    try guarded(policy) { tool in
      for arguments in [["TRUE"], ["check", "id == 1"]] {
        let outcome = try tool.run(arguments, input: Self.rows)
        #expect(outcome.hasPrefix("status 2\n\nfrc-query: " + message), "\(outcome)")
      }
    }
    #expect(try Tool.run("TRUE", "--policy", "/nowhere.json", input: Self.rows).status == 2)
  }

  @Test func checkKnowsThePolicy() throws {
    try guarded { tool in
      #expect(try tool.run(["check", "title = 'a'"]) == "status 0\ntitle == \"a\"\n\n")
      let refused = try tool.run(["check", "secret == 1"])
      #expect(refused.hasPrefix("status 2") && refused.contains("secret"))
    }
  }

  @Test func limitsOfThePolicyHold() throws {
    let policy = #"{"version": 1, "keys": ["tags"], "limits": {"steps": 3}}"#
    try guarded(policy) { tool in
      let tags = (0..<1_000).map(String.init).joined(separator: ",")
      let outcome = try tool.run(["max(tags) > 998"], input: "{\"tags\":[\(tags)]}")
      #expect(outcome.hasPrefix("status 2"), "\(outcome)")
    }
  }
}
