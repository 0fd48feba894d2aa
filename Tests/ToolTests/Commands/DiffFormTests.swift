import TestSupport
import Testing
import ToolTestSupport

/// `frc-query diff` of files in stated forms.
struct DiffFormTests {
  struct Example: Sendable {
    var names = ["old.csv", "new.csv"]
    let texts: [String]
    let options: [String]
    let expected: [String]
  }

  private static let examples = [
    Example(
      names: ["old.json", "new.json"],
      texts: [#"{"Items":[{"id":1,"a":1},{"id":2}]}"#, #"{"Items":[{"id":2},{"id":1,"a":2}]}"#],
      options: ["--key", "id", "--rows", "Items"],
      expected: [#"{"change":"changed","key":1,"field":"a","old":1,"new":2}"#]),
    Example(
      texts: ["1~x\n2~y\n", "2~z\n1~x\n"],
      options: ["--key", "1", "--delimiter", "~", "--no-header"],
      expected: [#"{"change":"changed","key":2,"field":"2","old":"y","new":"z"}"#]),
    Example(
      names: ["old.txt", "new.txt"], texts: ["a\nb\n", "b\nc\n"],
      options: ["--key", "line", "-i", "lines"],
      expected: [
        #"{"change":"changed","key":"b","field":"number","old":2,"new":1}"#,
        #"{"change":"inserted","key":"c","field":null,"old":null,"new":{"line":"c","number":2}}"#,
        #"{"change":"deleted","key":"a","field":null,"old":{"line":"a","number":1},"new":null}"#,
      ]),
    // A number of cells is compared as one, a stated text as it is spelled, and both are written as they are spelled.
    Example(
      texts: ["id;p;t\n1;1.000,50;1\n2;7;1\n", "id;p;t\n1;1000,5;1\n2;(7);1.0\n"],
      options: ["--key", "id", "--types", "p=number:1.234,56,t=text"],
      expected: [
        #"{"change":"changed","key":2,"field":"p","old":"7","new":"(7)"}"#,
        #"{"change":"changed","key":2,"field":"t","old":"1","new":"1.0"}"#,
      ]),
    // A stated key, in files of two formats
    Example(
      names: ["old.csv", "new.jsonl"],
      texts: [
        "id,n\n007,1\n7,2\n", #"{"id":7,"n":2}"# + "\n" + #"{"id":"007","n":3}"# + "\n",
      ],
      options: ["--key", "id", "--types", "id=text"],
      expected: [#"{"change":"changed","key":"007","field":"n","old":1,"new":3}"#]),
    Example(
      names: ["old.jsonl", "new.jsonl"], texts: [#"{"id":1,"o":{"d":"2026-01-01"}}"#, ""],
      options: ["--key", "id", "--no-header"], expected: []),
  ]

  @Test(arguments: examples.indices)
  func bothFilesHaveTheForm(_ index: Int) throws {
    let example = Self.examples[index]
    let folder = try Folder()
    let files = try zip(example.names, example.texts).map { try folder.file($0, $1) }
    let outcome = try Tool.run(["diff"] + files + example.options)
    #expect(outcome.lines == example.expected, "\(outcome)")
    #expect(outcome.status == (example.expected.isEmpty ? 2 : 1), "\(outcome)")
    // One of them is the input.
    let names = example.names.compactMap { $0.split(separator: ".").last.map(String.init) }
    for place in files.indices where !example.expected.isEmpty && !names.contains("txt") {
      var sides = files
      sides[place] = "-"
      let piped = try Tool.run(["diff"] + sides + example.options, input: example.texts[place])
      let format = names[place] == "csv" ? "csv" : "jsonl"
      #expect(
        piped.lines == example.expected, "\(format) is the input of example \(index): \(piped)")
    }
  }

  @Test func onlyOneFileIsTheInput() throws {
    let outcome = try Tool.run("diff", "-", "-", "--key", "id")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Only one of the files can be standard input."))
  }

  @Test func rowsOfTheInputAreNamedByIt() throws {
    let folder = try Folder()
    let file = try folder.file("a.jsonl", #"{"id":1}"#)
    let outcome = try Tool.run(["diff", file, "-", "--key", "id"], input: #"{"n":1}"#)
    #expect(outcome.errors == "frc-query: standard input: row 1 has no id\n", "\(outcome)")
  }

  /// Spellings of the same two instants
  private static let spellings = [
    ["2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"],
    ["2026-02-01", "2026-01-31T23:00:00-01:00"],
  ]

  /// Dates that are spelled in other ways are no difference, in cells and in JSON.
  @Test(arguments: RandomSearch.seeds(6))
  func statedDatesAreCompared(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let folder = try Folder()
    let ids = Array(1...8)
    func side(_ name: String) throws -> (path: String, instants: [Int]) {
      let instants = ids.map { _ in dice.below(2) }
      let texts = instants.map { dice.pick(Self.spellings[$0]) }
      let isCSV = dice.chance(50)
      let lines = zip(ids, texts).map { id, text in
        isCSV ? "\(id),\(text)\n" : #"{"id":\#(id),"d":"\#(text)"}"# + "\n"
      }
      let text = (isCSV ? "id,d\n" : "") + lines.joined()
      return (try folder.file(name + (isCSV ? ".csv" : ".jsonl"), text), instants)
    }
    let (old, new) = (try side("old"), try side("new"))
    let outcome = try Tool.run(
      "diff", old.path, new.path, "--key", "id", "--types", "d=date", "-o", "csv")
    let changed = ids.indices.filter { old.instants[$0] != new.instants[$0] }.map { ids[$0] }
    #expect(
      outcome.lines.dropFirst().compactMap {
        $0.split(separator: ",").dropFirst().first.map(String.init)
      }
        == changed.map { "\($0)" }, "seed \(seed): \(outcome)")
    #expect(outcome.status == (changed.isEmpty ? 0 : 1), "seed \(seed): \(outcome)")
  }
}
