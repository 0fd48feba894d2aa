import TestSupport
import Testing
import ToolTestSupport

/// How options are written, and where they may stand.
struct OptionTests {
  private let rows = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n{\"a\":3,\"b\":\"x\"}\n"

  @Test(arguments: [
    ["-c", "b == %@", "--arg", "x"], ["b == %@", "--arg", "x", "--count"],
    ["--arg=x", "b == %@", "-c"], ["-c", "--arg", "x", "--", "b == %@"],
    ["b == %@", "-", "--count", "--arg-json=\"x\""], ["b == $b", "-c", "--var", "b=x"],
    ["--var=b=x", "-c", "b == $b"], ["--var", "$b=x", "b == $b", "-c"],
    ["--var", "b=y", "--var", "b=x", "b == $b", "-c"], ["-cv", "b == 'y'"],
    ["--invert", "--count", "b == 'y'"], ["%K == %@", "--arg", "b", "-c", "--arg", "x"],
    ["-c", "--strict", "b == 'x'"], ["-c", "--skip-errors", "b == 'x'"],
    ["-c", "-i", "jsonl", "b == 'x'"], ["-c", "--input=jsonl", "b == 'x'"],
    ["-c", "--limit=2", "TRUEPREDICATE"], ["-c", "--offset", "1", "TRUEPREDICATE"],
    ["-c", "--unique", "b", "TRUE"], ["-c", "--sort=a", "--limit", "2", "TRUEPREDICATE"],
    ["-c", "-s", "a", "-o", "table", "b == 'x'"],
  ])
  func optionsStandAnywhere(_ arguments: [String]) throws {
    #expect(
      try Tool.run(arguments, input: rows)
        == Tool.Outcome(status: 0, output: Array("2\n".utf8), errors: ""))
  }

  /// Words of other languages for all rows are answered with that of this one.
  @Test(arguments: [".", "*"])
  func allRowsHaveAWord(_ text: String) throws {
    let outcome = try Tool.run(text, input: rows)
    #expect(outcome.errors == "frc-query: '\(text)' is not a predicate: write TRUE for all rows\n")
    #expect(outcome.status == 2)
  }

  /// An option that is proposed is near the one that was given, or is what other programs call so.
  @Test(arguments: [
    ("--limt", "Unknown option '--limt'. Did you mean '--limit'?"),
    ("--head", "Unknown option '--head'. Did you mean '--limit'?"),
    ("--tail", "Unknown option '--tail'."),
    ("--mac", "Unknown option '--mac'. Did you mean '--max'?"),
  ])
  func anOptionThatIsProposedIsNear(_ option: String, _ message: String) throws {
    let outcome = try Tool.run("TRUE", option, "5", input: rows)
    #expect(outcome.errors.hasPrefix("Error: \(message)\n") && outcome.status == 2, "\(outcome)")
  }

  /// A list that is compared as a whole, and an escape that is none, are noted if nothing matched.
  @Test(arguments: [
    ("l == 'x'", "note: 'l' is a list: write ANY l == … for one of its elements\n"),
    (#"s MATCHES "\d+""#, #"note: \d is not an escape"#),
    (
      "s == 12",
      "note: 's' is text, which equals no number: "
        + "write the number in quotes, number(s), or --types s=number\n"
    ),
  ])
  func aLikelyMistakeIsNoted(_ filter: String, _ note: String) throws {
    let outcome = try Tool.run(filter, input: #"{"l":["x"],"s":"12"}"#)
    #expect(outcome.status == 1 && outcome.errors.hasPrefix(note), "\(outcome)")
    #expect(try Tool.run("-q", filter, input: #"{"l":["x"],"s":"12"}"#).errors == "")
  }

  /// Files that cannot be opened are passed over with `--skip-errors`, and end in status 2.
  @Test func missingFilesAreSkipped() throws {
    let folder = try Folder()
    let file = try folder.file("a.jsonl", rows)
    let outcome = try Tool.run(["-c", "--skip-errors", "a > 1", folder.path + "/none", file])
    #expect(outcome.text == "2\n" && outcome.status == 2)
    #expect(outcome.errors == "frc-query: \(folder.path)/none: No such file or directory\n")
    #expect(try Tool.run(["-c", "a > 1", folder.path + "/none", file]).text == "")
  }

  /// The file and the line of a row, in each form of output and each form of input.
  @Test func rowsNameTheirFileAndLine() throws {
    let folder = try Folder()
    let lines = try folder.file("a.jsonl", "\n" + rows)
    let array = try folder.file("b.json", "[{\"a\":1},\n\n{\"a\":2}]")
    let cells = try folder.file("c.csv", "a\n1\n\"2\"\n")
    #expect(try Tool.run("-n", "a == 2", "-s", "a", lines).text == "3:{\"a\":2}\n")
    #expect(try Tool.run("-n", "a == 2", array).text == "3:{\"a\":2}\n")
    #expect(try Tool.run("-nH", "a == 2", cells, "-o", "csv").text == "file,line,a\n\(cells),3,2\n")
    let table = try Tool.run("-n", "a == 2", "-s", "a", lines, cells, "-o", "table")
    #expect(table.text == "line  a\n────  ─\n   3  2\n   3  2\n")
    let both = try Tool.run("-H", "a == 1", "-s", "a", lines, cells)
    #expect(both.text == "\(lines):{\"a\":1}\n\(cells):{\"a\":1}\n")
    for options in [["-o", "json"], ["--section", "a"]] {
      #expect(try Tool.run(["-H", "TRUE", lines] + options).status == 2)
    }
  }

  /// A list is read below a key path, and the separator of cells is named or found.
  @Test func rowsAreFoundInDocuments() throws {
    let document = "{\"x\":{\"rows\":[\n{\"a\":1},\n{\"a\":}]}}"
    let bad = try Tool.run("--rows", "x.rows", "TRUE", input: document)
    #expect(bad.errors == "frc-query: standard input:3: expected a value\n", "\(bad)")
    let good = try Tool.run(
      "--rows", "x.rows", "-n", "TRUE", input: "{\"x\":{\"rows\":[\n{\"a\":1}]}}")
    #expect(good.text == "2:{\"a\":1}\n")
    let none = try Tool.run("--rows", "y", "TRUE", input: "{\"x\":1}")
    #expect(none.errors == "frc-query: standard input: there is no list at 'y'\n")
    #expect(try Tool.run("--rows", "a[0]", "TRUE", input: "{}").status == 2)
    #expect(try Tool.run("--rows", "a", "-i", "csv", "TRUE", input: "a\n").status == 2)
    for delimiter in ["", "ab", "\"", "\n"] {
      #expect(try Tool.run("--delimiter", delimiter, "TRUE", input: "a\n1\n").status == 2)
    }
    #expect(
      try Tool.run("--delimiter", "\\t", "TRUE", input: "a\tb\n1\t2\n").text
        == "{\"a\":1,\"b\":2}\n")
    #expect(try Tool.run("--delimiter", ";", "-i", "json", "TRUE", input: "{}").status == 2)
  }

  /// Rows inside of rows, and the values of an object with their names.
  @Test(arguments: [
    ("r[].i[]", #"{"r":[{"i":[{"a":1},{"a":2}]},{"x":0},{"i":[]},{"i":[{"a":3}]}]}"#, [1, 2, 3]),
    ("r[].o.i", #"{"r":[{"o":{"i":[{"a":1}]}}]}"#, [1]), ("[].i[]", #"[{"i":[{"a":1}]}]"#, [1]),
    ("r[][]", #"{"r":[[{"a":1}],[],[{"a":2}]]}"#, [1, 2]), ("`r.s`[]", #"{"r.s":[{"a":1}]}"#, [1]),
    ("r[].i[]", #"{"r":[]}"#, []), ("p{}", #"{"p":{"x":{"a":1},"y":{"a":2}}}"#, [1, 2]),
    ("{}[]", #"{"x":[{"a":1}],"y":[{"a":2}],"z":0}"#, [1, 2]), ("p{}", #"{"p":{}}"#, []),
  ])
  func rowsAreInsideOfRows(_ path: String, _ document: String, _ expected: [Int]) throws {
    for isPiped in [false, true] {
      let outcome = try Tool.run(
        ["--rows", path, "-r", "-s", "a", "TRUE"], input: document, isPiped: isPiped)
      #expect(outcome.lines == expected.map { "\($0)" }, "\(outcome)")
    }
  }

  @Test func valuesOfAnObjectHaveTheirNames() throws {
    let document =
      "{\"p\":{\n\"b\\\"c\":{\"a\":1},\n\"d\": 7, \"e\":{ },\n\n\"f\":{\"key\":\"own\"},\"g\":[1]}}"
    #expect(
      try Tool.run("--rows", "p{}", "-n", "TRUE", input: document).lines == [
        #"2:{"key":"b\"c","a":1}"#, #"3:{"key":"d","value":7}"#, #"3:{"key":"e"}"#,
        #"5:{"key":"own"}"#, #"5:{"key":"g","value":[1]}"#,
      ])
    #expect(
      try Tool.run("--rows", "p{}", "key BEGINSWITH 'b'", "-r", "-s", "a", input: document).text
        == "1\n")
    for (path, kind) in [
      ("q{}", "object"), ("p.d{}", "object"), ("p[]", "list"), ("p{}[].x[]", "list"),
    ] {
      #expect(
        try Tool.run("--rows", path, "TRUE", input: document).errors
          == "frc-query: standard input: there is no \(kind) at '\(path)'\n")
    }
    #expect(
      try Tool.run("--rows", "a[0].b[]", "TRUE", input: "{}").errors
        == "frc-query: 'a[0].b[]' is not a key path of names, as --rows requires\n")
  }

  /// Lists of an option add up.
  @Test(arguments: [
    (["-s", "a", "-s", "b"], "a,b\n1,x\n2,y\n3,x\n"),
    (["-s", "b", "--select", "x=a*2"], "b,x\nx,2\ny,4\nx,6\n"),
    (["-s", "a", "--sort", "b", "--sort", "a:desc"], "a\n3\n1\n2\n"),
    (["--count-by", "b", "--count-by", "a", "--limit", "1"], "b,a,count\nx,1,1\n"),
    (["--count-by", "b", "--sort", "count", "--sort", "b"], "b,count\ny,1\nx,2\n"),
    (["-s", "a", "--types", "a=text", "--types", "b=text", "a == '2'"], "a\n2\n"),
  ])
  func listsOfOneOptionAddUp(_ arguments: [String], _ expected: String) throws {
    let predicate = arguments.count > 6 ? [] : ["TRUE"]
    let outcome = try Tool.run(predicate + arguments + ["-o", "csv"], input: rows)
    #expect(outcome.text == expected && outcome.errors == "", "\(outcome)")
  }

  /// A single value is refused twice, in each command and by each name of its option.
  @Test(arguments: [
    (
      ["--section", "a", "--section", "b", "TRUE"],
      "--section is given twice, and takes one expression"
    ),
    (["--limit", "1", "TRUE", "--limit=2"], "--limit is given twice, and takes one n"),
    (["-o", "csv", "TRUE", "--output", "json"], "--output is given twice, and takes one output"),
    (
      ["--histogram", "a", "--histogram", "b", "TRUE"],
      "--histogram is given twice, and takes one expression[:width]"
    ),
    (
      ["--unique", "a", "--unique", "a", "TRUE"],
      "--unique is given twice, and takes one expression"
    ),
    (["--offset", "1", "--offset", "-1", "TRUE"], "--offset must not be negative"),
    (
      ["repl", "--time-limit", "1", "--time-limit", "2"],
      "--time-limit is given twice, and takes one seconds"
    ),
    (
      ["filter", "--table", "a", "--table", "b", "TRUE"],
      "--table is given twice, and takes one name"
    ),
  ])
  func singleValuesAreRefusedTwice(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(arguments, input: rows)
    #expect(outcome.status == 2 && outcome.text == "", "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome)")
  }

  /// Values that look like options, and words after `--`, repeat nothing.
  @Test func onlyOptionsRepeat() throws {
    for arguments in [
      ["b IN {%@, %@}", "--arg", "--limit", "--arg", "--limit", "-c"],
      ["--arg", "-o", "-o", "csv", "-c", "b != %@"], ["--sum", "a", "--sum", "b", "TRUE"],
      ["-c", "-c", "TRUE"],
    ] {
      #expect(try Tool.run(arguments, input: rows).status != 2, "\(arguments)")
    }
    let words = ["complete-line", "bash", "frc-query --limit 1 --limit 2 "]
    #expect(!(try Tool.run(words).errors.contains("twice")))
  }

  /// Of rows with one value the first is written, whatever the order and the window.
  @Test func rowsAreUnique() throws {
    #expect(
      try Tool.run("--unique", "b", "-s", "a", "TRUE", input: rows).text == "{\"a\":1}\n{\"a\":2}\n"
    )
    #expect(
      try Tool.run("--unique", "b", "-s", "a", "--sort", "a:desc", "TRUE", input: rows).text
        == "{\"a\":3}\n{\"a\":2}\n")
    #expect(
      try Tool.run(
        "--unique", "b", "-s", "a", "--sort", "a:desc", "--limit", "1", "TRUE", input: rows
      ).text == "{\"a\":3}\n")
    // Rows that sort alike are in the order of the input, and sections in that of their first rows.
    let more =
      "{\"a\":1,\"k\":1,\"s\":\"p\"}\n{\"a\":2,\"k\":2,\"s\":\"q\"}\n{\"a\":3,\"k\":2,\"s\":\"p\"}\n"
    #expect(
      try Tool.run("--unique", "k", "-s", "a", "--sort", "k", "TRUE", input: more).text
        == "{\"a\":1}\n{\"a\":2}\n")
    #expect(
      try Tool.run(
        "--unique", "k", "-s", "a", "--section", "s", "-o", "csv", "TRUE", input: more
      ).text == "section,a\np,1\np,3\n")
    #expect(
      try Tool.run("--section", "s", "-c", "TRUE", input: more).errors
        == "frc-query: --section does not go with --count: "
        + "count the rows of each value with --count-by s\n")
    #expect(
      try Tool.run("--unique", "b", "-c", "--sort", "a:desc", "TRUE", input: rows).text == "2\n")
    #expect(try Tool.run("--unique", "b", "-c", "TRUE", input: rows).text == "2\n")
    #expect(
      try Tool.run("--unique", "b", "--offset", "1", "--limit", "1", "-s", "a", "TRUE", input: rows)
        .text
        == "{\"a\":2}\n")
  }

  /// The first rows of each value are those of the output, beside a loop over all rows.
  @Test(arguments: RandomSearch.seeds(8))
  func theRowsOfEachValueAreLimited(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let rows = (0..<dice.pick([5, 60, 900])).map { id in
      (id: id, key: Int(dice.below(4)), value: Int(dice.below(9)))
    }
    let input = rows.map { "{\"id\":\($0.id),\"k\":\($0.key),\"v\":\($0.value)}\n" }.joined()
    for (sort, precedes) in [
      (nil, { $0.id < $1.id }), ("v", { ($0.value, $0.id) < ($1.value, $1.id) }),
      ("v:desc", { (-$0.value, $0.id) < (-$1.value, $1.id) }),
    ] as [(String?, ((id: Int, key: Int, value: Int), (id: Int, key: Int, value: Int)) -> Bool)] {
      for count in [1, 2, 7, 1_000, .max] {
        var counts: [Int: Int] = [:]
        let expected = rows.sorted(by: precedes).filter { row in
          counts[row.key, default: 0] += 1
          return counts[row.key, default: 0] <= count
        }
        let options = sort.map { ["--sort", $0] } ?? []
        let limited = ["TRUE", "--limit-by", "k:\(count)"] + options
        #expect(
          try Tool.run(limited + ["-r", "-s", "id"], input: input).lines
            == expected.map { "\($0.id)" }, "\(count) \(options)")
        #expect(
          try Tool.run(limited + ["-r", "-s", "id", "--offset", "1", "--limit", "3"], input: input)
            .lines == expected.dropFirst().prefix(3).map { "\($0.id)" })
        #expect(try Tool.run(limited + ["-c"], input: input).text == "\(expected.count)\n")
      }
    }
  }

  @Test func eachSectionHasItsFirstRows() throws {
    let input = "{\"k\":1,\"s\":\"b\"}\n{\"k\":1,\"s\":\"a\"}\n{\"k\":1,\"s\":\"b\"}\n"
    #expect(
      try Tool.run(
        "--limit-by", "k:2", "-s", "k", "--section", "s", "-o", "csv", "TRUE", input: input
      )
      .text == "section,k\nb,1\nb,1\n")
    #expect(
      try Tool.run(
        "--limit-by", "s:1", "-s", "k", "--section", "s", "-o", "csv", "TRUE", input: input
      )
      .text == "section,k\nb,1\na,1\n")
  }

  @Test(arguments: [
    (["--limit-by", "b"], "'b' does not say how many rows of each value: write --limit-by city:2"),
    (
      ["--limit-by", "b:0"],
      "'b:0' does not say how many rows of each value: write --limit-by city:2"
    ),
    (["--limit-by", "b:1", "--unique", "b"], "--unique KEY is --limit-by KEY:1: use one of them"),
    (["--limit-by", "b:1", "--count-by", "b"], "--limit-by does not go with --count-by: "),
    (["--limit-by", "b:1", "--why"], "--limit-by does not go with --why: each row is explained"),
  ])
  func aLimitOfEachValueIsAKeyAndANumber(_ options: [String], _ message: String) throws {
    let outcome = try Tool.run(["TRUE"] + options, input: rows)
    #expect(outcome.errors.hasPrefix("frc-query: \(message)") && outcome.status == 2, "\(outcome)")
  }

  @Test(arguments: [
    ("json", #"[{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]"#), ("json", #"{"a": 1, "b": "x"}"#),
    ("jsonl", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"x\"}"), ("csv", "a,b\n1,x\n2,x\n"),
    ("tsv", "a\tb\n1\tx\n2\tx\n"),
  ])
  func everyFormatIsRead(_ format: String, _ text: String) throws {
    let folder = try Folder()
    for option in ["-i", "--input"] {
      let outcome = try Tool.run("a >= 1", option, format, "-s", "b,a", input: text)
      #expect(outcome.lines.first == #"{"b":"x","a":1}"#)
    }
    // By its name, by what is in it, and by the name in spite of what is in it.
    for name in ["rows.\(format)", "rows"] {
      let outcome = try Tool.run("a == 1", "-s", "b,a", try folder.file(name, text))
      #expect(outcome.text == #"{"b":"x","a":1}"# + "\n")
    }
  }

  @Test(arguments: [
    ("jsonl", "{\"b\":\"x\"}\n{\"b\":\"x\"}\n"), ("json", "[\n{\"b\":\"x\"},\n{\"b\":\"x\"}\n]\n"),
    ("csv", "b\nx\nx\n"), ("tsv", "b\nx\nx\n"), ("table", "b\n─\nx\nx\n"),
  ])
  func everyFormatIsWritten(_ format: String, _ text: String) throws {
    for option in ["-o", "--output"] {
      let outcome = try Tool.run("b == 'x'", option, format, "--select", "b", input: rows)
      #expect(outcome == Tool.Outcome(status: 0, output: Array(text.utf8), errors: ""))
    }
  }

  @Test(arguments: [
    ("jsonl", ""), ("json", "[]\n"), ("csv", "b\n"), ("tsv", "b\n"), ("table", ""),
  ])
  func withoutAMatchThereIsOnlyAFrame(_ format: String, _ text: String) throws {
    let outcome = try Tool.run("b == 'z'", "-o", format, "-s", "b", input: rows)
    #expect(outcome == Tool.Outcome(status: 1, output: Array(text.utf8), errors: ""))
  }

  @Test func aFileInThePlaceOfThePredicateIsToldSo() throws {
    let folder = try Folder()
    _ = try folder.file("rows.jsonl", rows)
    let outcome = try Tool.run(["rows.jsonl", "a > 1"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "frc-query: a > 1: no such file; the predicate comes first, then the files\n")
    // Nothing speaks against a key that is named like a file.
    _ = try folder.file("b", "")
    let key = try Tool.run(["b"], input: "{\"b\":true}\n", isPiped: true, in: folder.path)
    #expect(key.text == "{\"b\":true}\n")
    // Nor against one that is named like something else, or against files that are there.
    for make in ["mkdir c", "mkfifo c"] {
      _ = try Tool.shell("cd \(folder.path); rm -rf c; \(make)")
      let other = try Tool.run(["c", "none.jsonl"], in: folder.path)
      #expect(other.errors == "frc-query: none.jsonl: No such file or directory\n", "\(make)")
    }
    let row = "{\"b\":true}\n"
    _ = try folder.file("d", row)
    #expect(try Tool.run(["b", "d"], in: folder.path).text == row)
    #expect(try Tool.run(["b", "-"], input: row, in: folder.path).text == row)
  }
}
