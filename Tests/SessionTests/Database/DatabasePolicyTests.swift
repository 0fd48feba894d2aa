#if SQLite
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// `--policy` over a database: hidden columns do not exist, and the filter of the policy is part of the statement.
  struct DatabasePolicyTests {
    private static let policy =
      #"{"version": 1, "keys": ["id", "title", "doc.open"], "always": "tenant == $tenant"}"#

    private func file() throws -> DatabaseFile {
      try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, tenant TEXT, title TEXT, secret TEXT, doc TEXT) STRICT;
        INSERT INTO t VALUES (1, 'ours', 'a', 'HIDDEN', '{"open":1,"pin":"HIDDEN"}'),
          (2, 'theirs', 'HIDDEN', 'HIDDEN', '{}'), (3, 'ours', 'b', 'HIDDEN', '{"pin":"HIDDEN"}');
        """)
    }

    private func run(
      _ arguments: [String], policy: String = Self.policy
    ) throws -> (outcome: Tool.Outcome, all: String) {
      let file = try file()
      let path = try file.folder.file("policy.json", policy)
      let outcome = try Tool.run(
        arguments + [file.path, "--policy", path, "--var", "tenant=ours"])
      return (outcome, outcome.text + outcome.errors)
    }

    @Test func aSessionOpensNoTable() throws {
      let (outcome, all) = try run(["repl"])
      #expect(outcome.status == 2 && all.contains("a table under --policy is read by"), "\(all)")
    }

    @Test func rowsHavePermittedColumnsAndTheTenant() throws {
      let rows = try run(["TRUE", "--sort", "id"]).outcome.lines
      #expect(rows.count == 2 && rows[0].hasPrefix(#"{"id":1,"title":"a""#), "\(rows)")
      #expect(!rows.joined().contains("HIDDEN"), "\(rows)")
      let cells = try run(["TRUE", "-o", "csv", "--sort", "id"]).outcome.text
      #expect(cells == "id,title\n1,a\n3,b\n")
      #expect(try run(["id > 0", "-c"]).outcome.text == "2\n")
      #expect(try run(["id == 1", "-c", "-v"]).outcome.text == "1\n")
      #expect(try run(["TRUE", "--count-by", "title"]).outcome.lines.count == 2)
      let short = try run(["TRUE", "--sort", "id"], policy: #"["id", "title"]"#).outcome
      #expect(short.lines.first == #"{"id":1,"title":"a"}"#)
    }

    @Test(arguments: [
      ["secret == 'x'"], ["secre == 'x'"], ["titl == 'x'"], ["doc.pin == 1"], ["doc == 1"],
      ["TRUE", "--select", "secret"], ["TRUE", "--select", "SELF"], ["TRUE", "--sort", "tenant"],
      ["TRUE", "--max", "secret"], ["TRUE", "--unique", "secret"], ["TRUE", "--explain"],
      ["id == 2"], ["id == 2", "--why"], ["TRUE", "-o", "table"], ["title CONTAINS 'HID'"],
      ["id > 'a'"], ["doc.open == 'x'"], ["title > 1"],
    ])
    func hiddenColumnsAreNotShown(_ arguments: [String]) throws {
      let all = try run(arguments).all
      #expect(!all.contains("HIDDEN"), "\(all)")
      #expect(arguments.joined().contains("tenant") || !all.contains("tenant"), "\(all)")
    }

    @Test(arguments: [["id > 0"], ["id > 0", "--count"], ["sql", "id > 0"]])
    func aHiddenColumnThatIsMissingHasNoName(_ arguments: [String]) throws {
      let policy = #"{"version": 1, "keys": ["id"], "always": "HIDDEN == 1"}"#
      let (outcome, all) = try run(arguments, policy: policy)
      #expect(outcome.status == 2 && all.contains("lacks a key"), "\(all)")
      #expect(!all.contains("HIDDEN"), "\(all)")
    }

    /// A row for which the filter of the policy fails is left out, and no message counts it.
    @Test func aRowForWhichTheFilterFailsIsNotCounted() throws {
      let policy = #"{"version": 1, "keys": ["id"], "always": "level > 3"}"#
      let insert = "CREATE TABLE t (id INTEGER PRIMARY KEY, level); INSERT INTO t VALUES "
      let files = try [
        DatabaseFile(insert + "(1, 9), (2, 8), (3, 'x'), (4, x'00'), (5, NULL), (6, 1);"),
        DatabaseFile(insert + "(1, 9), (2, 8);"),
      ]
      for arguments in [
        ["id > 0"], ["id > 0", "-c"], ["id > 0", "-v"], ["id + 1 > 2", "--sort", "id:desc"],
        ["id == 9"], ["TRUE", "--count-by", "id"], ["id % 2 == 0"],
      ] {
        let outcomes = try files.map { file in
          let path = try file.folder.file("policy.json", policy)
          let outcome = try Tool.run(["filter"] + arguments + [file.path, "--policy", path])
          return outcome.description.replacing(file.folder.path, with: "")
        }
        #expect(outcomes[0] == outcomes[1], "\(arguments)")
        #expect(!outcomes[0].contains("level"), "\(outcomes)")
      }
    }

    /// Neither the names of the other tables, nor messages of the database that have them.
    @Test(arguments: [
      [], ["--table", "secret_tabl"], ["--table", "people"], ["--table", "broken"],
      ["--table", "half"],
    ])
    func otherTablesHaveNoNames(_ table: [String]) throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE person (id INTEGER PRIMARY KEY);
        CREATE TABLE secret_table (id INTEGER PRIMARY KEY, secret_column TEXT);
        CREATE VIEW half AS SELECT id, secret_function(id) AS x FROM secret_table;
        CREATE VIEW broken AS SELECT id FROM secret_missing;
        """)
      let policy = try file.folder.file("policy.json", #"{"version": 1, "keys": ["id"]}"#)
      for command in [
        ["filter", "id > 0"], ["filter", "id > 0", "--count"], ["filter", "id > 0", "--why"],
        ["schema", "--json"], ["guide"], ["sql", "id > 0"],
      ] {
        let outcome = try Tool.run(command + [file.path, "--policy", policy] + table)
        let all = outcome.text + outcome.errors
        #expect(outcome.status == 2, "\(command) \(table): \(all)")
        #expect(!all.contains("secret_t") || table.contains("secret_tabl"), "\(all)")
        #expect(
          !all.contains("secret_table") && !all.contains("secret_m") && !all.contains("secret_f")
            && !all.contains("person"), "\(command) \(table): \(all)")
      }
      let opened = try Tool.run(["repl", file.path, "--policy", policy] + table, input: ".show\n")
      #expect(!(opened.text + opened.errors).contains("secret_table"), "\(opened)")
    }

    @Test func theStatementHasTheFilterAndPermittedColumns() throws {
      let text = try run(["sql", "id > 1"]).outcome.text
      #expect(text.hasPrefix(#"SELECT "id", "title" FROM "t" WHERE "#), "\(text)")
      #expect(text.contains(#""tenant" = ?"#) && !text.contains("secret"), "\(text)")
      #expect(try run(["sql", "secret == 'x'"]).outcome.status == 2)
    }
  }
#endif
