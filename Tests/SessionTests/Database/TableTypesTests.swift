#if SQLite
  import FilterSQLite
  import Testing
  import ToolTestSupport

  /// `--types` for tables of a session and of the pipe: what is tested, sorted, counted and written is that of one shot.
  struct TableTypesTests {
    private static let rows = """
      INSERT INTO t VALUES
        (1, '20.11.2026', '1.234,50', 1767225600, 1, '{"a":1}'),
        (2, '1.2.2026', '7,00', 1767312000, 0, '{"a": 2}'),
        (3, '3.2.2026', '80,25', 1767398400, 1, '[3]'), (4, NULL, NULL, NULL, NULL, NULL)
      """

    private static let types = "d=date:%d.%m.%Y,p=number:1.234,56,u=unix,open=boolean,j=json"

    /// Calls `body` with the rows in a file of SQLite, and on a server if there is one.
    private func withTables(_ body: (_ input: String) throws -> Void) throws {
      let file = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, d TEXT, p TEXT, u INTEGER, open INTEGER, j TEXT);
        \(Self.rows);
        """)
      try body(file.path)
      #if PostgreSQL
        let server = try ServerTables(
          """
          CREATE TABLE t (id bigint PRIMARY KEY, d text, p text, u bigint, open bigint, j varchar(90));
          \(Self.rows);
          """)
        if let server { try body(server.table("t")) }
      #endif
    }

    private func session(
      _ input: String, _ lines: String..., options: [String] = []
    ) throws -> Tool.Outcome {
      try Tool.run(
        ["repl", input, "--types", Self.types] + options,
        input: lines.map { $0 + "\n" }.joined())
    }

    private func open(_ input: String, _ members: String = "") -> String {
      #"{"op":"open","source":"\#(input)","types":"\#(Self.types)"\#(members)}"#
    }

    // MARK: - Reading

    @Test(arguments: [
      ("d > #2026-02-02#", [1, 3]), ("p > 50", [1, 3]), ("u >= #2026-01-02#", [2, 3]),
      ("open == TRUE", [1, 3]), ("j.a == 2", [2]), ("year(d) == 2026 AND p < 100", [2, 3]),
      ("d == nil", [4]), ("d < #2026-11-01# AND NOT open == TRUE", [2]), ("id > 1 AND p < 50", [2]),
    ])
    func aFilterHasTheRowsOfOneShot(_ filter: String, _ expected: [Int]) throws {
      try withTables { input in
        let ids = expected.map { "\($0)" }
        let shot = try Tool.run(
          filter, input, "--types", Self.types, "--sort", "id", "-r", "-s", "id")
        #expect(shot.lines == ids, "\(shot)")
        let typed = try session(input, ".mode text", ".sort id", ".select id", filter)
        #expect(typed.lines == ids, "\(typed)")
        let added = try session(
          input, ".mode text", ".sort id", ".select id", ".filter add A \(filter)", ".show")
        #expect(added.lines == ids, "\(added)")
        let answers = try converse([
          open(input), #"{"op":"filter.add","name":"f","filter":"\#(filter)"}"#, ask,
        ])
        let rows = try JSONNode(answers[2])["sections"]?.elements.first?["items"]?.elements
        #expect(rows?.compactMap { $0["id"]?.integer } == expected, "\(answers)")
        let read = try converse([open(input, #","filter":"\#(filter)""#), ask])
        let some = try JSONNode(read[1])["sections"]?.elements.first?["items"]?.elements
        #expect(some?.compactMap { $0["id"]?.integer } == expected, "\(read)")
      }
    }

    @Test(arguments: ["d", "d:desc", "p", "p:desc", "u:desc", "open,id:desc", "year(d),p"])
    func rowsAreInTheOrderOfOneShot(_ keys: String) throws {
      try withTables { input in
        let shot = try Tool.run("id < 4", input, "--types", Self.types, "--sort", keys)
        #expect(shot.lines.count == 3, "\(shot)")
        let typed = try session(
          input, ".mode jsonl", ".sort \(keys)", ".filter add A id < 4", ".show")
        #expect(typed.lines == shot.lines, "\(typed)")
        let first = try session(input, ".mode jsonl", ".sort \(keys)", ".show 2", ".show 1")
        let limited = try Tool.run(
          "TRUE", input, "--types", Self.types, "--sort", keys, "--limit", "2")
        #expect(first.lines == limited.lines + limited.lines.prefix(1), "\(first)")
      }
    }

    @Test func computedColumnsAndSectionsAreThoseOfOneShot() throws {
      try withTables { input in
        let shot = try Tool.run(
          "TRUE", input, "--types", Self.types, "--sort", "id", "-o", "csv", "-s",
          "id,d,y=year(d),q=p*2,open")
        let typed = try session(
          input, ".mode csv", ".sort id", ".select id,d,y=year(d),q=p*2,open", ".show")
        #expect(shot.lines.count == 5 && typed.lines == shot.lines, "\(typed)")
        for key in ["u", "open", "year(d)"] {
          let sections = try Tool.run(
            "TRUE", input, "--types", Self.types, "--sort", "id", "--section", key)
          let shown = try session(input, ".mode jsonl", ".sort id", ".section \(key)", ".show")
          #expect(shown.lines == sections.lines, "\(shown)")
        }
      }
    }

    @Test(arguments: [
      ("max", "d"), ("min", "u"), ("sum", "p"), ("avg", "p"), ("median", "p"), ("distinct", "open"),
      ("max", "j.a"),
    ])
    func anAggregateIsThatOfOneShot(_ word: String, _ key: String) throws {
      try withTables { input in
        let shot = try Tool.run("TRUE", input, "--types", Self.types, "--\(word)", key, "-r")
        let typed = try session(input, ".mode text", ".count \(word) \(key)")
        #expect(shot.lines == ["4\t" + (typed.lines.first ?? "")], "\(shot) \(typed)")
      }
    }

    @Test func aKindThatDoesNotFitIsAnError() throws {
      try withTables { input in
        for (types, message) in [
          ("d=number", "'20.11.2026' in column 'd' is not a number"),
          ("x=text", "there is no column 'x'"), ("id=number,open=text", "is not text"),
        ] {
          let shot = try Tool.run("TRUE", input, "--types", types)
          #expect(shot.status == 2 && shot.errors.contains(message), "\(shot)")
          let typed = try Tool.run(["repl", input, "--types", types], input: ".sort id\n.show\n")
          #expect(typed.status == 2 && typed.errors.contains(message), "\(typed)")
          let answers = try converse([
            #"{"op":"open","source":"\#(input)","types":"\#(types)"}"#
          ])
          #expect(answers[0].contains(message), "\(answers)")
        }
      }
    }

    // MARK: - Edits

    /// The rows as they are stored.
    private func stored(_ input: String) throws -> [String] {
      try Tool.run("TRUE", input, "--sort", "id", "-o", "csv").lines
    }

    @Test func anEditOfASessionWritesWhatIsTyped() throws {
      try withTables { input in
        let rows = try stored(input)
        func edit(_ lines: String...) throws -> Tool.Outcome {
          try Tool.run(
            ["repl", input, "--write", "--types", Self.types],
            input: lines.map { $0 + "\n" }.joined())
        }
        #expect(try edit(".set p '9,00' where d > #2026-03-01#").status == 0)
        var expected = rows
        expected[1] = rows[1].replacing("\"1.234,50\"", with: "\"9,00\"")
        #expect(try stored(input) == expected)
        // What is not edited stays byte for byte.
        let replaced = try edit(
          #".replace {"id":2,"d":"5.5.2026","p":"7,00","u":1767312000,"open":false,"j":{"a":2}}"#)
        #expect(replaced.status == 0, "\(replaced)")
        expected[2] = rows[2].replacing("1.2.2026", with: "5.5.2026")
        #expect(try stored(input) == expected)
        #expect(try edit(".set open FALSE where id == 3").status == 0)
        expected[3] = rows[3].replacing(",1,", with: ",0,")
        #expect(try stored(input) == expected)
        let undone = try edit(".remove 2", ".undo", ".set u id where id == 3", ".undo")
        #expect(undone.status == 0, "\(undone)")
        #expect(try stored(input) == expected)
        for (line, message) in [
          (".set p 9 where id == 1", "'9' in column 'p' is not number:1.234,56"),
          (".set d '2026-01-01'", "'2026-01-01' in column 'd' is not date:%d.%m.%Y"),
          (".set u d where id == 1", "in column 'u' is not unix"),
          (#".add {"id":9,"u":"soon"}"#, "'soon' in column 'u' is not unix"),
          (".set j 'x' where id == 1", "'x' in column 'j' is not JSON"),
        ] {
          let refused = try edit(line)
          #expect(refused.status == 2 && refused.errors.contains(message), "\(line): \(refused)")
        }
        #expect(try stored(input) == expected)
      }
    }

    @Test func anEditOfThePipeWritesWhatIsSent() throws {
      try withTables { input in
        let rows = try stored(input)
        let writable = open(input, #","write":true"#)
        func item(_ d: String, _ p: String) -> String {
          #"{"id":3,"d":"\#(d)","p":\#(p),"u":1767398400,"open":true,"j":[3]}"#
        }
        let answers = try converse([
          writable, #"{"op":"merge","items":[\#(item("9.9.2026", "80.25"))]}"#,
          #"{"op":"replace","item":\#(item("9.9.2026", "81"))}"#,
          #"{"op":"filter.add","name":"f","filter":"d > #2026-09-01# AND id > 1"}"#, ask,
        ])
        #expect(answers[1].hasPrefix(#"{"changes":"#), "\(answers)")
        #expect(answers[2].contains("'81' in column 'p' is not number:1.234,56"), "\(answers)")
        let shown = try JSONNode(answers[4])["sections"]?.elements.first?["items"]?.elements
        #expect(shown?.compactMap { $0["id"]?.integer } == [3], "\(answers)")
        var expected = rows
        expected[3] = rows[3].replacing("3.2.2026", with: "9.9.2026")
        #expect(try stored(input) == expected)
        let keyed = try converse([
          #"{"op":"open","source":"\#(input)","types":"id=number","write":true}"#
        ])
        #expect(keyed[0].contains("edits name rows by 'id' as it is stored"), "\(keyed)")
      }
    }
  }
#endif
