import Testing
import ToolTestSupport

/// Which rows come out, and how the program ends.
struct FilterTests {
  private let rows = """
    {"a":1, "b":"x"}
    {"a":2,"b":"y"}
    {"a":3,"b":"x"}

    """

  @Test func matchingLinesComeOutByteForByte() throws {
    let outcome = try Tool.run("b == 'x'", input: rows)
    #expect(outcome.text == "{\"a\":1, \"b\":\"x\"}\n{\"a\":3,\"b\":\"x\"}\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test func whatSpellingALineHasStays() throws {
    let text = "  {\"n\" : 1.50, \"m\":1E2,\"s\":\"\\u0041\\/\",\"n\":12345678901234567890 }\t\n"
    #expect(try Tool.run("TRUEPREDICATE", input: text).text == text)
  }

  @Test func nothingThatMatchesIsStatusOne() throws {
    let outcome = try Tool.run("a > 5", input: rows)
    #expect(outcome == Tool.Outcome(status: 1, output: [], errors: ""))
  }

  @Test func aCountIsANumber() throws {
    #expect(try Tool.run("a > 1", "-c", input: rows).text == "2\n")
    let none = try Tool.run("a > 9", "--count", input: rows)
    #expect(none.text == "0\n")
    #expect(none.status == 1)
    #expect(try Tool.run("a > 0", "-c", "--limit", "2", input: rows).text == "2\n")
    #expect(try Tool.run("a > 0", "-c", "--offset", "2", input: rows).text == "1\n")
    #expect(try Tool.run("a > 0", "-c", "--offset", "2", "--sort", "a", input: rows).text == "1\n")
  }

  @Test func invertedTheOthersComeOut() throws {
    #expect(try Tool.run("b == 'x'", "-v", input: rows).text == "{\"a\":2,\"b\":\"y\"}\n")
  }

  @Test func aWindowIsCutOutOfTheResult() throws {
    func numbers(_ arguments: String...) throws -> String {
      try Tool.run(["TRUEPREDICATE", "-s", "a", "-o", "csv"] + arguments, input: rows)
        .lines.dropFirst().joined(separator: ",")
    }
    #expect(try numbers("--limit", "2") == "1,2")
    #expect(try numbers("--offset", "1") == "2,3")
    #expect(try numbers("--offset", "1", "--limit", "1") == "2")
    #expect(try numbers("--sort", "a:desc", "--offset", "1", "--limit", "1") == "2")
    #expect(try numbers("--sort", "a:desc", "--limit", "2") == "3,2")
    #expect(try numbers("--sort", "a:desc", "--offset", "9") == "")
    #expect(try numbers("--limit", "0") == "")
    #expect(try numbers("--limit", "9223372036854775807", "--sort", "a") == "1,2,3")
  }

  @Test func aLimitStopsReading() throws {
    let outcome = try Tool.run("TRUEPREDICATE", "--limit", "1", input: "{}\n{bad\n")
    #expect(outcome.text == "{}\n")
    #expect(outcome.status == 0)
    #expect(
      try Tool.shell("yes '{\"a\":1}' | $Q 'a == 1' --limit 2").text == "{\"a\":1}\n{\"a\":1}\n")
  }

  /// A file of values is a list, also of one line. A number in it is found among numbers and among texts.
  @Test(arguments: [
    ("1\n2\n", 2), ("1\n", 1), ("1", 1), ("2\r\n", 1), ("[1, 3]", 1), ("[]", 0),
    ("\"1\"\n\"2\"\n", 1),
    ("'2'\n", 1), ("1.0\n", 1), ("01\n", 0), ("\u{FEFF}1\n2", 2), ("\"a\"\"b\"\n", 1), ("x\n", 0),
    ("", 0),
  ])
  func aFileOfValuesIsAList(_ content: String, _ count: Int) throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.file("values", content)
    let rows = "{\"a\":1}\n{\"a\":\"2\"}\n{\"a\":\"a\\\"b\"}\n"
    let outcome = try Tool.run("a IN %@", "-c", "--arg", "@" + file, input: rows)
    #expect(outcome.text == "\(count)\n" && outcome.status == (count > 0 ? 0 : 1), "\(outcome)")
    #expect(
      try Tool.run("NOT a IN %@", "-c", "--arg", "@" + file, input: rows).text == "\(3 - count)\n")
  }

  /// Both spellings of a number are found in each format, and each kind of a column.
  @Test func aFileOfNumbersFindsNumbersAndTexts() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.file("ids", "7\n8\n")
    for (name, rows) in [
      ("a.csv", "id,n\n7,1\n9,2\n"), ("b.json", "[{\"id\":7},{\"id\":9}]"),
      ("c.jsonl", "{\"id\":\"7\"}\n{\"id\":9}\n"),
    ] {
      let path = try folder.file(name, rows)
      #expect(try Tool.run("id IN %@", "-c", "--arg", "@" + file, path).text == "1\n", "\(name)")
    }
  }

  @Test func aDateIsAnArgument() throws {
    let rows = "{\"t\":\"2026-11-20\"}\n{\"t\":\"2026-11-22T10:00:00Z\"}\n"
    for option in ["--arg-json", "--var"] {
      let (filter, name) = option == "--arg-json" ? ("t > %@", "") : ("t > $d", "d=")
      let value = name + #"{"$date": "2026-11-21"}"#
      #expect(
        try Tool.run(filter, "-c", option, value, "--types", "t=date", input: rows).text == "1\n")
      let bad = try Tool.run(filter, option, name + #"{"$date": "soon"}"#, input: rows)
      #expect(bad.status == 2 && bad.errors.contains("invalid value for $date"), "\(bad)")
    }
    for (filter, argument) in [
      ("t > %@", "--arg-date=2026-11-21"), ("t > $d", "--arg-date=d=2026-11-21T00:00:00Z"),
    ] {
      #expect(
        try Tool.run(filter, "-c", argument, "--types", "t=date", input: rows).text == "1\n")
    }
    // Beside the other arguments of placeholders, in their order.
    let both = try Tool.run(
      "t > %@ AND %K == %@", "-c", "--arg-date", "2026-11-21", "--arg", "n", "--arg-json", "1",
      "--types", "t=date", input: #"{"t":"2026-11-22","n":1}"#)
    #expect(both.text == "1\n", "\(both)")
  }

  private static let elastic =
    #"{"@timestamp":"2026-11-20T10:00:00Z","@version":1,"event":{"@id":7},"tags":["a"]}"# + "\n"
    + #"{"@timestamp":"2026-11-21T10:00:00Z","@version":2,"tags":[]}"# + "\n"

  /// `@name` that is no collection operator is the key of rows that have it.
  @Test(arguments: [
    ["@timestamp BEGINSWITH '2026-11-20' AND @version == 1"], ["event.@id == 7"],
    ["NOT (@version > 1)"], ["tags.@count == 1"], ["`@version` == 1"],
    ["@timestamp < #2026-11-21#", "--types", "@timestamp=date"],
  ])
  func aKeyMayBeginWithTheSignOfOperators(_ arguments: [String]) throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.file("logs.jsonl", Self.elastic)
    #expect(try Tool.run(arguments + ["-c", file]).text == "1\n")
    #expect(try Tool.run(arguments + ["-c"], input: Self.elastic).text == "1\n")
  }

  /// So it is where a key path is asked for.
  @Test func aKeyPathMayBeginWithTheSignOfOperators() throws {
    func lines(_ arguments: String...) throws -> [String] {
      try Tool.run(["TRUE"] + arguments, input: Self.elastic).lines
    }
    #expect(
      try lines("-s", "@version", "--sort", "@timestamp:desc") == [
        #"{"@version":2}"#, #"{"@version":1}"#,
      ])
    #expect(try lines("-s", "event.@id", "--limit", "1") == [#"{"event.@id":7}"#])
    #expect(try lines("-s", "tags.@count", "--limit", "1") == [#"{"tags.@count":1}"#])
    #expect(try lines("--count-by", "@version", "-o", "csv").count == 3)
  }

  /// No message shows a placeholder that nobody wrote.
  @Test func whatIsNeitherAnOperatorNorAKeyIsMarked() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.file("logs.jsonl", Self.elastic)
    #expect(
      try Tool.run("@nothing == 1", file).errors == """
        error: there is no collection operator @nothing
         | @nothing == 1
         | ^^^^^^^^

        """)
    for arguments in [
      ["-s", "tags.@cuont"], ["--sort", "tags.@cuont"], ["--types", "tags.@cuont=text"],
    ] {
      let outcome = try Tool.run(["TRUE", file] + arguments)
      #expect(outcome.status == 2 && !outcome.errors.contains("%K"), "\(outcome)")
      #expect(outcome.errors.contains("did you mean @count?\n | tags.@cuont\n"), "\(outcome)")
    }
  }

  /// An argument that would be another value as JSON names the option for it.
  @Test(arguments: [
    (["--arg", "\"x\""], "--arg takes a text: '\"x\"' as JSON is --arg-json"),
    (["--arg", "[1]"], "--arg takes a text: '[1]' as JSON is --arg-json"),
    (
      ["--arg={\"$date\":\"2026-11-21\"}"],
      "--arg takes a text: '{\"$date\":\"2026-11-21\"}' as JSON"
    ),
    (["--arg-json", "x"], "--arg-json takes JSON, and 'x' is none: a text is --arg"),
    (["--arg-date", "soon"], "--arg-date takes a date such as 2026-11-21 or"),
    (["--arg-date=d=x"], "--arg-date takes a date such as 2026-11-21 or"),
    (["--arg-text", "x"], "--arg-text is --arg, which takes a text"),
    (["--arg-text=x"], "--arg-text is --arg, which takes a text"),
  ])
  func anArgumentIsOfItsOption(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(["a == %@"] + arguments, input: "{\"a\":1}")
    #expect(outcome.errors.hasPrefix("frc-query: \(message)") && outcome.status == 2, "\(outcome)")
  }

  /// A constant that fails in every row is an error before the first one, and a note of a check.
  @Test(arguments: [
    "cidr(a, '10.0.0/8')", "capture(a, '[', 1) == 'x'", "year(a, 'Mars/X') == 1",
    "add(a, 1, 'eon') > now()",
  ])
  func aConstantThatFailsIsAnErrorBeforeTheRows(_ filter: String) throws {
    let outcome = try Tool.run(filter, input: "{\"a\":null}\n{\"a\":\"10.0.0.1\"}\n")
    #expect(outcome.errors.hasPrefix("error: an error wherever it meets a value: "), "\(outcome)")
    #expect(outcome.status == 2 && outcome.text == "" && !outcome.errors.contains("row"))
    let checked = try Tool.run("check", filter)
    #expect(
      (checked.text + checked.errors).contains("note: an error wherever it meets a value: "),
      "\(checked)")
  }

  /// A check has no values of variables, and says so of its own option.
  @Test func aCheckTakesNoNamedDate() throws {
    let named = try Tool.run("check", "a == $x", "--arg-date", "x=2026-01-01")
    #expect(named.errors.hasPrefix("frc-query: check takes no values of variables: --arg-date"))
    #expect(named.status == 2 && !named.errors.contains("--var"), "\(named)")
    #expect(try Tool.run("check", "a == %@", "--arg-date", "2026-01-01").status == 0)
  }

  @Test func aNumberThatIsATextIsNoted() throws {
    let input = "{\"a\":5,\"b\":\"5\"}"
    let note = "note: --arg 5 is a text; --arg-json 5 is the value of JSON\n"
    #expect(try Tool.run("a == %@", "--arg", "5", input: input).errors.hasSuffix(note))
    #expect(try Tool.run("-q", "a == %@", "--arg", "5", input: input).errors == "")
    for arguments in [["b == %@", "--arg", "5"], ["a == %@", "--arg-json", "5"]] {
      let outcome = try Tool.run(arguments, input: input)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
  }

  @Test func argumentsAreTextsOrJSON() throws {
    func matches(_ text: String, _ arguments: String...) throws -> Int32 {
      try Tool.run([text] + arguments, input: #"{"a":-5,"b":"x y","c":null,"d":[1]}"#)
        .status
    }
    #expect(try matches("a == %d", "--arg-json", "-5") == 0)
    #expect(try matches("a == %d", "--arg-json=-5") == 0)
    #expect(try matches("b == %@", "--arg", "x y") == 0)
    #expect(try matches("b == %@", "--arg-json", "\"x y\"") == 0)
    #expect(try matches("%K == %@", "--arg", "c", "--arg-json", "null") == 0)
    #expect(try matches("a IN %@", "--arg-json", "[-5, 1]") == 0)
    #expect(try matches("a == %@", "--arg", "-5") == 1)
    #expect(try matches("b == $name", "--var", "name=x y") == 0)
    #expect(try matches("a == $n AND b == $s", "--var", "n=-5", "--var", "s=x y") == 0)
    #expect(try matches("a == $n AND b == %@", "--var", "n=-5", "--arg", "x y") == 0)
    #expect(try matches("a == %d") == 2)
    #expect(try matches("a == $n", "--var", "n") == 2)
  }

  @Test func severalFilesAreReadInOrder() throws {
    let folder = try Folder()
    let first = try folder.file("a.jsonl", "{\"a\":1}\n")
    let second = try folder.file("b.json", "[{\"a\": 2}]")
    let third = try folder.file("c.csv", "a\n3\n")
    let outcome = try Tool.run(
      "a > 0", first, "-", second, third, input: "{\"a\":9}")
    #expect(outcome.text == "{\"a\":1}\n{\"a\":9}\n{\"a\":2}\n{\"a\":3}\n")
  }

  @Test func rowsThatFailAreReportedOnce() throws {
    let text = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":\"y\"}\n{\"a\":3}\n"
    let outcome = try Tool.run("a > 2", input: text)
    #expect(outcome.text == "{\"a\":3}\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("frc-query: standard input:2: "))
    #expect(outcome.errors.contains("2 rows"))
    #expect(outcome.errors.contains("^"))
    let inverted = try Tool.run("a > 2", "-v", input: text)
    #expect(inverted.text == "{\"a\":1}\n")
    #expect(try Tool.run("a > 9", input: text).status == 1)
  }

  @Test func theSamplesAnswer() throws {
    let instances = try Tool.run(
      "instanceType BEGINSWITH 't1' OR vCPUs >= 64", "-s", "instanceType", "-o", "csv",
      Tool.sample("instances.jsonl"))
    #expect(instances.lines.contains("t1.micro"))
    #expect(instances.lines.contains("p5.48xlarge"))
    #expect(!instances.lines.contains("t2.micro"))
    let people = try Tool.run(
      "ANY interests == 'maths' AND age > 30", "-s", "name", Tool.sample("people.json"))
    #expect(people.text == "{\"name\":\"Ada\"}\n{\"name\":\"Alan\"}\n")
    #expect(
      try Tool.run("name CONTAINS 'Dollar'", "-c", Tool.sample("currencies.csv")).status == 0)
    let all = try Tool.run("alpha_2.length == 2", "-c", Tool.sample("countries.json"))
    #expect(all.text == "249\n")
  }
}
