import Testing
import ToolTestSupport

/// `--explain`: how each comparison is evaluated, and what that costs.
struct ExplainTests {
  private func lines(_ filter: String, _ more: String...) throws -> [String] {
    let outcome = try Tool.run([filter, "--explain", "/no/such/file"] + more)
    #expect(outcome.status == 0)
    return outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func everyComparisonSaysHowAndForHowMuch() throws {
    let lines = try lines("age > 30 AND (name MATCHES 'a.*' OR sqrt(x) == 2) AND 1 == 1")
    #expect(
      lines == [
        "AND    -- left to right, ends at the first that is false",
        "  age > 30    -- compares values, about 100 ns a row; JSON: in place on the line",
        "  OR    -- left to right, ends at the first that is true",
        #"    name MATCHES "a.*"    -- regular expression, compiled once, about 200 ns a row; "#
          + "JSON: in place on the line",
        "    sqrt:(x) == 2    -- compares values, about 100 ns a row; JSON: needs the row as a value",
        "  1 == 1    -- constant, true",
        "",
        "JSON: every row is checked, about 1 ns a byte, and looked at in place: age, name.",
        "  It is read as a value, about 10 ns a byte, only where that gives no answer.",
        "CSV, TSV: every record is split into cells, about 1 ns a byte, and looked at in place.",
        "",
      ])
  }

  @Test func aPatternOfTheRowIsDear() throws {
    #expect(try lines("a MATCHES b")[0].contains("about 10 µs where the pattern changes"))
    #expect(try lines("ANY tags == 'a'")[0].contains("about 100 ns an element"))
  }

  @Test func whatNeedsValuesSaysSo() throws {
    let text = try lines("sqrt(x) == 2").joined(separator: "\n")
    #expect(text.contains("JSON: every row is checked and read as a value"))
    #expect(!text.contains("in place"))
  }

  @Test func variablesAndCountsAreLookedAtInPlace() throws {
    let text = try lines("tags.@count > 2 AND a.b == $x", "--var", "x=5").joined(separator: "\n")
    #expect(text.contains("looked at in place: tags.@count, a.b."))
    // Each key path is named once.
    let twice = try lines("a.b == 1 OR c == 2 OR a.b == 3 OR c == 4").joined(separator: "\n")
    #expect(twice.contains("looked at in place: a.b, c.\n"))
  }
}
