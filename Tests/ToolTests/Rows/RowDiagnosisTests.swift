import FilterEngine
import FilterSyntax
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Notes on comparisons that never have comparable values, where no row or every row matches.
struct RowDiagnosisTests {
  private static let rows = """
    {"s":"12","w":"abc","n":5,"b":true,"e":"timeout","y":"true","t":"2026-11-20T10:00:00Z","u":1790000000,\
    "m":1790000000000,"o":{"x":1,"z z":2},"l":["a"],"k":[1,2],"p":[{"r":[{"c":"a"}]}],"i":[[1],[2]],"v":"12",\
    "x":"it took\\n5 ms","a-b":1,"g-h":3}
    {"s":"7","w":"def","n":6,"b":false,"e":"refused","y":"false","t":"2026-11-21","u":1790000001,\
    "m":1790000001000,"o":{"x":2},"l":[],"k":[3],"p":[{"r":[{"c":"b"}]}],"i":[[3]],"v":7,"x":"took long","a-b":2}

    """

  /// A filter that matches no row or every row, and its only note; nil for none.
  static let cases: [(String, String?)] = [
    // A text and a number, in every form.
    (
      "s == 12",
      "'s' is text, which equals no number: write the number in quotes, number(s), or --types s=number"
    ),
    (
      "12 == s",
      "'s' is text, which equals no number: write the number in quotes, number(s), or --types s=number"
    ),
    (
      "s != 12",
      "'s' is text, which equals no number: write the number in quotes, number(s), or --types s=number"
    ),
    (
      "NOT s IN {12, 7}",
      "'s' is text, which equals no number: write the number in quotes, number(s), or --types s=number"
    ),
    ("w == 12", "'w' is text, which equals no number: write the number in quotes"),
    ("n == '5'", "'n' is a number, which equals no text: write the number without quotes"),
    ("n == 'five'", "'n' is a number, which equals no text"),
    ("n IN {'5', '6'}", "'n' is a number, which equals no text: write the number without quotes"),
    ("'5' IN k", "'k' has numbers, which equal no text: write the number without quotes"),
    ("k CONTAINS '1'", "'k' has numbers, which equal no text: write the number without quotes"),
    ("ANY k == '1'", "'k' has numbers, which equal no text: write the number without quotes"),
    ("s == n", "'s' is text and 'n' is a number, which are never equal: write number(s)"),
    ("n == s", "'n' is a number and 's' is text, which are never equal: write number(s)"),
    // Some rows have texts.
    (
      "v == 12",
      "'v' is text in 1 of 2 rows, which equals no number: "
        + "write the number in quotes, number(v), or --types v=number"
    ),
    ("v == 99", nil), ("v == 7", nil),
    // Dates.
    (
      "t == #2026-11-21#",
      "'t' is text, which equals no date: write CAST(t, \"NSDate\"), or --types t=date"
    ),
    (
      "w == #2026-11-21#", "'w' is text, which equals no date"
    ),
    (
      "u == #2026-11-21#",
      "'u' is a number, which equals no date: "
        + "write --types u=unix, or CAST(u - 978307200, \"NSDate\")"
    ),
    ("m IN {#2026-11-21#}", "'m' is a number, which equals no date: write --types m=unixms"),
    // Booleans.
    (
      "e",
      "'e' is text, which is neither TRUE nor FALSE: write e != nil for rows that have it"
    ),
    (
      "NOT e",
      "'e' is text, which is neither TRUE nor FALSE: write e != nil for rows that have it"
    ),
    (
      "y == TRUE",
      "'y' is text, which is neither TRUE nor FALSE: "
        + "write the word in quotes, or --types y=boolean"
    ),
    (
      "b == 'true'",
      "'b' is TRUE or FALSE, which equals no text: write TRUE or FALSE without quotes"
    ),
    ("b == 5", nil),
    // Objects and lists.
    ("o == 'x'", "'o' is an object: compare one of its keys, such as o.x"),
    ("l == 'a'", "'l' is a list: write ANY l == … for one of its elements"),
    ("'a' == l", "'l' is a list: write ANY l == … for one of its elements"),
    ("l != 'a'", "'l' is a list: write NONE l == … for one of its elements"),
    ("l IN {'a'}", "'l' is a list: write ANY l IN … for one of its elements"),
    ("n == {5, 6}", "'n' is a number, which equals no list: write n IN {…}"),
    (
      "ANY p.r.c == 'a'",
      "'p.r.c' has lists of values: write ANY p.@unionOfArrays.r.c == …"
    ),
    (
      "ANY i == 1", "'i' has lists of values: write ANY i.@unionOfArrays.#self == …"
    ),
    (
      "ALL k == '1'", "'k' has numbers, which equal no text: write the number without quotes"
    ),
    (
      "NONE k IN {'1'}", "'k' has numbers, which equal no text: write the number without quotes"
    ),
    // Inside expressions.
    (
      "SUBQUERY(k, $e, $e == '1').@count > 0",
      "'$e' is a number, which equals no text: write the number without quotes"
    ),
    (
      "SUBQUERY(k, $e, $e != '1').@count == k.@count",
      "'$e' is a number, which equals no text: write the number without quotes"
    ),
    (
      "SUBQUERY(p, $e, 5 IN $e.r.c).@count > 0",
      "'$e.r.c' has texts, which equal no number: write the number in quotes"
    ),
    (
      "SUBQUERY(p, $e, SUBQUERY($e.r, $f, $f.c == 1).@count > 0).@count > 0",
      "'$f.c' is text, which equals no number: write the number in quotes"
    ),
    ("SUBQUERY(p, $e, ANY $e.r.c MATCHES 'q').@count > 0", nil),
    (
      "SUBQUERY(p, $e, s == 12).@count > 0",
      "'s' is text, which equals no number: write the number in quotes, number(s), or --types s=number"
    ),
    (
      "SUBQUERY(i, $e, $e == 1).@count > 0",
      "'$e' is a list: write ANY $e == … for one of its elements"
    ),
    (
      "TERNARY(n == '5', 1, 2) == 1",
      "'n' is a number, which equals no text: write the number without quotes"
    ),
    (
      "TERNARY(n == 5, TERNARY(t == #2026-11-20#, 1, 2), 2) == 1",
      "'t' is text, which equals no date: write CAST(t, \"NSDate\"), or --types t=date"
    ),
    ("SUBQUERY(k, $e, $e == 9).@count > 0", nil), ("SUBQUERY(k, $e, $e > 0).@count > 0", nil),
    ("TERNARY(n == 9, 1, 2) == 1", nil),
    // Patterns of the whole text.
    (
      "SUBQUERY(l, $e, $e MATCHES '^').@count > 0",
      "MATCHES tests the whole text of '$e': write \".*\""
    ),
    ("w MATCHES 'b'", "MATCHES tests the whole text of 'w': write \".*b.*\""),
    ("w MATCHES '^a'", "MATCHES tests the whole text of 'w': write \"a.*\""),
    ("w MATCHES 'c$|f$'", "MATCHES tests the whole text of 'w': write \".*(c$|f)\""),
    ("x MATCHES 'it.*'", "'.' matches no line break, which 'x' has: write \"(?s)it.*\""),
    (
      "x MATCHES 'it took.*ms|z'",
      "'.' matches no line break, which 'x' has: write \"(?s)it took.*ms|z\""
    ),
    (
      "x MATCHES '5 ms'",
      "MATCHES tests the whole text of 'x', and '.' matches no line break: write \"(?s).*5 ms.*\""
    ),
    ("w LIKE[c] 'B'", "LIKE tests the whole text of 'w': write \"*B*\""),
    ("w MATCHES 'zzz'", nil), ("NOT w LIKE 'zzz'", nil),
    // Values that can be equal.
    ("s == '99'", nil), ("n > 0", nil), ("n > 100", nil), ("l CONTAINS 'zz'", nil),
    ("n == nil", nil), ("o.x == 99", nil), ("TRUE", nil),
    // Keys keep their backquotes.
    (
      "`a-b` == '1'",
      "`a-b` is a number, which equals no text: write the number without quotes"
    ),
    ("a.b == 1", "no row has a value for 'a.b', did you mean `a-b`?"),
    ("`a-c` == 1", "no row has a value for `a-c`, did you mean `a-b`?"),
    ("o['qqq'] == 1", "no row has a value for 'o.qqq'"),
    ("o.`z  z` == 2", "no row has a value for o.`z  z`, did you mean o.`z z`?"),
    // Every row matches, as no row has the key.
    ("NOT nn == 1", "no row has a value for 'nn'"), ("nn == nil", nil),
  ]

  @Test func aComparisonOfTwoKindsIsNotedOnce() throws {
    for (filter, note) in Self.cases {
      let outcome = try Tool.run("-c", filter, input: Self.rows)
      #expect(outcome.errors == (note.map { "note: \($0)\n" } ?? ""), "\(filter)")
      #expect(try Tool.run("-c", "-q", filter, input: Self.rows).errors == "")
    }
  }

  /// The value of a variable is one of the call.
  @Test func aVariableIsGivenInAnotherForm() throws {
    let text = try Tool.run("n == $x", "--var", "x=\"5\"", input: Self.rows)
    #expect(
      text.errors == "note: 'n' is a number, which equals no text: write $x as a number\n")
    let number = try Tool.run("s == $x", "--var", "x=5", input: Self.rows)
    #expect(number.errors.hasPrefix("note: 's' is text, which equals no number: write $x as text"))
  }

  /// Rows that differ in a comparison have no note, nor has a filter that some rows match.
  @Test func aFilterThatSomeRowsMatchIsNotNoted() throws {
    #expect(try Tool.run("-c", "n == 5 OR s == 12", input: Self.rows).errors == "")
  }

  /// Stated kinds are those of the notes.
  @Test(arguments: ["jsonl", "csv"])
  func statedKindsAreKnown(_ format: String) throws {
    let rows = format == "csv" ? "t,n\n2026-11-20,1\n" : #"{"t":"2026-11-20","n":1}"# + "\n"
    let run = { (filter: String) in
      try Tool.run("-i", format, "--types", "t=date", filter, input: rows).errors
    }
    #expect(try run("t == #2026-11-21#") == "")
    #expect(
      try run("t == '2026-11-20'")
        == "note: 't' is a date, which equals no text: write #2026-11-20#\n")
  }

  @Test func aDateWithoutItsSignsIsNoted() throws {
    let outcome = try Tool.run("u > 2026-11-20", "-c", input: Self.rows)
    #expect(outcome.text == "2\n")
    #expect(
      outcome.errors == """
        note: 2026 - 11 - 20 is the number 1995; write #2026-11-20# for the date
         | u > 2026-11-20
         |     ^^^^^^^^^^
         fix: replace 2026-11-20 with #2026-11-20#

        """)
  }

  /// Columns of the output are no keys of rows, and a direction stands after a colon.
  @Test func anOrderByAnotherWordIsNoted() throws {
    let run = { (arguments: [String]) in
      try Tool.run(["TRUE"] + arguments, input: Self.rows).errors
    }
    #expect(
      try run(["--select", "twice=n*2", "--sort", "twice"])
        == "note: no row has a value for 'twice'; it is a column of the output: write its expression, n * 2\n"
    )
    #expect(
      try run(["--sort", "n desc"])
        == "note: no row has a value for `n desc`; write the direction after a colon, as in n:desc\n"
    )
  }

  /// An error of kinds has the remedy, and the same key has no note.
  @Test(arguments: [
    ("s > 5", ", or --types s=number"), ("t > #2026-11-21#", ", or --types t=date"),
    ("n LIKE '5*'", "; write CAST(n, \"NSString\"), or --types n=text"),
    ("l BEGINSWITH 'a'", "; write ANY l BEGINSWITH …"),
    (
      "u > #2026-11-21#",
      "; write CAST(u - 978307200, \"NSDate\") for seconds since 1970, or --types u=unix"
    ),
    ("s + 1 > 5", "; write number(s), or --types s=number"),
  ])
  func anErrorHasTheRemedy(_ filter: String, _ end: String) throws {
    let errors = try Tool.run(filter, input: Self.rows).errors.split(separator: "\n")
    #expect(errors.first?.hasSuffix(end) ?? false, "\(errors)")
    #expect(!errors.contains { $0.hasPrefix("note") }, "\(errors)")
    let both = try Tool.run("s == 12 OR s > 5", input: Self.rows).errors
    #expect(!both.contains("note"), "\(both)")
  }

  @Test func aDifferenceOfKeysIsOneMistake() throws {
    let errors = try Tool.run("g-h > 5", input: Self.rows).errors
    #expect(errors.contains("write `g-h` in backquotes") && !errors.contains("note"), "\(errors)")
  }

  /// A quotient that loses its remainder, and a text that is read in part, are noted in filters and columns.
  @Test(arguments: [
    (["n / 2 == 3"], "'n / 2' divides integers and drops the remainder: write n / 2.0"),
    (["TRUE", "-s", "h=n/2"], "'n / 2' divides integers and drops the remainder: write n / 2.0"),
    (["TRUE", "-s", "h=5/n"], "'5 / n' divides integers and drops the remainder: write 5.0 / n"),
    (
      ["TRUE", "--sort", "n / u"],
      "'n / u' divides integers and drops the remainder: write 1.0 * n / u"
    ),
    (
      ["TRUE", "-s", "h=CAST(x,'NSNumber')"],
      "CAST reads \"it took\\n5 ms\" as 0: number(x) takes a whole number or fails"
    ),
    (
      ["CAST('010', 'NSNumber') == 8"],
      "CAST reads \"010\" as 8: number(\"010\") takes a whole number or fails"
    ),
    (
      ["divide:by:(n, 2) == 3"], "'n / 2' divides integers and drops the remainder: write n / 2.0"
    ),
    (
      ["SUBQUERY(k, $e, $e / 2 > 0).@count > 0"],
      "'$e / 2' divides integers and drops the remainder: write $e / 2.0"
    ),
    (
      ["TRUE", "-s", "h=castObject:toType:(t, 'NSDecimalNumber')"],
      "CAST reads \"2026-11-20T10:00:00Z\" as 2026: number(t) takes a whole number or fails"
    ),
  ])
  func whatIsLostIsNoted(_ arguments: [String], _ note: String) throws {
    #expect(try Tool.run(arguments, input: Self.rows).errors == "note: \(note)\n")
  }

  @Test(arguments: [
    ["n / 1 == 5"], ["n / 2.0 == 2.5"], ["u / 0.5 > 1"], ["CAST(s,'NSNumber') == 12"],
    ["TRUE", "-s", "h=number(s)"],
    // Columns are computed for the rows that match.
    ["n == 6", "-s", "h=n/3"], ["CAST('0x1F', 'NSNumber') == 31"],
    ["TRUE", "-s", "h=CAST(n,'NSNumber')"],
    // What is not evaluated loses nothing.
    ["n > 0 OR n / 2 == 1"], ["TRUE", "--limit", "0", "-s", "h=n/2"],
    ["TRUE", "-s", "h=TERNARY(n > 9, n / 2, n)"],
  ])
  func whatIsWholeIsNotNoted(_ arguments: [String]) throws {
    #expect(try Tool.run(arguments, input: Self.rows).errors == "")
  }

  /// What is lost is noted wherever the row is, on whatever thread, and only if the row is evaluated.
  @Test(arguments: [
    (["v / 2 >= 0", "-c"], "'v / 2' divides integers and drops the remainder: write v / 2.0"),
    (["TRUE", "-s", "h=v / 2"], "'v / 2' divides integers and drops the remainder: write v / 2.0"),
    (
      ["TRUE", "-s", "h=CAST(w, 'NSNumber')", "--sort", "v"],
      "CAST reads \"7 %\" as 7: number(w) takes a whole number or fails"
    ),
    (["v / 2 >= 0", "--limit", "50"], nil), (["v != 3", "-s", "h=v / 2"], nil),
  ])
  func whatIsLostAfterTheFirstRowsIsNoted(_ arguments: [String], _ note: String?) throws {
    let folder = try Folder()
    let lines = (0..<200_000).map { _ in "{\"v\":2,\"w\":\"-0.5\"}\n" }.joined()
    let json = try folder.file("rows.jsonl", lines + "{\"v\":3,\"w\":\"7 %\"}\n")
    let cells = (0..<200_000).map { _ in "2,-0.5\n" }.joined()
    let table = try folder.file("rows.csv", "v,w\n" + cells + "3,7 %\n")
    for file in [json, table] {
      let errors = try Tool.run(arguments + ["--types", "w=text", file]).errors
      #expect(errors == (note.map { "note: \($0)\n" } ?? ""), "\(file)")
    }
  }

  /// Nothing is explained for longer than a sample takes, however long the rows are.
  @Test func aSampleIsBounded() throws {
    let row = FilterValue.object(
      FilterObject([(key: "l", value: .list(FilterList((0..<20_000).map { .int($0) })))]))
    let predicate = try FilterPredicate<FilterValue>(text: "l == 5")
    let many = RowDiagnosis(
      predicate, rows: Array(repeating: row, count: 200), limits: .standard)
    #expect(many.rows.count == 1)
    let small = FilterValue.object(FilterObject([(key: "l", value: .string("5"))]))
    let all = RowDiagnosis(
      predicate, rows: Array(repeating: small, count: 200), limits: .standard)
    #expect(all.rows.count == RowDiagnosis.maximumRows && all.notes.count == 1)
  }
}
