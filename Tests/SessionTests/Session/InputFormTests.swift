import Foundation
import Testing
import ToolTestSupport

/// The form of a file, stated in each way to open one: by one shot, the REPL, its `.open`, and the pipe.
struct InputFormTests {
  struct Example: Sendable {
    let file: String
    let text: String
    let options: [String]

    /// The members of the request `open`
    let members: String
    let predicate: String

    /// The values of a key in the rows that match
    var key = "id"
    let expected: [Int]
  }

  private static let examples = [
    Example(
      file: "a.json", text: #"{"Items":[{"id":1},{"id":2}]}"#, options: ["--rows", "Items"],
      members: #""rows":"Items""#, predicate: "id > 1", expected: [2]),
    Example(
      file: "a.jsonl",
      text: "{\"r\":[{\"id\":1},{\"id\":2}]}\n\n{\"x\":0}\n{\"r\":[]}\n{\"r\":[{\"id\":3}]}",
      options: ["--rows", "r[]"], members: #""rows":"r[]""#, predicate: "id != 2",
      expected: [1, 3]),
    Example(
      file: "a.json", text: "{\n\"r\": [\n{\"id\":1}\n]}\n{\n\"r\":[ {\"id\":\n3} ]}",
      options: ["--rows", "r"], members: #""rows":"r""#, predicate: "TRUE", expected: [1, 3]),
    Example(
      file: "a.txt",
      text: #"{"p":{"x":{"id":1},"y":{"id":2}}}"# + "\n" + #"{"p":{"x":{"id":3}}}"# + "\n",
      options: ["-i", "jsonl", "--rows", "p{}"], members: #""input":"jsonl","rows":"p{}""#,
      predicate: "key == 'x'", expected: [1, 3]),
    Example(
      file: "a.jsonl",
      text: #"{"id":1,"d":"20.11.2026","n":"1.234,50"}"# + "\n"
        + #"{"id":2,"d":"1.2.2026","n":"7,00"}"#,
      options: ["--types", "d=date:%d.%m.%Y,n=number:1.234,56"],
      members: #""types":"d=date:%d.%m.%Y,n=number:1.234,56""#,
      predicate: "d > #2026-03-01# AND n > 1000", expected: [1]),
    Example(
      file: "a.csv", text: "id~d~c~u\n1~20.11.2026~007~1767225600\n2~1.2.2026~7~5\n",
      options: ["--delimiter", "~", "--types", "d=date:%d.%m.%Y,c=text,u=unix"],
      members: #""delimiter":"~","types":"d=date:%d.%m.%Y,c=text,u=unix""#,
      predicate: "d > #2026-03-01# AND c == '007' AND u >= #2026-01-01#", expected: [1]),
    Example(
      file: "a.csv", text: "1,x\n2,y\n3,x\n", options: ["--no-header"],
      members: #""header":false"#, predicate: "`2` == 'x'", key: "1", expected: [1, 3]),
    Example(
      file: "a.log", text: "error 1\nfine\r\nerror 2", options: ["-i", "lines"],
      members: #""input":"lines""#, predicate: "line BEGINSWITH 'error'", key: "number",
      expected: [1, 3]),
    Example(
      file: "a.tsv", text: "id\tn\n1\tx\n2\ty\n", options: [], members: "",
      predicate: "n == 'y'", expected: [2]),
  ]

  @Test(arguments: examples.indices)
  func allWaysReadTheSameRows(_ index: Int) throws {
    let example = Self.examples[index]
    let folder = try Folder()
    let file = try folder.file(example.file, example.text)
    let expected = example.expected.map { "\($0)" }
    let shot = try Tool.run(
      [example.predicate, file, "-r", "--select", example.key] + example.options)
    #expect(shot.lines == expected, "\(shot)")
    let lines = ".select `\(example.key)`\n.mode text\n\(example.predicate)\n"
    let repl = try Tool.run(["repl", file] + example.options, input: lines)
    #expect(repl.lines == expected, "\(repl)")
    let words = example.options.map { "'\($0)'" }.joined(separator: " ")
    let opened = try Tool.run(["repl"], input: ".open \(words) \(file)\n\(lines)")
    #expect(opened.lines == expected, "\(opened)")
    let open =
      #"{"op":"open","source":"\#(file)""# + (example.members.isEmpty ? "" : ",")
      + example.members + "}"
    let answers = try converse([
      open, #"{"op":"filter.add","name":"f","filter":"\#(example.predicate)"}"#, ask,
    ])
    let rows = try JSONNode(answers[2])["sections"]?.elements.first?["items"]?.elements
    #expect(rows?.compactMap { $0[example.key]?.integer } == example.expected, "\(answers)")
  }

  /// What is stated is read the same by tests, orders, counts and computed columns.
  @Test func statedKindsHoldForTheWholeSession() throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", "id,d,n\n1,20.11.2026,0\n2,1.2.2026,0\n3,3.2.2026,0\n")
    let lines = """
      .mode csv
      .sort d:desc
      .show
      .select id,y=year(d)
      .show 1
      .filter add Old d < #2026-02-02#
      .select id
      .show
      .filter clear
      .set n 9 where d > #2026-06-01#
      .save

      """
    let outcome = try Tool.run(
      ["repl", file, "--types", "d=date:%d.%m.%Y"], input: lines)
    #expect(
      outcome.lines == [
        "id,d,n", "1,20.11.2026,0", "3,3.2.2026,0", "2,1.2.2026,0", "id,y", "1,2026", "id", "2",
      ], "\(outcome)")
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == "id,d,n\n1,20.11.2026,9\n2,1.2.2026,0\n3,3.2.2026,0\n")
  }

  /// Rows that are parts of a text are written to another file only, also by force.
  @Test(arguments: [
    ("a.json", #"{"r":[{"id":1}]}"#, ["--rows", "r"]),
    ("a.jsonl", "{\"r\":[{\"id\":1}]}\n", ["--rows", "r"]), ("a.log", "x\n", ["-i", "lines"]),
  ])
  func partsAreNotWrittenBack(_ name: String, _ text: String, _ options: [String]) throws {
    let folder = try Folder()
    let file = try folder.file(name, text)
    for save in [".save", ".save --force", ".save \(file)"] {
      let refused = try Tool.run(["repl", file] + options, input: ".remove 1\n\(save)\n")
      #expect(refused.status == 2 && refused.errors.contains("parts of its text"), "\(refused)")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    let copy = folder.path + "/copy.jsonl"
    let saved = try Tool.run(["repl", file] + options, input: ".save \(copy)\n")
    #expect(saved.status == 0, "\(saved)")
    #expect(try String(contentsOfFile: copy, encoding: .utf8).hasPrefix("{\""))
    // The edits are saved there.
    let edited = try Tool.run(
      ["repl", file] + options, input: ".remove 1\n.save --force \(copy)\n")
    #expect(edited.status == 0, "\(edited)")
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "")
  }

  @Test func cellsWithoutAHeaderAreWrittenWithoutOne() throws {
    let folder = try Folder()
    let file = try folder.file("a.csv", "x,1\ny,\"2\"\n")
    let edited = try Tool.run(
      ["repl", file, "--no-header"],
      input: ".set 2 5 where `1` == 'x'\n.add {\"1\":\"z\",\"2\":7}\n.save\n.mode csv\n.show\n")
    #expect(edited.status == 0 && edited.lines == ["x,5", "y,2", "z,7"], "\(edited)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "x,5\ny,\"2\"\nz,7\n")
    let named = try Tool.run(
      ["repl", file, "--no-header"], input: ".set --add name 1\n.save\n")
    #expect(named.status == 2 && named.errors.contains("a new column is '3'"), "\(named)")
    let other = try folder.file("other.csv", "x,6\n")
    let merged = try Tool.run(
      ["repl", file, "--no-header"],
      input: ".identity 1\n.merge \(other)\n.mode csv\n.show 1\n.quit --drop\n")
    #expect(merged.lines == ["x,6"], "\(merged)")
    let added = try Tool.run(["repl", file, "--no-header"], input: ".set --add 3 1\n.save\n")
    #expect(added.status == 0, "\(added)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "x,5,1\ny,\"2\",1\nz,7,1\n")
  }

  @Test(arguments: [
    (".open --rows r x.csv", "--rows is for JSON Lines, JSON or values one after another"),
    (".open --no-header x.json", "--no-header is for CSV or TSV"),
    (".open --input xml x.json", "there is no format 'xml'"),
    (".open --types id x.json", "is not a column type"),
    (".open --delimiter ab x.csv", "--delimiter takes one character"),
    (".open --rows y x.json", "there is no list at 'y'"), (".open x.csv x.json", "usage: .open"),
    (".open --rows", "usage: .open"),
  ])
  func whatAFileCannotBeIsRefused(_ line: String, _ message: String) throws {
    let folder = try Folder()
    _ = try folder.file("x.csv", "id\n1\n")
    _ = try folder.file("x.json", #"{"id":1}"#)
    let outcome = try Tool.run(["repl"], input: line + "\n", in: folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome)")
  }

  // MARK: - The pipe

  @Test func thePipeReadsFilesAsTheyAreNamed() throws {
    let folder = try Folder()
    let packed = Data(base64Encoded: "H4sIAAAAAAACA6tWykxRsjKs5aoGM4xruQAxRmcFEgAAAA==")
    let file = try folder.file("a.jsonl.gz", Array(try #require(packed)))
    let open = #"{"op":"open","source":"\#(file)""#
    let (whole, filtered) = (open + "}", open + #","filter":"id > 1"}"#)
    try expect(
      byID ~> nothing, whole ~> reload, ask ~> flat(1, 3),
      filtered ~> changes(#""deleted":[[0,0]]"#), ask ~> flat(3),
      #"{"op":"add","item":{"id":4}}"# ~> changes(#""inserted":[[0,1]]"#))
    for (members, message) in [
      (#","limit":1"#, "more than 1 rows"), (#","write":true"#, "'write' is for files with tables"),
      (#","header":false"#, "--no-header is for CSV or TSV"), (#","rows":"x""#, "no list at 'x'"),
      (#","header":1"#, "'header' must be true or false"),
      (#","filter":"lowercase(id) == 'x'""#, file),
    ] {
      let answers = try converse([set(7), open + members + "}", ask])
      #expect(answers[1].hasPrefix(#"{"error":{"kind":"#), "\(answers)")
      #expect(answers[1].contains(message), "\(answers)")
      #expect(answers[2] == flat(7))
    }
  }

  @Test func thePipeHasValuesOfTheStatedKinds() throws {
    let folder = try Folder()
    let file = try folder.file("a.jsonl", #"{"id":1,"l":[{"t":"1970-01-01"}],"n":"7"}"#)
    let answers = try converse([
      #"{"op":"open","source":"\#(file)","types":"l.t=date,n=number"}"#, ask,
    ])
    #expect(answers[1].contains(#"{"id":1,"l":[{"t":{"$date":-978307200"#), "\(answers)")
    #expect(answers[1].contains(#""n":7}"#), "\(answers)")
  }
}
