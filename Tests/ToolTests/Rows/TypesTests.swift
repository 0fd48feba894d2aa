import FilterEngine
import FilterJSON
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `--types`: what columns are said to hold.
struct TypesTests {
  private let shop =
    "id,size,sold,on,note\n007,10,true,2026-11-21,1\n008,9,FALSE,2026-11-22T10:00:00+01:00,\n"

  private func run(_ filter: String, _ types: String, _ more: String..., input: String? = nil)
    throws
    -> Tool.Outcome
  {
    try Tool.run([filter, "-i", "csv", "--types", types] + more, input: input ?? shop)
  }

  @Test func aColumnIsWhatItIsSaidToBe() throws {
    #expect(
      try run("#size == '10'", "size=text", "-s", "id,size").text == #"{"id":"007","size":"10"}"#
        + "\n")
    #expect(try run("note == '1'", "note=TEXT,size=text", "-c").text == "1\n")
    #expect(try run("sold == TRUE", "sold=boolean", "-s", "sold").text == "{\"sold\":true}\n")
    #expect(try run("note == nil", "note=number", "-s", "id").text == "{\"id\":\"008\"}\n")
    #expect(try run("#size > 9", "id=text", "-c").text == "1\n")
  }

  @Test func aDateIsOneOnlyWhereItIsSaid() throws {
    #expect(
      try run("on > #2026-11-22T08:30:00Z#", "on=date", "-s", "id").text == "{\"id\":\"008\"}\n")
    #expect(try run("on == '2026-11-21'", "id=text", "-c").text == "1\n")
    #expect(
      try run("TRUEPREDICATE", "on=date", "-s", "on", "-o", "csv", "--sort", "on:desc").text
        == "on\n2026-11-22T10:00:00+01:00\n2026-11-21\n")
  }

  @Test func whatDoesNotFitIsBadDataWithItsLine() throws {
    let outcome = try run("TRUEPREDICATE", "id=number", "-s", "size")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "frc-query: standard input:2: '007' in the column 'id' is no number\n")
    let late = "a,b\n" + String(repeating: "1,x\n", count: 1500) + "y,x\n2,x\n"
    let skipped = try run("a > 1", "a=number", "--skip-errors", input: late)
    #expect(skipped.text == "{\"a\":2,\"b\":\"x\"}\n")
    #expect(
      skipped.errors == """
        frc-query: standard input:1502: 'y' in the column 'a' is no number
        frc-query: skipped 1 bad row

        """)
    for (types, cell) in [("a=boolean", "1"), ("a=date", "2026-02-30"), ("a=number", "1 000")] {
      #expect(try run("TRUEPREDICATE", types, input: "a,b\n\(cell),x\n").status == 2, "\(types)")
    }
    #expect(try run("a == nil", "a=date", input: "a,b\n,x\n").status == 0)
  }

  @Test(arguments: [
    ("siez=number", "standard input: there is no column 'siez', did you mean 'size'?"),
    ("price=number", "standard input: there is no column 'price'"),
    (
      "size=numbr",
      "there is no kind 'numbr', did you mean 'number'?; columns are text, number, boolean, json, date, unix, unixms, unixus, unixns, mac, chrome"
    ),
    (
      "size=blob",
      "there is no kind 'blob'; columns are text, number, boolean, json, date, unix, unixms, unixus, unixns, mac, chrome"
    ),
    ("size", "'size' is not a column type: write --types name=text,age=number"),
    ("", "'' is not a column type: write --types name=text,age=number"),
    ("size=text,size=number", "--types names the column 'size' twice"),
  ])
  func whatCannotBeIsAnError(_ types: String, _ message: String) throws {
    let outcome = try run("TRUEPREDICATE", types)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "frc-query: \(message)\n")
  }

  @Test func namesWithSignsStandInBackquotes() throws {
    let input = "\"a,b\",c=d\n1,2\n"
    #expect(
      try run("TRUEPREDICATE", "`a,b`=text,`c=d`=text", input: input).text
        == #"{"a,b":"1","c=d":"2"}"# + "\n")
  }

  // MARK: - Forms of texts

  /// A date has the form that is stated, as a whole, and exists.
  @Test(arguments: [
    ("%d.%m.%Y", "20.11.2026", "2026-11-20"), ("%d.%m.%Y", "1.2.2026", "2026-02-01"),
    ("%m/%d/%y", "11/20/26", "2026-11-20"), ("%m/%d/%y", "11/20/69", "1969-11-20"),
    ("%Y%m%d", "20261120", "2026-11-20"), ("%d %b %Y", "20 NOV 2026", "2026-11-20"),
    ("%B %d, %Y", "November 20, 2026", "2026-11-20"), ("%b %e %Y", "Nov  5 2026", "2026-11-05"),
    ("%d/%b/%Y:%H:%M:%S %z", "20/Nov/2026:10:00:01 +0130", "2026-11-20T08:30:01Z"),
    ("%a, %d %b %Y %T %Z", "Fri, 20 Nov 2026 10:00:01 GMT", "2026-11-20T10:00:01Z"),
    ("%F %T.%f", "2026-11-20 10:00:01.250", "2026-11-20T10:00:01.25Z"),
    ("%D %I:%M %p", "11/20/26 12:05 am", "2026-11-20T00:05:00Z"),
    ("%D %I:%M %p", "11/20/26 1:05 PM", "2026-11-20T13:05:00Z"),
    ("%FT%R%z", "2026-11-20T10:00-01", "2026-11-20T11:00:00Z"),
    ("%d%%%m%%%Y", "1%2%2026", "2026-02-01"),
    ("%d.%m.%Y", "31.02.2026", nil), ("%d.%m.%Y", "20.11.26", nil),
    ("%d.%m.%Y", "20.11.2026 ", nil),
    ("%d.%m.%Y", "", nil), ("%d.%m.%Y", "x", nil), ("%a %F", "Mon 2026-11-20", nil),
    ("%F %H", "2026-11-20 24", nil), ("%D %I %p", "11/20/26 13 pm", nil),
    ("%F %T", "2026-11-20 10:00:60", nil),
    ("%F %z", "2026-11-20 +1", nil), ("%F %z", "2026-11-20 +01:", nil), ("%b %F", "", nil),
  ])
  func aDateHasItsForm(_ form: String, _ text: String, _ date: String?) throws {
    guard let pattern = try? DatePattern(form) else { return #expect(date == nil) }
    #expect(pattern.date(text) == date.flatMap { Date(iso8601: $0) })
  }

  @Test(arguments: [
    ("%d.%m", "'%d.%m' has no year, %Y"), ("", "'' has no year, %Y"),
    ("%Y-%b", "'%Y-%b' has no day, %d"),
    ("%Y %y %m %d", "'%Y %y %m %d' has more than one year, %Y"),
    ("%F %d", "'%F %d' has a sign twice"),
    ("%F %I", "'%F %I' has hours of half a day: %I and %p go together, without %H"),
    ("%F %H %p", "'%F %H %p' has hours of half a day: %I and %p go together, without %H"),
    ("%Q", "there is no %Q in dates: write %Y"), ("%F%", "there is no % in dates: write %Y"),
  ])
  func aFormOfDatesIsWhole(_ form: String, _ message: String) throws {
    let outcome = try run("TRUE", "on=date:\(form)")
    #expect(outcome.errors.hasPrefix("frc-query: \(message)") && outcome.status == 2, "\(outcome)")
  }

  /// A number has the signs of its sample where they belong.
  @Test(arguments: [
    ("1.234,56", "1.234,56", "1234.56"), ("1.234,56", "-0,5", "-0.5"), ("1.234,56", "12", "12"),
    ("1.234,56", "1234567,8", "1234567.8"), ("1.234,56", "1.234.567", "1234567"),
    ("1.234,56", "007,10", "7.10"), ("1.234,56", ",5", "0.5"),
    ("1.234,56", "1.234,56 €", "1234.56"),
    ("1.234,56", "€ -1,5", "-1.5"), ("1.234,56", "1,5-", "-1.5"), ("1.234,56", "(45,00)", "-45.00"),
    ("$1,234.56", "$45.00", "45.00"), ("1,234.56", "($1,000)", "-1000"), ("1,234.56", "-$3", "-3"),
    ("1,234.56", "\u{2212}3.5", "-3.5"), ("1 234,56", "1\u{A0}234\u{202F}567,8", "1234567.8"),
    ("1'234.56", "1\u{2019}234.5", "1234.5"), ("1,5", "12345,678", "12345.678"),
    ("1.234.567", "1.234", "1234"), ("1234.567", "1.5", "1.5"), ("12", "12", "12"),
    ("1.234,56", "123456789012345678901234567890,1", "123456789012345678901234567890.1"),
    ("1.234,56", "1.23", nil), ("1.234,56", "12.34,5", nil), ("1.234,56", "1234.567", nil),
    ("1.234,56", "1,2,3", nil), ("1.234,56", "1,", nil), ("1.234,56", "", nil),
    ("1.234,56", "€", nil),
    ("1.234,56", "-", nil), ("1.234,56", "--1", nil), ("1.234,56", "(-1)", nil),
    ("1.234,56", "(1", nil),
    ("1.234,56", "€1€", nil), ("1.234,56", "1 2", nil), ("1.234,56", "1e5", nil),
    ("1.234,56", "x", nil),
    ("1.234,56", ".234", nil), ("1,5", "1.5", nil), ("1.234,56", "1,5.000", nil),
    ("1.234,56", "٣", nil),
  ])
  func aNumberHasItsForm(_ sample: String, _ text: String, _ number: String?) throws {
    let pattern = try NumberPattern(sample: sample)
    #expect(pattern.number(sample) != nil)
    #expect(try pattern.number(text) == number.map { try JSONReader().read($0) })
  }

  @Test(arguments: [
    ("1.234", "'1.234' can have groups or decimals: write a number with both in --types"),
    ("", "'' is not a sample of numbers: write one as in number:1.234,56"),
    ("x", "'x' is not a sample of numbers"), ("1.2.3,4", "'1.2.3,4' is not a sample of numbers"),
    ("1,234 56", "'1,234 56' is not a sample"), ("1.234,5'6", "'1.234,5'6' is not a sample"),
  ])
  func aSampleSaysWhichSignIsWhich(_ sample: String, _ message: String) throws {
    let outcome = try run("TRUE", "size=number:\(sample)")
    #expect(outcome.errors.hasPrefix("frc-query: \(message)") && outcome.status == 2, "\(outcome)")
  }

  @Test func formsAreOfEveryFormat() throws {
    let types = "d=date:%d.%m.%Y,p=number:1.234,56"
    let filter = "d < #2026-11-21# AND p > 1000.5"
    let csv = "id;d;p\n1;20.11.2026;1.234,56 €\n2;22.11.2026;2.000\n3;1.1.2026;999,99\n4;;\n"
    let json =
      #"{"id":1,"d":"20.11.2026","p":"1.234,56 €"}"# + "\n"
      + #"{"id":2,"d":"1.1.2026","p":"(2,5)"}"#
    #expect(try run(filter, types, "-r", "-s", "id,p", "-q", input: csv).text == "1\t1.234,56 €\n")
    #expect(
      try Tool.run(filter, "--types", types, "-r", "-s", "id,p,q=p*2", input: json).text
        == "1\t1.234,56 €\t2469.12\n")
    #expect(
      try run("TRUE", types, "--sum", "p", "--min", "d", "-o", "csv", input: csv).text
        == "count,sum(p),min(d)\n4,4234.55,2026-01-01T00:00:00Z\n")
    #expect(
      try run("TRUE", types, "-r", "-s", "id", "--sort", "p:desc", input: csv).text
        == "2\n1\n3\n4\n")
    let bad = try run("TRUE", types, input: "d;p\n2026-11-20;1\n")
    #expect(
      bad.errors
        == "frc-query: standard input:2: '2026-11-20' in the column 'd' is no date:%d.%m.%Y\n")
    #expect(
      try run("TRUE", "a=text:x").errors
        == "frc-query: 'text:x' is not a form of texts: write date:%d.%m.%Y or number:1.234,56\n")
  }

  /// Values of JSON are converted for tests and orders, and are written as they were.
  @Test(arguments: [
    ("a == '1'", "a=text", "{\"a\":1}"), ("a == 1.5", "a=number", "{\"a\":\"1.5\"}"),
    ("a == TRUE", "a=boolean", "{\"a\":\"TRUE\"}"),
    ("a > #2026-11-21#", "a=date", "{\"a\":\"2026-11-21T10:00:00Z\"}"),
    ("a == #1970-01-01T00:00:01Z#", "a=unix", "{\"a\":1}"),
    ("o.a == #1970-01-01T00:00:01Z#", "o.a=unixms", "{\"o\":{\"a\":1000}}"),
    ("a == #1970-01-01T00:00:01.5Z#", "a=unixus", "{\"a\":1500000}"),
    ("a == #2026-11-20T10:00:00Z#", "a=unixns", "{\"a\":1795168800000000000}"),
    ("a == #2026-11-20T10:00:00Z#", "a=mac", "{\"a\":816861600}"),
    ("a == #2026-11-20T10:00:00Z#", "a=mac", "{\"a\":\"816861600.0\"}"),
    ("a == #2026-11-20T10:00:00.5Z#", "a=chrome", "{\"a\":13439642400500000}"),
    ("a == #1600-12-31T23:59:59Z#", "a=chrome", "{\"a\":-1000000}"),
    ("a > #2026-11-20T10:00:00Z#", "a=unixns", "{\"a\":1795168800000002000}"),
    ("a == #1970-01-01T00:00:01Z#", "a=unix", "{\"a\":\"1\"}"),
    ("a == #1970-01-01T00:00:01.5Z#", "a=unixms", "{\"a\":\"1500\"}"),
    ("a == #2026-11-20T10:00:00Z#", "a=date", "{\"a\":\"2026-11-20 10:00:00+00\"}"),
    ("a == #2026-11-20T08:00:00Z#", "a=date", "{\"a\":\"2026-11-20T10:00+02\"}"),
    ("a == #2026-11-20T10:00:00Z#", "a=date", "{\"a\":\"2026-11-20 10:00:00 UTC\"}"),
    ("a == #2026-11-20T10:00:00Z#", "a=date", "{\"a\":\"20261120T100000Z\"}"),
    (
      "ANY l.a > #2026-11-21#", "l.a=date",
      "{\"l\":[{\"a\":\"2026-11-20\"},{\"a\":\"2026-11-22\"}]}"
    ),
    ("ANY l > #2026-11-21#", "l=date", "{\"l\":[\"2026-11-20\",\"2026-11-22\"]}"),
  ])
  func valuesOfJSONAreConverted(_ filter: String, _ types: String, _ row: String) throws {
    for input in [row + "\n", "[" + row + "]"] {
      let outcome = try Tool.run(filter, "--types", types, input: input)
      #expect(outcome.lines == [row] && outcome.errors == "" && outcome.status == 0, "\(outcome)")
    }
  }

  /// A column of dates as databases and shells print them.
  @Test(arguments: [
    ("date", "2026-11-20 10:00:00+00"), ("date", "20261120T100000Z"),
    ("date", "2026-11-20 12:00 +02"),
    ("unix", "1795168800"), ("unixms", "1795168800000"), ("unixus", "1795168800000000"),
    ("unixns", "1795168800000000000"),
  ])
  func aCellIsADate(_ kind: String, _ cell: String) throws {
    let input = "t,n\n\(cell),1\n"
    let outcome = try run("t == #2026-11-20T10:00:00Z#", "t=\(kind)", "-s", "n", input: input)
    #expect(outcome.text == "{\"n\":1}\n" && outcome.errors == "", "\(outcome)")
  }

  /// A column of JSON is its value, in comparisons and in paths.
  @Test(arguments: [
    ("t.a == 1", "{\"n\":1}\n"), ("t == {1, 2}", "{\"n\":2}\n"), ("t == 'x'", "{\"n\":3}\n"),
    ("ANY t == 2", "{\"n\":2}\n"), ("t == nil", "{\"n\":4}\n"),
  ])
  func aCellIsAValueOfJSON(_ text: String, _ expected: String) throws {
    let input = "t,n\n\"{\"\"a\"\":1}\",1\n\"[1,2]\",2\n\"\"\"x\"\"\",3\nnull,4\n"
    let outcome = try run(text, "t=json", "-s", "n", "--skip-errors", input: input)
    #expect(outcome.text == expected, "\(outcome)")
  }

  /// Numbers of smaller steps than were stated are noted, with the kind that is meant.
  @Test(
    arguments: [
      ("unix", "1795168800000000", "unixus"), ("unix", "1795168800000", "unixms"),
      ("unixms", "1795168800000000000", "unixns"), ("unix", "1795168800", nil),
      ("unixns", "1", nil),
    ] as [(String, String, String?)])
  func aDateAfterTheYear9999IsNoted(_ kind: String, _ number: String, _ meant: String?) throws {
    let note =
      meant.map {
        "note: 't' as \(kind) has dates after the year 9999: write --types t=\($0)\n"
      } ?? ""
    for (format, input) in [("csv", "t\n1\n\(number)\n"), ("jsonl", "{\"t\":\"\(number)\"}\n")] {
      let arguments = ["TRUE", "-c", "-i", format, "--types", "t=\(kind)"]
      #expect(try Tool.run(arguments, input: input).errors == note, "\(format)")
      #expect(try Tool.run(arguments + ["-q"], input: input).errors == "")
    }
  }

  /// A value that cannot be converted stays as it is, so that its comparison fails.
  @Test func aValueThatIsNoDateFails() throws {
    let input = "{\"a\":\"soon\"}\n{\"a\":\"2026-11-22\"}\n"
    let outcome = try Tool.run("a > #2026-11-21#", "--types", "a=date", input: input)
    #expect(outcome.text == "{\"a\":\"2026-11-22\"}\n" && outcome.status == 0)
    #expect(outcome.errors.contains("1 row could not be evaluated"))
    let sorted = try Tool.run("TRUE", "--types", "a=date", "--sort", "a:desc", input: input)
    #expect(sorted.lines.count == 2)
    let unknown = try Tool.run("b == nil", "--types", "c=date", input: "{\"b\":1}\n{}\n")
    #expect(unknown.errors.contains("note: no row has a value for 'c'"))
  }

  @Test func onlyCSVAndTSVHaveColumns() throws {
    #expect(
      try Tool.run("a == '1'", "-i", "tsv", "--types", "a=text", input: "a\tb\n1\t2\n").status == 0)
  }
}
