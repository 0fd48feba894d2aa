import FilterEngine
import FilterJSON
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Files that the REPL writes: their shape, and everything that was not edited, stays byte for byte.
struct ReplSavingTests {
  /// A file, edits, and the file that `.save` makes of it.
  struct Case {
    let name: String
    let before: String
    let edits: String
    let after: String

    init(_ name: String, _ before: String, _ edits: String, _ after: String) {
      (self.name, self.before, self.edits, self.after) = (name, before, edits, after)
    }
  }

  /// Runs one session over many files, each in a folder of its own; `script` makes its lines of the
  /// path of a file. Edits may add columns.
  private func session(
    _ files: [(name: String, text: String)], _ script: (Int, String) -> String
  ) throws -> (outcome: Tool.Outcome, files: [String]) {
    let room = try ReplFolder()
    var lines = ""
    for (index, file) in files.enumerated() {
      let folder = "\(room.folder.path)/\(index)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try room.folder.file("\(index)/\(file.name)", file.text)
      let edits = script(index, "\(index)/\(file.name)")
        .replacing(".add ", with: ".add --add ").replacing(".replace ", with: ".replace --add ")
      lines += ".open \(index)/\(file.name)\n" + edits + "\n"
    }
    let outcome = try room.session(lines, file: nil)
    let texts = try files.enumerated().map {
      try Self.text("\(room.folder.path)/\($0.offset)/\($0.element.name)")
    }
    return (outcome, texts)
  }

  /// The content of a file, a byte order mark too.
  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func saved(_ before: String, _ edits: String, as name: String) throws -> String {
    let (outcome, files) = try session([(name, before)]) { _, _ in edits + "\n.save" }
    #expect(outcome.status == 0, "\(outcome)")
    return files[0]
  }

  /// Files in shapes of all kinds.
  static let files: [(name: String, text: String)] = [
    ("a.csv", "n,x\n18446744073709551615,0.12345678901234567890\n1.50,1e3\n-0,1E+2\n"),
    ("a.csv", "b,t\nTRUE,\"quoted\"\nFalse,plain\ntrue,\"\"\n,\n"),
    ("a.csv", "\u{FEFF}id,t\r\n1,\"a\r\nb\"\r\n\r\n2,\"q\"\"q\"\r\n"), ("a.csv", "id,t\n1,x\n2,y"),
    ("a.csv", "a,a,\n1,2,3\n4\n,5\n"), ("a.csv", "a\n1\n\n3\n\n"), ("a.csv", "a,b\n"),
    ("a.csv", "a,b"), ("a.csv", ""), ("a.csv", "\n"), ("a.csv", "a\n\"x\r\"\n"),
    ("a.tsv", "id\tn\n1\t1.50\n2\t\"a\tb\"\n"), ("a.tab", "id\tn\r\n1\t007\r\n"),
    ("a.jsonl", "{\"a\": 1.50,  \"b\":[1, 2]}\r\n{\"a\":1e2,\"a\":3}\n\n\u{20}{\"b\":null}"),
    ("a.jsonl", "\u{FEFF}\n\n{\"a\":1} \n\t\n"), ("a.jsonl", ""), ("a.jsonl", "\n"),
    ("a.json", "[\n  {\"a\": 1.50},\n  {\"a\" : \"\\u00e9\"}\n]\n"), ("a.json", "[1,2 , 3]"),
    ("a.json", "\u{FEFF}\r\n[\r\n\t1\r\n]"), ("a.json", "{\n  \"a\": 1.0\n}\n"), ("a.json", "[]"),
    ("a.json", "[ \n ]\n"), ("a.json", ""), ("a.json", " 1.50 "),
  ]

  @Test func aFileThatWasNotEditedStaysAsItIs() throws {
    let (outcome, files) = try session(Self.files) { _, _ in ".save" }
    #expect(outcome.status == 0, "\(outcome)")
    for (file, saved) in zip(Self.files, files) {
      #expect(saved.utf8.elementsEqual(file.text.utf8), "\(file) became \(saved)")
    }
  }

  @Test func aCopyInTheSameFormatIsEqual() throws {
    // Each copy is opened and copied back.
    let (outcome, files) = try session(Self.files) { index, path in
      let copy = "\(index)/copy\(path.drop { $0 != "." })"
      return ".save \(copy)\n.add {\"id\":777}\n.save --force\n.open \(copy)\n.save --force \(path)"
    }
    #expect(outcome.status == 0, "\(outcome)")
    for (file, saved) in zip(Self.files, files) {
      #expect(saved.utf8.elementsEqual(file.text.utf8), "\(file) became \(saved)")
    }
  }

  static let edits = [
    // Cells that did not change keep their bytes.
    Case(
      "a.csv", "id,n,t\n1,18446744073709551615,\"x\"\n2,1.50,TRUE\n",
      #".replace {"id":1,"n":18446744073709551615,"t":"y"}"#,
      "id,n,t\n1,18446744073709551615,y\n2,1.50,TRUE\n"),
    Case(
      "a.csv", "id,n,b\n1,1.50,TRUE\n2,1e3,FALSE\n", #".replace {"id":1,"n":1.5,"b":false}"#,
      "id,n,b\n1,1.50,false\n2,1e3,FALSE\n"),
    Case(
      "a.csv", "id,n\n1,18446744073709551615\n", #".replace {"id":1,"n":18446744073709551614}"#,
      "id,n\n1,18446744073709551614\n"),
    Case(
      "a.csv", "id,s\n1,\"\"\n2,x\n", #".replace {"s":"x","id":1}"#, "id,s\n1,x\n2,x\n"),
    Case("a.csv", "id,s\n1,\"x\"\n2\n", #".replace {"id":2}"#, "id,s\n1,\"x\"\n2\n"),
    Case("a.csv", "id,s\n1,\"x\"\n2\n", #".replace {"id":1}"#, "id,s\n1,\n2\n"),
    Case("a.csv", "a,b\n1\n2,3\n", #".replace 1 {}"#, "a,b\n,\n2,3\n"),
    Case("a.csv", "a,a\n1,2\n", #".replace 1 {"a":1,"a_2":3}"#, "a,a\n1,3\n"),
    Case("a.tsv", "id\ts\n1\t\"x\ty\"\n", #".replace {"id":1,"s":"a\tb"}"#, "id\ts\n1\t\"a\tb\"\n"),
    // New rows follow the shape, with line ends and without a last one.
    Case("a.csv", "id,s\r\n1,x", #".add {"s":"a,\"b","id":2}"#, "id,s\r\n1,x\r\n2,\"a,\"\"b\""),
    Case("a.csv", "id,s\n1,x\n", #".add {"id":2}"#, "id,s\n1,x\n2,\n"),
    Case("a.csv", "id,s\n", #".add {"id":2}"#, "id,s\n2,\n"),
    Case("a.csv", "id,s", #".add {"id":2}"#, "id,s\n2,"),
    Case("a.csv", "", #".add {"id":2,"s":"x"}"#, "id,s\n2,x\n"),
    Case("a.csv", "s\nx", #".add {"s":null}"#, "s\nx\n\n"),
    Case("a.csv", "s\nx\n\ny", ".remove 3", "s\nx\n\n"),
    Case("a.csv", "s\nx\n", ".add 5", "s,value\nx,\n,5\n"),
    Case("a.csv", "s\nx\n", #".add {"s":"\r"}"#, "s\nx\n\"\r\"\n"),
    // A new key is a new column at the end, and an empty cell in all other rows.
    Case(
      "a.csv", "\u{FEFF}\"id\",s\r\n1,\"x\"\r\n2\r\n", #".add {"id":3,"new, one":1.50}"#,
      "\u{FEFF}\"id\",s,\"new, one\"\r\n1,\"x\",\r\n2,\r\n3,,1.50\r\n"),
    Case(
      "a.csv", "id,s\n1,x\n2,\"y\"\n", #".replace {"id":1,"s":"x","a":[1, 2],"b":null}"#,
      "id,s,a\n1,x,\"[1,2]\"\n2,\"y\",\n"),
    Case("a.csv", "s\nx\n\ny\n", #".add {"t":1}"#, "s,t\nx,\n,\ny,\n,1\n"),
    // Removed rows go with what follows them.
    Case("a.csv", "id,s\n1,x\n\n2,\"y\"\n3,z", ".remove 2", "id,s\n1,x\n\n3,z"),
    Case("a.csv", "id,s\n1,x\n", ".remove 1", "id,s\n"),
    Case("a.jsonl", "{\"id\":1}\r\n\r\n{\"id\":2}", ".remove 2", "{\"id\":1}"),
    Case("a.jsonl", "{\"id\":1}\n", ".remove 1", ""),
    Case(
      "a.jsonl", "{\"id\":1, \"n\":1.50}\r\n{\"id\":2} ",
      ".replace {\"id\":2,\"n\":0}\n.add {\"id\":3}",
      "{\"id\":1, \"n\":1.50}\r\n{\"id\":2,\"n\":0}\r\n{\"id\":3} "),
    Case("a.jsonl", "", #".add {"id": 3}"#, "{\"id\": 3}\n"),
    // Arrays keep their brackets, commas and white space.
    Case(
      "a.json", "[\n  {\"id\": 1},\n  {\n    \"id\": 2\n  }\n]\n",
      ".remove 1\n.add {\"id\":3}\n.add {\"id\":4}",
      "[\n  {\n    \"id\": 2\n  },\n  {\"id\":3},\n  {\"id\":4}\n]\n"),
    Case("a.json", "[{\"id\":1}]", ".add {\"id\":2}", "[{\"id\":1},{\"id\":2}]"),
    Case("a.json", "[\n  1\n]\n", ".add 2", "[\n  1,\n  2\n]\n"),
    Case("a.json", "[\n  1\n]\n", ".remove 1", "[]\n"), Case("a.json", "[ ]\n", ".add 1", "[ 1]\n"),
    Case("a.json", "[\n]\n", ".add 1\n.add 2", "[\n1,\n2\n]\n"),
    Case("a.json", "[1, 2,\n3]", ".remove 3", "[1, 2]"),
    Case("a.json", "[1, [ 2 ] ]", ".replace 1 {}", "[{}, [ 2 ] ]"),
    // A document of one value stays one as long as it has one.
    Case("a.json", "{ \"a\": 1 }\n", ".replace 1 {\"a\":2}", "{\"a\":2}\n"),
    Case("a.json", "{ \"a\": 1 }\r\n", ".add 2", "[\r\n{ \"a\": 1 },\r\n2\r\n]\r\n"),
    Case("a.json", "{}\n", ".remove 1", "[]\n"), Case("a.json", "", ".add 1", "[\n1\n]\n"),
  ]

  @Test func anEditChangesOnlyWhatItEdits() throws {
    let (outcome, files) = try session(Self.edits.map { ($0.name, $0.before) }) { index, _ in
      Self.edits[index].edits + "\n.save"
    }
    #expect(outcome.status == 0, "\(outcome)")
    for (edit, saved) in zip(Self.edits, files) {
      #expect(
        saved.utf8.elementsEqual(edit.after.utf8),
        "\(saved.debugDescription) of \(edit.before.debugDescription) \(edit.edits)")
    }
  }

  @Test func whatWasSavedIsReadAsItWasShown() throws {
    let (outcome, _) = try session(Self.edits.map { ($0.name, $0.before) }) { index, path in
      "\(Self.edits[index].edits)\n.save\n.mode jsonl\n.explain shown\(index)\nTRUEPREDICATE\n"
        + ".open \(path)\n.explain again\(index)\nTRUEPREDICATE\n.explain end\(index)"
    }
    let lines = outcome.text.split(whereSeparator: \.isNewline).map(String.init)
    func between(_ start: String, _ end: String) throws -> [[String: String]] {
      let rest = lines.drop { !$0.hasPrefix(start + " ") }.dropFirst()
      return try rest.prefix { !$0.hasPrefix(end + " ") }
        .filter { !$0.contains(", identified by ") && !$0.hasSuffix("rows") && $0 != "1 row" }
        .filter { !$0.hasPrefix("note: ") }
        .map(cells)
    }
    for (index, edit) in Self.edits.enumerated() {
      let shown = try between("shown\(index)", "again\(index)")
      let again = try between("again\(index)", "end\(index)")
      #expect(shown == again, "\(edit.before.debugDescription) \(edit.edits)")
    }
  }

  /// The values of a row as CSV can have them: as texts, nil left out.
  private func cells(_ json: String) throws -> [String: String] {
    let value = try JSONReader().read(json)
    guard case .object(let object) = value else { return ["value": Columns.text(of: value)] }
    var cells: [String: String] = [:]
    for (key, value) in zip(object.shape.keys, object.values) where value.kind != .null {
      cells[key] = Columns.text(of: value)
    }
    return cells
  }

  @Test func aSecondSaveKeepsWhatTheFirstOneKept() throws {
    let text = try saved(
      "id,n\n1,1.50\n2,1e3\n",
      """
      .replace {"id":2,"n":7,"z":1}
      .save
      .remove 2
      .save
      .replace {"id":1,"n":1.5}
      .add {"id":3}
      """, as: "a.csv")
    // The column that the first save added stays.
    #expect(text == "id,n,z\n1,1.50,\n3,,\n")
  }

  @Test func anotherFormatIsWrittenAnewWithNumbersAsTheyAreSpelled() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("a.csv", "id,n,t\r\n1,1.50,\"x\"\r\n2,18446744073709551615,")
    let script = ".save a.jsonl\n.save a.json\n.save a.tsv\n.save a\n"
    #expect(try room.session(script, file: "a.csv").status == 0)
    func file(_ name: String) throws -> String {
      try String(contentsOfFile: room.folder.path + "/" + name, encoding: .utf8)
    }
    let rows = [
      #"{"id":1,"n":1.50,"t":"x"}"#, #"{"id":2,"n":18446744073709551615,"t":null}"#,
    ]
    #expect(try file("a.jsonl") == rows.map { $0 + "\n" }.joined())
    #expect(try file("a") == rows.map { $0 + "\n" }.joined())
    #expect(try file("a.json") == "[\n\(rows[0]),\n\(rows[1])\n]\n")
    #expect(try file("a.tsv") == "id\tn\tt\n1\t1.50\tx\n2\t18446744073709551615\t\n")
    #expect(try room.session(".save b.csv\n", file: "a.jsonl").status == 0)
    #expect(try file("b.csv") == "id,n,t\n1,1.50,x\n2,18446744073709551615,\n")
  }

  @Test func theOpenFileKeepsItsFormatWhateverItsNameEndsWith() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("table.txt", "id,n\n1,1.50\n")
    let outcome = try room.session(".add {\"id\":2,\"n\":3}\n.save table.txt\n", file: "table.txt")
    #expect(outcome.status == 0)
    let saved = try String(contentsOfFile: room.folder.path + "/table.txt", encoding: .utf8)
    #expect(saved == "id,n\n1,1.50\n2,3\n")
  }

  @Test func rowsThatAreHiddenSortedOrRolledBackAreSavedAsTheyAre() throws {
    let text = "{\"id\":2, \"n\":1.0}\n{\"id\":1}\n"
    let edits = """
      .sort id
      .filter add Few id > 1
      .begin
      .remove 1
      .replace {"id":2}
      .rollback
      """
    #expect(try saved(text, edits, as: "a.jsonl") == text)
  }

  @Test func mergedRowsTakeTheirPlaces() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("a.csv", "id,name\n1,\"Ada\"\n3,\"Emmy\"\n")
    #expect(
      try room.session(".merge --add more.jsonl\n.select id\n.save\n", file: "a.csv").status == 0)
    let saved = try String(contentsOfFile: room.folder.path + "/a.csv", encoding: .utf8)
    #expect(
      saved
        == "id,name,age,city\n1,\"Ada\",,\n3,Grace,86,Arlington\n8,Emmy,53,Göttingen\n")
  }
}
