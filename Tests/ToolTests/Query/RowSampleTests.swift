import FilterEngine
import FilterSyntax
import Testing
import ToolTestSupport

@testable import FrcQuery

/// What the first rows of an input say of the key paths of a predicate.
struct RowSampleTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The sample of files, in the formats of their names.
  private func sample(_ texts: [(name: String, text: String)]) throws -> RowSample {
    var sample = RowSample()
    for (name, text) in texts {
      let source = try ByteSource(path: try folder.file(name, text))
      source.keptSize = RowSample.size
      sample.add(source, try #require(RowFormat(path: name)))
    }
    return sample
  }

  private func notes(_ text: String, _ sample: RowSample) throws -> [String] {
    let predicate = try FilterPredicate<FilterValue>(text: text)
    let keys = UnknownKeys(
      rows: sample.rows, isWhole: sample.isWhole, run: EvaluationContext(of: .standard),
      libraries: .standard)
    return keys.notes(on: KeyReads(predicate.syntax).paths()) {
      predicate.syntax.question($0, $1, in: sample.rows)
    }
  }

  /// A text that is longer than a sample; `…` stands for it.
  private static let long = String(repeating: "x", count: RowSample.size)

  @Test(arguments: [
    ("json", "[{\"a\":1},{\"b\":2}]", 2, true), ("json", "{\"a\":1}", 1, true),
    ("json", " ", 0, true),
    ("jsonl", "{\"a\":1}\n\n{\"b\":2}\n{\"c\":3}", 3, true), ("csv", "a,b\n1,2\n3,4\n", 2, true),
    ("tsv", "a\tb\n1\t2\n", 1, true), ("jsonl", "{\"a\":1}\n{\"b\":\"…\"}\n", 1, false),
    ("jsonl", "{\"a\":1}\n{\"b\":2}\n{\"c\":\"…\"}", 2, false),
    ("csv", "a\n1\n2\n…\n", 2, false),
    ("json", "[{\"a\":1},{\"b\":2},{\"c\":\"…\"}]", 2, false),
  ])
  func rowsAreThoseThatAreWhole(_ name: String, _ text: String, _ count: Int, _ isWhole: Bool)
    throws
  {
    let sample = try sample([("rows.\(name)", text.replacing("…", with: Self.long))])
    #expect(sample.rows.count == count && sample.isWhole == isWhole)
    // One input that is cut makes the sample of all of them a part.
    let both = try extended(sample, by: ("more.jsonl", "{\"a\":1}\n"))
    #expect(both.rows.count == count + 1 && both.isWhole == isWhole)
  }

  private func extended(_ first: RowSample, by more: (name: String, text: String)) throws
    -> RowSample
  {
    var sample = first
    sample.add(try ByteSource(path: try folder.file(more.name, more.text)), .jsonl)
    return sample
  }

  @Test func badRowsAreNotInASample() throws {
    #expect(try sample([("a.jsonl", "{\"a\":1}\n{\n{\"b\":2}\n")]).rows.count == 2)
    #expect(try sample([("a.csv", "a\n1\n2,3\n4\n")]).rows.count == 2)
    #expect(try sample([("a.json", "[{\"a\":1},{]")]).rows.count == 1)
  }

  @Test func theNumberOfRowsIsSaid() throws {
    let rows = "{\"a\":1}\n"
    let cases = [
      (rows, "no row has"), (rows + rows, "no row has"),
      (rows + "{\"b\":\"\(Self.long)\"}\n", "the first row has not"),
      (rows + rows + "{\"b\":\"\(Self.long)\"}\n", "none of the first 2 rows has"),
    ]
    for (text, beginning) in cases {
      let sample = try sample([("rows.jsonl", text)])
      #expect(try notes("zz == 1", sample) == ["\(beginning) a value for 'zz'"])
    }
    #expect(try notes("zz == 1", sample([("rows.jsonl", "")])) == [])
    #expect(try notes("zz == 1", RowSample()) == [])
  }

  @Test func whatIsLikelyMeantIsAsked() throws {
    let sample = try sample([
      ("rows.jsonl", "{\"name\":\"Ada\",\"zeroth\":null,\"o\":{\"city\":1}}\n{\"age\":3}\n")
    ])
    func note(_ key: String, _ end: String = "") -> String {
      "no row has a value for '\(key)'" + end
    }
    let cases: [(String, [String])] = [
      ("name == 'x'", []), ("age > 9", []), ("SELF == 1", []), ("o.city == 2", []),
      ("zeroth == 1", [note("zeroth")]), ("nmae == 'x'", [note("nmae", ", did you mean 'name'?")]),
      ("o.cty == 'x'", [note("o.cty", ", did you mean 'o.city'?")]),
      ("name == Berta", [note("Berta", ", did you mean 'Berta' in quotes?")]),
      ("Berta == name", [note("Berta")]), ("name == length(Berta)", [note("Berta")]),
      (
        "b1 == 1 OR c2 == 1 OR name == 'x' OR d3 == 1 OR e4 == 1",
        [note("b1"), note("c2"), note("d3")]
      ),
    ]
    for (text, expected) in cases { #expect(try notes(text, sample) == expected, "\(text)") }
  }
}
