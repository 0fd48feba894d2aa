import Testing
import ToolTestSupport

/// `frc-query sql`: predicates as SQL for people.
struct SQLCommandTests {
  private let columns = "id=integer!,name=text,`odd, \"one\"`=real,born=date"

  private func printed(_ arguments: String...) throws -> String {
    let outcome = try Tool.run(["sql"] + arguments)
    #expect((outcome.status == 0) == outcome.errors.isEmpty)
    return outcome.status == 0 ? outcome.text : outcome.errors
  }

  @Test func aStatementComesWithItsParameters() throws {
    #expect(
      try printed(
        "id >= 18 AND name IN {\"O'Hara\", 'x'} AND length(name) > 3", "--table", "per\"son",
        "--columns", columns) == #"""
          SELECT "id", "name", "odd, ""one""", "born" FROM "per""son" WHERE "id" >= ? AND "name" IN (?, ?);
          --   ?1 18   ?2 'O''Hara'   ?3 'x'
          -- part    id >= 18                 pushed down
          -- part    name IN {"O'Hara", "x"}  pushed down
          -- part    length:(name) > 3        not pushed down: the test can fail

          """#)
  }

  @Test func dialectsDiffer() throws {
    #expect(
      try printed("name IN {'a', 'b'}", "--columns", columns, "--dialect", "postgresql")
        .hasPrefix("\"name\" = ANY($1)\n--   $1 {'a', 'b'}\n"))
    #expect(
      try printed("name == %@", "--arg", "5; x", "--columns", columns).hasPrefix("\"name\" = ?\n"))
    #expect(
      try printed("born > $d", "--columns", columns, "--var", "d=5").contains(
        "-- part    born > $d  not pushed down: "))
    #expect(
      try printed("TRUEPREDICATE", "--columns", columns)
        == "1\n-- part    TRUEPREDICATE  pushed down\n")
  }

  @Test func aTimeIsALiteral() throws {
    for dialect in ["postgresql", "postgres"] {
      #expect(
        try printed(
          "born >= CAST('2026-11-22T19:20:00.5Z', 'NSDate')", "--columns", columns, "--dialect",
          dialect) == """
            "born" >= $1
            --   $1 '2026-11-22 19:20:00.5+00'
            -- part    born >= CAST("2026-11-22T19:20:00.5Z", "NSDate")  pushed down

            """)
    }
    #expect(
      try printed(
        "born < CAST('1970-01-02', 'NSDate')", "--columns", columns
      ).hasPrefix("\"born\" < ?\n--   ?1 86400\n"))
    #expect(try printed("id == 1", "--columns", columns, "--dialect", "oracle").contains("oracle"))
  }

  @Test func programsReadTheTranslationAsJSON() throws {
    let columns = "a=real,name=text,at=date,rest=other"
    #expect(
      try printed(
        "a <= 0 AND at > CAST('2020-01-01', 'NSDate') AND a >= 0", "--columns", columns,
        "--dialect", "spark", "--format", "json") == #"""
          {"select":null,"where":"(`a` <= ? OR isnan(`a`)) AND `at` > CAST(? AS TIMESTAMP) AND `a` >= ? AND NOT isnan(`a`)",\#
          "parameters":[0.0,"2020-01-01T00:00:00.000000Z",-0.0],"residual":null,"parts":[\#
          {"text":"a <= 0","class":"exact","where":"`a` <= ? OR isnan(`a`)"},\#
          {"text":"at > CAST(\"2020-01-01\", \"NSDate\")","class":"exact","where":"`at` > CAST(? AS TIMESTAMP)"},\#
          {"text":"a >= 0","class":"exact","where":"`a` >= ? AND NOT isnan(`a`)"}]}

          """#)
    // The residual can be read without the values of variables and arguments.
    #expect(
      try printed(
        "name BEGINSWITH $x AND rest.b > %@", "--columns", columns, "--dialect", "duckdb",
        "--format", "json", "--table", "t", "--var", "x=\"a", "--arg-json", "2") == #"""
          {"select":"SELECT \"a\", \"name\", \"at\", \"rest\" FROM \"t\" WHERE \"name\" COLLATE C >= ? AND \"name\" COLLATE C < ?",\#
          "where":"\"name\" COLLATE C >= ? AND \"name\" COLLATE C < ?","parameters":["\"a","\"b"],\#
          "residual":"name BEGINSWITH \"\\\"a\" AND rest.b > 2","parts":[\#
          {"text":"name BEGINSWITH \"\\\"a\"","class":"superset","where":"\"name\" COLLATE C >= ? AND \"name\" COLLATE C < ?"},\#
          {"text":"rest.b > 2","class":"none","where":null}]}

          """#)
    #expect(
      try printed(
        "`a b` * 2 > 1 AND name CONTAINS[cd] 'x\\u0000'", "--columns", "`a b`=real,name=text",
        "--dialect", "spark", "--format", "json"
      ).contains(#""residual":"`a b` * 2 > 1 AND name CONTAINS[cd] \"x\\u0000\"""#))
    for wrong in ["a > AND", "name MATCHES '*'", "a > $x"] {
      let refused = try Tool.run([
        "sql", wrong, "--columns", columns, "--dialect", "spark", "--format", "json",
      ])
      #expect(refused.status == 2 && refused.text.isEmpty, "\(wrong)")
      #expect(refused.errors.contains("^") || wrong == "a > $x", "\(refused)")
    }
  }

  /// A line end in a value or a name does not end a comment.
  @Test func commentsStayComments() throws {
    let text = try printed(
      "name == %@ AND length(name) > 1", "--arg", "a\nDROP TABLE x", "--columns", columns,
      "--table", "t")
    #expect(text.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("-- ") })
    #expect(text.split(separator: "\n").count == 5)
  }

  @Test func wrongUseIsSaidInALine() throws {
    #expect(
      try printed("nme == 'x'", "--columns", columns).hasPrefix(
        "error: 'table' has no key 'nme', did you mean 'name'?\n"))
    #expect(
      try printed("id == 1", "--columns", "id=intger")
        == "frc-query: there is no kind 'intger', did you mean 'integer'?\n")
    #expect(
      try printed("id == 1", "--columns", "id")
        == "frc-query: 'id' does not declare a column: write --columns 'id=integer!,name=text'\n")
    #expect(try printed("id == 1", "--columns", "id=text,id=text").contains("declared twice"))
    #expect(
      try printed("id == 1").contains("Declare the columns with --columns, or name a database."))
    #expect(try printed("id ==", "--columns", columns).contains("^"))
    #expect(try printed("id == 1", "/no/such/file").contains("not a database"))
  }

  #if SQLite
    @Test func columnsMayComeFromADatabase() throws {
      let strict = try DatabaseFile.people(strict: true)
      #expect(
        try printed("age > 30 AND city BEGINSWITH[n] 'L'", strict.path) == """
          SELECT "id", "name", "age", "city", "score" FROM "person" WHERE "age" > ? AND \
          "city" >= ? AND "city" < ?;
          --   ?1 30   ?2 'L'   ?3 'M'
          -- part    age > 30                pushed down
          -- part    city BEGINSWITH[n] "L"  pushed down

          """)
      // The index of cities shows that all are texts; of ages nothing is known.
      let people = try DatabaseFile.people()
      let path = people.path
      #expect(
        try printed("city BEGINSWITH[n] 'L' AND age > 30", path) == """
          SELECT "id", "name", "age", "city", "score" FROM "person" WHERE "city" >= ? AND \
          "city" < ? AND "age" > ?;
          --   ?1 'L'   ?2 'M'   ?3 30
          -- part    city BEGINSWITH[n] "L"  pushed down
          -- part    age > 30                pushed down; rows are rechecked because a value may have the wrong type

          """)
      #expect(try printed("agee > 30", path).contains("did you mean 'age'?"))
    }
  #else
    @Test func withoutTheTraitALineSaysHowToBuild() throws {
      let folder = try Folder()
      let path = try folder.file("x.db", "")
      let line = "frc-query: \(path): built without SQLite: swift build --traits SQLite\n"
      #expect(try printed("a == 1", path) == line)
      for arguments in [["a == 1", path], ["a == 1", path, "--explain"]] {
        let outcome = try Tool.run(arguments)
        #expect(outcome == Tool.Outcome(status: 2, output: [], errors: line))
      }
    }
  #endif
}
