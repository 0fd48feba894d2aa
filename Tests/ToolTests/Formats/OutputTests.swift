import Testing
import ToolTestSupport

struct OutputTests {
  private let people = """
    [{"n": "Ada", "age": 36, "tags": ["a", "b"], "at": {"city": "Rome"}},
     {"n": "Bo", "age": 1.50, "extra": null},
     {"n": "日本", "at": {"city": "Rome"}}]
    """

  private func output(_ arguments: String...) throws -> String {
    try Tool.run(["TRUEPREDICATE"] + arguments, input: people).text
  }

  @Test func elementsOfAnArrayComeOutALineEach() throws {
    #expect(
      try output()
        == #"{"n":"Ada","age":36,"tags":["a","b"],"at":{"city":"Rome"}}"# + "\n"
        + #"{"n":"Bo","age":1.50,"extra":null}"# + "\n"
        + #"{"n":"日本","at":{"city":"Rome"}}"# + "\n")
  }

  @Test func jsonIsOneArray() throws {
    #expect(
      try output("-o", "json", "-s", "n")
        == "[\n{\"n\":\"Ada\"},\n{\"n\":\"Bo\"},\n{\"n\":\"日本\"}\n]\n")
    #expect(try Tool.run("FALSEPREDICATE", "-o", "json").text == "[]\n")
  }

  /// One column is a value a line, several have tabs between them; nothing is quoted or escaped.
  @Test func valuesComeOutAsTheyAre() throws {
    #expect(try output("-r", "-s", "n") == "Ada\nBo\n日本\n")
    #expect(try output("-o", "text", "-s", "n") == output("-r", "-s", "n"))
    #expect(
      try output("-r", "-s", "n,age,tags,at.city")
        == "Ada\t36\t[\"a\",\"b\"]\tRome\nBo\t1.50\t\t\n日本\t\t\tRome\n")
    #expect(try output("-r", "-s", "x=age*2") == "72\n3.0\n\n")
    #expect(try output("-r", "-c") == "3\n")
    #expect(try output("-r", "--count-by", "at.city", "--sort", "count") == "\t1\nRome\t2\n")
    #expect(try output("-r", "-s", "n", "--sort", "n:desc") == "日本\nBo\nAda\n")
    #expect(try output("-r", "-n", "-s", "n", "--limit", "1") == "1\tAda\n")
    #expect(
      try output("-r", "-s", "n", "--section", "at.city") == "Rome\tAda\nRome\t日本\n\tBo\n")
  }

  @Test func markdownIsATable() throws {
    #expect(
      try output("-o", "markdown", "-s", "n,age,at.city").split(separator: "\n").map(String.init)
        == [
          "| n | age | at.city |", "| --- | --: | --- |", "| Ada | 36 | Rome |", "| Bo | 1.5 |  |",
          "| 日本 |  | Rome |",
        ])
    #expect(
      try output("-o", "markdown", "-s", "n", "--section", "age", "--limit", "2")
        == "| section | n |\n| --- | --- |\n| 36 | Ada |\n| 1.5 | Bo |\n")
    #expect(
      try output("-o", "markdown", "--count-by", "at.city", "--avg", "age")
        == "| at.city | count | avg(age) |\n| --- | --: | --: |\n| Rome | 2 | 36.0 |\n|  | 1 | 1.5 |\n"
    )
    #expect(try Tool.run("FALSE", "-o", "markdown", "-s", "a").text == "| a |\n| --- |\n")
    #expect(try Tool.run("FALSE", "-o", "markdown").text == "")
    let odd = #"{"a|b":"x|y\\z","c":"l\r\nl\nl","d":"<b>\u001b","e":""}"#
    #expect(
      try Tool.run("TRUE", "-o", "markdown", input: odd).text
        == #"""
        | a\|b | c | d | e |
        | --- | --- | --- | --- |
        | x\|y\\z | l<br>l<br>l | \<b>\\u{1b} | "" |

        """#)
  }

  /// Tabs, line breaks, quotes and empty texts are written as they are from each format.
  @Test(arguments: [
    (
      "jsonl",
      "{\"a\":\"x\\ty\",\"b\":\"\\\"q\\\"\"}\n{\"a\":\"l\\nl\",\"b\":\"\"}\n"
    ),
    ("csv", "a,b\nx\ty,\"\"\"q\"\"\"\n\"l\nl\",\"\"\n"),
  ])
  func textIsNotQuoted(_ format: String, _ input: String) throws {
    let expected = "x\ty\t\"q\"\nl\nl\t\n"
    for options in [
      [], ["-s", "a,b"], ["--sort", "a:desc", "-s", "a,b"], ["-s", "a,b=lowercase(b)"],
    ] {
      let outcome = try Tool.run(["TRUE", "-r", "-i", format] + options, input: input)
      #expect(outcome.text == expected, "\(options) \(outcome)")
    }
    #expect(try Tool.run("FALSE", "-r", "-i", format, input: input).text == "")
  }

  @Test(arguments: [
    (["-o", "csv"], "Error: -r and -o are two formats: write -r alone.\n"),
    (["--crlf"], "frc-query: --crlf is for -o csv and tsv\n"),
    (["--why"], "frc-query: -r does not go with --why: explanations are text for people\n"),
  ])
  func otherFormsDoNotGoWithText(_ options: [String], _ message: String) throws {
    let outcome = try Tool.run(["TRUE", "-r"] + options, input: people)
    #expect(outcome.errors.hasPrefix(message) && outcome.status == 2, "\(outcome)")
  }

  @Test func selectedKeyPathsComeOutInOrderAsTheyWereSpelled() throws {
    #expect(
      try output("--select", "age,at.city,n").split(separator: "\n").map(String.init) == [
        #"{"age":36,"at.city":"Rome","n":"Ada"}"#, #"{"age":1.50,"at.city":null,"n":"Bo"}"#,
        #"{"age":null,"at.city":"Rome","n":"日本"}"#,
      ])
    #expect(try output("-s", "tags.@count", "--limit", "1") == "{\"tags.@count\":2}\n")
    let odd = try Tool.run(
      "TRUEPREDICATE", "-s", "`a.b`,size", input: #"{"a.b": 1, "size": 2}"#)
    #expect(odd.text == #"{"a.b":1,"size":2}"# + "\n")
  }

  /// NaN and infinities have words in texts; in JSON they are null, which is noted.
  @Test(arguments: [
    ("csv", "r,e\nnan,inf\n2,1\n"), ("tsv", "r\te\nnan\tinf\n2\t1\n"),
    ("table", "  r    e\n───  ───\nnan  inf\n2.0  1.0\n"),
  ])
  func numbersThatJSONLacksHaveWords(_ format: String, _ expected: String) throws {
    let input = "{\"a\":-1,\"b\":1000}\n{\"a\":4,\"b\":0}\n"
    let columns = ["TRUE", "-s", "r=sqrt(a),e=exp(b)"]
    let outcome = try Tool.run(columns + ["-o", format], input: input)
    let numbers = outcome.text.replacing("2.0", with: "2").replacing("1.0", with: "1")
    #expect(
      numbers == expected.replacing("2.0", with: "2").replacing("1.0", with: "1")
        && outcome.errors == "", "\(outcome)")
    let json = try Tool.run(columns, input: input)
    #expect(json.lines.first == "{\"r\":null,\"e\":null}")
    #expect(
      json.errors
        == "note: 2 values are nan or inf, which is null in JSON; text formats keep it\n")
    let sorted = try Tool.run(columns + ["--sort", "a"], input: input)
    #expect(sorted.errors == json.errors)
    #expect(try Tool.run(columns + ["-q"], input: input).errors == "")
  }

  @Test func aSumBeyondADoubleIsNoted() throws {
    let input = "{\"v\":1e308}\n{\"v\":1e308}\n"
    let json = try Tool.run("TRUE", "--sum", "v", input: input)
    #expect(json.text == "{\"count\":2,\"sum(v)\":null}\n")
    #expect(
      json.errors == "note: 1 value is nan or inf, which is null in JSON; text formats keep it\n")
    let csv = try Tool.run("TRUE", "--sum", "v", "-o", "csv", input: input)
    #expect(csv.text == "count,sum(v)\n2,inf\n" && csv.errors == "")
  }

  /// Failures are counted by column.
  @Test func failuresAreThoseOfTheirColumn() throws {
    let outcome = try Tool.run(
      "TRUE", "-s", "n=a+1,m=b+1", input: "{\"a\":\"x\",\"b\":\"x\"}\n{\"a\":1,\"b\":\"x\"}\n")
    let notes = outcome.errors.split(separator: "\n")
    #expect(notes.count == 2, "\(outcome)")
    #expect(notes.first?.hasPrefix("note: 1 value of 'n' could not be computed") == true)
    #expect(notes.last?.hasPrefix("note: 2 values of 'm' could not be computed") == true)
  }

  /// A boolean is the number 0 or 1, as in comparisons.
  @Test func booleansAreAdded() throws {
    let outcome = try Tool.run(
      "TRUE", "--sum", "v", "--avg", "v", "--max", "v", "--median", "v", "-o", "csv",
      input: "{\"v\":true}\n{\"v\":3}\n{\"v\":true}\n{\"v\":-1}\n")
    #expect(
      outcome.text == "count,sum(v),avg(v),max(v),median(v)\n4,4,1.0,3,true\n", "\(outcome)")
    #expect(outcome.errors == "")
  }

  /// With a limit of 0 the header is written, and the exit status says whether a row matches.
  @Test(arguments: [[], ["--sort", "a"], ["--unique", "a"], ["--offset", "1"]])
  func noRowIsWrittenWithALimitOfNone(_ options: [String]) throws {
    for (predicate, status) in [("a > 1", 0), ("a > 9", 1)] as [(String, Int32)] {
      let outcome = try Tool.run(
        [predicate, "-i", "csv", "-o", "csv", "--limit", "0"] + options,
        input: "a,b\n1,x\n2,y\n3,z\n")
      #expect(outcome.text == "a,b\n" && outcome.status == status, "\(outcome)")
    }
    let count = try Tool.run(
      ["a > 1", "-c", "-i", "csv", "--limit", "0"] + options, input: "a\n2\n")
    #expect(count.text == "0\n" && count.status == 0, "\(count)")
  }

  @Test func aHeaderIsWrittenWithoutRowsOfSeveralFiles() throws {
    let folder = try Folder()
    let files = [try folder.file("a.csv", "a,b\n1,2\n"), try folder.file("b.csv", "b,c\n1,2\n")]
    let outcome = try Tool.run(["FALSE", "-o", "csv"] + files)
    #expect(outcome.text == "a,b,c\n" && outcome.status == 1, "\(outcome)")
  }

  @Test func aggregatesAreThoseOfTheWholeRow() throws {
    let rows = """
      {"t":["a","b"],"o":{"n":[1,4.5]},"p":[{"v":2},{"v":3}]}
      {"t":[],"o":{"n":5},"p":null}
      {"t":"ab","o":7}

      """
    let keys = "t.@count,o.n.@sum,o.n.@sum.self,p.@max.v,o.n.@min.self,t.@nothing"
    for (format, input) in [
      ("jsonl", rows), ("json", "[1," + rows.replacing("}\n{", with: "},{") + "]"),
    ] {
      for key in keys.split(separator: ",").map(String.init) {
        let selected = try Tool.run(["TRUEPREDICATE", "-s", key, "-i", format], input: input)
        // SELF needs the whole row, from which the other columns are read then, too.
        let whole = try Tool.run(
          ["TRUEPREDICATE", "-s", "SELF,\(key)", "-i", format], input: input)
        #expect(selected.status == whole.status && selected.lines.count == whole.lines.count)
        for (one, other) in zip(selected.lines, whole.lines) {
          #expect(other.hasSuffix(String(one.dropFirst())), "\(key)")
        }
      }
    }
    #expect(
      try Tool.run("TRUEPREDICATE", "-s", "t.@count,o.n.@sum.self", "-o", "csv", input: rows).lines
        .prefix(2)
        == ["t.@count,o.n.@sum.self", "2,5.5"])
    #expect(
      try Tool.run("TRUEPREDICATE", "-s", "t.`@count`", input: #"{"t":{"@count":7}}"#).text
        == #"{"t.@count":7}"# + "\n")
    #expect(
      try Tool.run("t.@count >= 0", "--sort", "t.@count:desc", "-s", "t.@count", input: rows).lines
        == [#"{"t.@count":2}"#, #"{"t.@count":0}"#])
  }

  /// The way to a value leads through lists and through what has no members.
  @Test func aPathThroughAListIsAList() throws {
    let rows = [
      #"{"l":[{"x":1.50},{"x":"a,b"}]}"#, #"{"l":[]}"#, #"{"l":{"x":5}}"#, #"{"l":"text"}"#, "{}",
    ]
    let values = ["[1.5,\"a,b\"]", "[]", "5", "null", "null"]
    let cells = ["\"[1.5,\"\"a,b\"\"]\"", "[]", "5", "", ""]
    for input in [rows.joined(separator: "\n"), "[\(rows.joined(separator: ","))]"] {
      for order in [[], ["--sort", "nothing"], ["--offset", "0"]] {
        let arguments = ["TRUEPREDICATE", "-s", "l.x"] + order
        let objects = try Tool.run(arguments, input: input).lines
        #expect(objects == values.map { "{\"l.x\":\($0)}" })
        let records = try Tool.run(arguments + ["-o", "csv"], input: input)
        #expect(records.text == "l.x\n" + cells.map { $0 + "\n" }.joined())
      }
    }
  }

  @Test func csvHasTheKeysOfAllRows() throws {
    #expect(
      try output("-o", "csv")
        == "n,age,tags,at,extra\n"
        + "Ada,36,\"[\"\"a\"\",\"\"b\"\"]\",\"{\"\"city\"\":\"\"Rome\"\"}\",\n"
        + "Bo,1.50,,,\n日本,,,\"{\"\"city\"\":\"\"Rome\"\"}\",\n")
    #expect(try output("-o", "tsv", "-s", "n,age") == "n\tage\nAda\t36\nBo\t1.50\n日本\t\n")
  }

  @Test(arguments: [
    ("o,l", "jsonl", #"{"o":{"a":[1,{}]},"l":[1,2]}"# + "\n" + #"{"o":null,"l":null}"# + "\n"),
    ("o,l", "csv", "o,l\n" + #""{""a"":[1,{}]}","[1,2]""# + "\n,\n"),
    ("l.@count,s", "csv", "l.@count,s\n2,x\n,y\n"), ("s,l.@count", "csv", "s,l.@count\nx,2\ny,\n"),
    ("none,s,n", "csv", "none,s,n\n,x,1\n,y,\n"), ("s.length,s", "csv", "s.length,s\n1,x\n1,y\n"),
  ])
  func whatIsSelectedOfLinesComesOut(_ paths: String, _ format: String, _ text: String) throws {
    let lines =
      #"{"o": {"a" : [1, {}]}, "l": [ 1,2 ], "s": "x", "n": 1}"# + "\n" + #"{"s":"y"}"# + "\n"
    #expect(try Tool.run("TRUEPREDICATE", "-s", paths, "-o", format, input: lines).text == text)
  }

  @Test func cellsAreQuotedWhereTheyMustBe() throws {
    let text = #"{"a":"x,y","b":"q\"q","c":"l\nl","d":"","e":null,"f":"t\tt"}"#
    #expect(
      try Tool.run("TRUEPREDICATE", "-o", "csv", input: text).text
        == "a,b,c,d,e,f\n\"x,y\",\"q\"\"q\",\"l\nl\",\"\",,t\tt\n")
    #expect(
      try Tool.run("TRUEPREDICATE", "-o", "tsv", "-s", "a,f", input: text).text
        == "a\tf\nx,y\t\"t\tt\"\n")
  }

  @Test func aTableStandsInColumns() throws {
    #expect(
      try output("-o", "table", "-s", "n,age,tags")
        == """
        n     age  tags
        ────  ───  ─────────
        Ada    36  ["a","b"]
        Bo    1.5
        日本

        """)
  }

  @Test func aTableShowsControlCharacters() throws {
    #expect(
      try Tool.run("TRUEPREDICATE", "-o", "table", input: #"{"a":"\u001b[1m\n"}"#).lines.last
        == #"\u{1b}[1m\n"#)
  }

  @Test func sectionsComeOutInEveryFormat() throws {
    let rows = "{\"c\":\"x\",\"v\":1}\n{\"c\":\"y\",\"v\":2}\n{\"c\":\"x\",\"v\":3 }\n{\"v\":4}\n"
    func output(_ format: String, _ more: String...) throws -> String {
      try Tool.run(
        ["TRUEPREDICATE", "--section", "c", "-o", format] + more, input: rows
      ).text
    }
    let x = #"{"section":"x","items":[{"c":"x","v":1},{"c":"x","v":3 }]}"#
    let y = #"{"section":"y","items":[{"c":"y","v":2}]}"#
    let none = #"{"section":null,"items":[{"v":4}]}"#
    #expect(try output("jsonl") == "\(x)\n\(y)\n\(none)\n")
    #expect(try output("json") == "[\n\(x),\n\(y),\n\(none)\n]\n")
    #expect(try output("csv", "-s", "v") == "section,v\nx,1\nx,3\ny,2\n,4\n")
    #expect(
      try output("tsv", "--sort", "v:desc", "--limit", "2") == "section\tv\tc\n\t4\t\nx\t3\tx\n")
    #expect(
      try output("table", "-s", "v")
        == "v\n─\n\nx (2)\n1\n3\n\ny (1)\n2\n\n(none) (1)\n4\n")
  }

  @Test func onlySectionsWithAMatchComeOut() throws {
    let rows = "{\"c\":\"x\",\"v\":1}\n{\"c\":\"y\",\"v\":2}\n"
    #expect(
      try Tool.run("v > 1", "--section", "c", input: rows).text
        == #"{"section":"y","items":[{"c":"y","v":2}]}"# + "\n")
    for (format, text) in [("csv", "section,v\n"), ("tsv", "section\tv\n"), ("json", "[]\n")] {
      let outcome = try Tool.run("v > 2", "--section", "c", "-s", "v", "-o", format, input: rows)
      #expect(outcome == Tool.Outcome(status: 1, output: Array(text.utf8), errors: ""))
    }
  }

  @Test func keysAreSpelledAsInPredicates() throws {
    let row = ##"{"size":1,"#d":2,"in":{"or":3,"a b":4},"self":5}"##
    #expect(
      try Tool.run("#size == 1", "-s", "#size,#d,#in.#or,#in.`a b`,self", input: row).text
        == ##"{"size":1,"#d":2,"in.or":3,"in.a b":4,"self":5}"## + "\n")
    #expect(try Tool.run("#size == 1", "-s", "in.or,size,in.a b", input: row).text.contains("3"))
  }

  @Test func theRowItselfIsAKey() throws {
    let numbers = "3\n1.50\n2\n3\n"
    #expect(try Tool.run("SELF > 1", "--sort", "SELF", input: numbers).text == "1.50\n2\n3\n3\n")
    #expect(try Tool.run("SELF < 2", "-s", "SELF", input: numbers).text == "{\"SELF\":1.50}\n")
    #expect(
      try Tool.run("SELF > 2", "--section", "SELF", input: numbers).text
        == "{\"section\":3,\"items\":[3,3]}\n")
    #expect(
      try Tool.run("SELF != nil", "-s", "`SELF`", input: "{\"SELF\":1}").text == "{\"SELF\":1}\n")
  }

  @Test func rowsThatAreNoObjectsHaveAColumnToo() throws {
    #expect(try Tool.run("SELF > 1", "-o", "csv", input: "[1, 2.5, 3]").text == "value\n2.5\n3\n")
    #expect(try Tool.run("SELF > 1", input: "1\n2.50\n").text == "2.50\n")
  }
}
