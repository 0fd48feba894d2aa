import Testing
import ToolTestSupport

@testable import FrcQuery

/// `--why`: the explanation of the first rows that do not match.
struct WhyTests {
  private let rows = """
    {"id":1,"age":36,"tags":["a"]}
    {"id":2,"age":12,"tags":["a","b"]}
    {"id":3,"age":10}

    """

  @Test func theFirstRowThatDoesNotMatchIsExplained() throws {
    let outcome = try Tool.run("--why", "age > 30 AND ANY tags == 'a'", input: rows)
    #expect(
      outcome.text == """
        {"id":2,"age":12,"tags":["a","b"]}
          ✗ AND
            ✗ age > 30    age is 12
            · ANY tags == "a"

        """)
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func aLimitExplainsMoreRows() throws {
    let two = try Tool.run("--why", "age > 30", "--limit", "5", input: rows).lines
    #expect(two.count == 4 && two[1] == "  ✗ age > 30    age is 12")
    #expect(two[3] == "  ✗ age > 30    age is 10")
    #expect(try Tool.run("--why", "age > 30", "--limit", "0", input: rows).text == "")
    let last = try Tool.run("--why", "age > 30", "--offset", "1", input: rows).lines
    #expect(last == [#"{"id":3,"age":10}"#, "  ✗ age > 30    age is 10"])
  }

  @Test func statusesAreThoseOfRowsThatAreFound() throws {
    #expect(try Tool.run("--why", "age > 3", input: rows).status == 1)
    #expect(try Tool.run("--why", "age > 3", "--invert", input: rows).status == 0)
    #expect(try Tool.run("--why", "age >", input: rows).status == 2)
    let inverted = try Tool.run("--why", "-v", "age > 30", input: rows).lines
    #expect(inverted.last == "  ✓ age > 30    age is 36")
  }

  /// Each format gives the values that its filter compares.
  @Test func everyFormatIsExplained() throws {
    let csv = "id,age,when\n1,36,2026-01-01\n2,12,2026-02-01\n"
    #expect(
      try Tool.run("--why", "age > 30", "-i", "csv", input: csv).lines.last
        == "  ✗ age > 30    age is 12")
    let dates = "when > #2026-03-01#"
    let expected = "  ✗ when > #2026-03-01T00:00:00Z#    when is #2026-01-01T00:00:00Z#"
    let found = try Tool.run(
      "--why", dates, "-i", "csv", "--types", "when=date", input: csv
    ).lines.last
    #expect(found == expected)
    let line = #"{"when":"2026-01-01"}"#
    #expect(
      try Tool.run("--why", dates, "--types", "when=date", input: line).lines.last == expected)
    let array = #"[{"age":36},{"age":12}]"#
    #expect(
      try Tool.run("--why", "age > 30", "-i", "json", input: array).lines
        == [#"{"age":12}"#, "  ✗ age > 30    age is 12"])
  }

  #if SQLite
    @Test func rowsOfTablesAreExplained() throws {
      let database = try DatabaseFile(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, age INTEGER, js TEXT);
        INSERT INTO t VALUES (1, 36, '{"n":1}'), (2, 12, '{"n":2}');
        """)
      let outcome = try Tool.run("--why", "age > 30 AND js.n == 1", database.path)
      #expect(
        outcome.lines.dropFirst() == ["  ✗ AND", "    ✗ age > 30    age is 12", "    · js.n == 1"])
      let entered = try Tool.run("--why", "js.n == 1", database.path)
      #expect(entered.lines.last == "  ✗ js.n == 1    js.n is 2")
    }
  #endif

  @Test(arguments: [
    "--explain", "--count", "--count-by=age", "--sum=age", "--output=csv", "--wide", "--select=age",
    "--sort=age", "--section=age", "--unique=age", "-H", "-n",
  ])
  func optionsForRowsAreRefused(_ option: String) throws {
    let outcome = try Tool.run("--why", "age > 3", option, input: rows)
    #expect(outcome.status == 2 && outcome.text == "")
    #expect(outcome.errors.hasPrefix("frc-query: --"))
    #expect(outcome.errors.contains(" does not go with --why: "), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
