import Foundation
import TestSupport
import Testing
import ToolTestSupport

/// `frc-query diff`, also held against dictionaries of rows.
struct DiffTests {
  /// Two files, and what is printed of them; `OLD` and `NEW` stand for their paths.
  struct Case: CustomTestStringConvertible {
    var old = "old.jsonl"
    var new = "new.jsonl"
    let before: String
    let after: String
    var arguments = ["--key", "id"]
    var output = ""
    var errors = ""
    let status: Int32

    var testDescription: String { "\(before) \(after) \(arguments)" }
  }

  static let cases = [
    Case(before: "", after: "", status: 0),
    Case(before: #"{"id":1,"a":1,"b":null}"#, after: #"{ "a": 1.0, "id": 1.0 }"#, status: 0),
    Case(before: #"{"id":1,"a":true}"#, after: #"{"id":1,"a":1}"#, status: 0),
    Case(
      before: """
        {"id":1,"n":"a"}
        {"id":2,"n":"b"}
        {"id":3,"n":"c","x":1.50}
        """,
      after: """
        {"id":3,"n":"c","x":2,"y":[1, 2]}
        {"id":4}
        {"id":1,"n":"a"}
        """,
      output: """
        {"change":"changed","key":3,"field":"x","old":1.50,"new":2}
        {"change":"changed","key":3,"field":"y","old":null,"new":[1,2]}
        {"change":"inserted","key":4,"field":null,"old":null,"new":{"id":4}}
        {"change":"deleted","key":2,"field":null,"old":{"id":2,"n":"b"},"new":null}

        """, status: 1),
    Case(
      old: "old.csv", new: "new.csv", before: "id,price\n1,1.10\n2,2.50\n",
      after: "id,price\n2,2.75\n1,1.1\n", arguments: ["--key", "id", "-o", "csv"],
      output: "change,key,field,old,new\nchanged,2,price,2.50,2.75\n", status: 1),
    Case(
      before: #"{"id":2,"n":25}"#, after: #"{"id":2,"n":30}"#,
      arguments: ["--key", "id", "-o", "table"],
      output: """
        change   key  field  old  new
        ───────  ───  ─────  ───  ───
        changed    2  n       25   30

        """, status: 1),
    // A text beside a cell, and one beside another text
    Case(
      old: "old.json", new: "new.csv", before: #"[{"id":"1","n":7,"t":"007"}]"#,
      after: "t,n,id\n007,7.0,1\n", status: 0),
    Case(
      before: #"{"id":1,"n":"7"}"#, after: #"{"id":1,"n":7}"#,
      output: """
        {"change":"changed","key":1,"field":"n","old":"7","new":7}

        """, status: 1),
    Case(
      before: #"{"org":"a","id":1,"n":1}"#, after: #"{"org":"a","id":1,"n":2}"#,
      arguments: ["--key", "{org, id}"],
      output: """
        {"change":"changed","key":["a",1],"field":"n","old":1,"new":2}

        """, status: 1),
    Case(
      before: #"{"a":{"id":1},"n":1}"#, after: #"{"a":{"id":1},"n":2}"#,
      arguments: ["--key", "a.id", "-o", "json"],
      output: """
        [
        {"change":"changed","key":1,"field":"n","old":1,"new":2}
        ]

        """, status: 1),
    Case(
      before: #"{"id":1}"#, after: "{\"id\":1}\n{\"n\":2}",
      errors: "frc-query: NEW: row 2 has no id\n", status: 2),
    Case(
      before: "{\"id\":1}\n{\"id\":2}\n{\"id\":1}", after: "",
      errors: "frc-query: OLD: more than one row has the id 1, such as row 3\n", status: 2),
    Case(
      old: "old.csv", new: "new.csv", before: "id,a,b\n1,2\n", after: "id,a,b\n1,2,\n",
      errors: "note: 1 row has fewer cells than the header; the values of the others are nil\n",
      status: 0),
    Case(
      before: #"{"id":1}"#, after: "{",
      errors: "frc-query: NEW:1: the text ends before the value does\n", status: 2),
  ]

  @Test(arguments: cases)
  func twoFilesAreCompared(_ example: Case) throws {
    let folder = try Folder()
    let old = try folder.file(example.old, example.before)
    let new = try folder.file(example.new, example.after)
    let outcome = try Tool.run(["diff", old, new] + example.arguments)
    #expect(outcome.text == example.output)
    #expect(outcome.status == example.status)
    let errors = example.errors.replacing("OLD", with: old).replacing("NEW", with: new)
    #expect(outcome.errors == errors)
  }

  @Test func aMissingFileIsNamed() throws {
    let outcome = try Tool.run("diff", "--key", "id", "/no/such/file", "/no/such/file")
    #expect(outcome.errors == "frc-query: /no/such/file: No such file or directory\n")
    #expect(outcome.status == 2)
  }

  // MARK: - Random files

  /// A file of rows: the spelling of each field, by its name, nil for a row without it.
  private struct Rows {
    var rows: [[String: String]]
    let isCSV: Bool

    static let fields = ["a", "b", "c"]

    /// The spellings of JSON, and what each is equal to; beside cells, texts that spell numbers are these.
    static let json = [
      ("1", "1"), ("1.0", "1"), ("true", "1"), ("2", "2"), ("\"a\"", "a"), ("\"1\"", "text 1"),
      ("null", ""), ("[1,2]", "list"), ("[1, 2.0]", "list"), ("{\"x\":1}", "object"),
      ("\"007\"", "007"),
    ]

    static let cells = [
      ("1", "1"), ("1.0", "1"), ("true", "1"), ("2", "2"), ("a", "a"), ("", ""), ("007", "007"),
      ("\"\"", "empty"), ("\"2\"", "2"),
    ]

    init(_ keys: [String], isCSV: Bool, _ random: inout SeededGenerator) {
      self.isCSV = isCSV
      rows = []
      for key in keys {
        var row = ["id": key]
        for field in Self.fields where isCSV || random.below(5) > 0 {
          row[field] = Self.spelling(isCSV, &random)
        }
        rows.append(row)
      }
    }

    static func spelling(_ isCSV: Bool, _ random: inout SeededGenerator) -> String {
      let pool = isCSV ? cells : json
      return pool[random.below(pool.count)].0
    }

    /// What a field is equal to.
    func meaning(of field: String, in row: Int, besideCells: Bool) -> String {
      guard let spelling = rows[row][field] else { return "" }
      let pool = isCSV ? Self.cells : Self.json
      let meaning = pool.first { $0.0 == spelling }?.1 ?? spelling
      return besideCells && meaning == "text 1" ? "1" : meaning
    }

    var text: String {
      let names = ["id"] + Self.fields
      guard isCSV else {
        return rows.map { row in
          let members = names.compactMap { name in row[name].map { "\"\(name)\":\($0)" } }
          return "{" + members.joined(separator: ",") + "}\n"
        }.joined()
      }
      return ([names] + rows.map { row in names.map { row[$0] ?? "" } })
        .map { $0.joined(separator: ",") + "\n" }.joined()
    }
  }

  /// The keys of a file: numbers in an order, some of them left out.
  private static func keys(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    let isShuffled = random.below(2) == 0
    let keys = (0..<count).filter { _ in random.below(8) > 0 }
    return (isShuffled ? keys.shuffled(using: &random) : keys).map(String.init)
  }

  /// The differences by a dictionary: the change, the key and the field.
  private static func expected(_ old: Rows, _ new: Rows) -> [String] {
    let beside = old.isCSV || new.isCSV
    var places: [String: Int] = [:]
    for (place, row) in old.rows.enumerated() { places[row["id"] ?? ""] = place }
    var lines: [String] = []
    for (index, row) in new.rows.enumerated() {
      let key = row["id"] ?? ""
      guard let place = places.removeValue(forKey: key) else {
        lines.append("inserted \(key) nil")
        continue
      }
      // The fields of the old row come first.
      let fields = Rows.fields.filter { old.rows[place][$0] != nil }
      for field in fields + Rows.fields.filter({ !fields.contains($0) })
      where old.meaning(of: field, in: place, besideCells: beside)
        != new.meaning(of: field, in: index, besideCells: beside)
      {
        lines.append("changed \(key) \(field)")
      }
    }
    return lines + places.values.sorted().map { "deleted \(old.rows[$0]["id"] ?? "") nil" }
  }

  @Test(arguments: RandomSearch.seeds(30))
  func aDictionaryAgrees(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try Folder()
    for _ in 0..<4 {
      let count = [3, 12, 90][random.below(3)]
      let old = Rows(Self.keys(count, &random), isCSV: random.below(3) == 0, &random)
      var new = old
      if random.below(2) == 0 {
        new = Rows(Self.keys(count, &random), isCSV: random.below(3) == 0, &random)
      } else if !old.rows.isEmpty {
        // A few rows are changed, and some come and go.
        for _ in 0..<random.below(4) where !new.rows.isEmpty {
          let row = random.below(new.rows.count)
          if random.below(3) == 0 {
            new.rows.remove(at: row)
          } else {
            new.rows[row]["b"] = Rows.spelling(new.isCSV, &random)
          }
        }
        new.rows.insert(["id": "1000", "a": "1"], at: random.below(new.rows.count + 1))
      }
      let files = try zip(["old", "new"], [old, new]).map { name, rows in
        try folder.file(name + (rows.isCSV ? ".csv" : ".jsonl"), rows.text)
      }
      let outcome = try Tool.run(["diff", "--key", "id"] + files)
      let found = try outcome.lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let row = try #require(object as? [String: Any])
        let key = try #require(row["key"] as? NSNumber)
        return "\(row["change"] ?? "") \(key.intValue) \(row["field"] as? String ?? "nil")"
      }
      let expected = Self.expected(old, new)
      #expect(found == expected, "FRC_SEED=\(seed)\n\(old.text)\n\(new.text)\n\(outcome)")
      #expect(outcome.status == (expected.isEmpty ? 0 : 1), "FRC_SEED=\(seed) \(outcome)")
    }
  }
}
