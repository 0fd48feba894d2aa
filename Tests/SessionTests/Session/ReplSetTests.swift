import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `.set` writes one field of many rows, and nothing else.
struct ReplSetTests {
  /// The bytes that a file has after edits that are saved, and what the session says.
  private func saved(
    _ text: String, _ lines: String, as name: String = "a.jsonl"
  ) throws -> (file: String, said: [String]) {
    let room = try ReplFolder()
    let file = try room.folder.file(name, text)
    let outcome = try room.session(".bail off\n" + lines + "\n.save\n", file: name)
    return (
      try String(contentsOfFile: file, encoding: .utf8),
      Array(outcome.lines.dropFirst().dropLast())
    )
  }

  struct Case: CustomTestStringConvertible {
    let (before, line, after): (String, String, String)
    var name = "a.jsonl"
    var testDescription: String { "\(before) \(line)" }

    init(_ before: String, _ line: String, _ after: String, _ name: String = "a.jsonl") {
      (self.before, self.line, self.after, self.name) = (before, line, after, name)
    }
  }

  static let cases = [
    Case("{\"n\" : 1.50 , \"m\":2e1}", ".set n n * 2", "{\"n\" : 3.0 , \"m\":2e1}"),
    Case(
      "{\"a\":{ \"b\" : [1, 2] }, \"c\":1}", ".set a.b 'x'", "{\"a\":{ \"b\" : \"x\" }, \"c\":1}"),
    // A missing last key is added after the other members.
    Case("{\"a\":1 }", ".set b a + 1", "{\"a\":1,\"b\":2 }"), Case("{ }", ".set b 1", "{\"b\":1 }"),
    Case("{}", ".set `a \"b` nil", "{\"a \\\"b\":null}"),
    Case("{\"o\":{\"x\":1}}", ".set o.#in TRUE", "{\"o\":{\"x\":1,\"in\":true}}"),
    Case("{\"o\":{}}", ".set `o.p` 1", "{\"o\":{},\"o.p\":1}"),
    // The member that is read is the one that is written.
    Case("{\"a\":1,\"a\":2}", ".set a a + 1", "{\"a\":1,\"a\":3}"),
    Case("{\"\\u0061\":1}", ".set a 2", "{\"\\u0061\":2}"),
    // A value that stays the same keeps its spelling.
    Case("{\"n\":1.50, \"m\":1}", ".set n n", "{\"n\":1.50, \"m\":1}"),
    Case("{\"n\":1}", ".set n TRUE", "{\"n\":true}"),
    Case("{\"n\":1}", ".set n n > 0 AND n < 2", "{\"n\":true}"),
    Case("{\"n\":1}", ".set n ' where ' WHERE n == 1", "{\"n\":\" where \"}"),
    Case("{\"n\":1,\"where\":2}", ".set n #where where `where` == 2", "{\"n\":2,\"where\":2}"),
    Case("[1 , {\"a\": 1},{}]", ".set b 2 where a == 1", "[1 , {\"a\": 1,\"b\":2},{}]", "a.json"),
    Case("{\n  \"a\": 1\n}\n", ".set a 2", "{\n  \"a\": 2\n}\n", "a.json"),
    Case(
      "[\n {\n  \"a\": 1\n }, {\"a\" :3}\n]", ".set a a + 1\n.set b.c 1\n.set b {1}",
      "[\n {\n  \"a\": 2,\"b\":[1]\n }, {\"a\" :4,\"b\":[1]}\n]", "a.json"),
    Case(
      "id,n,t\r\n1,1.50,\"x\"\r\n2,,y\n", ".set t 'z,' where id == 2",
      "id,n,t\r\n1,1.50,\"x\"\r\n2,,\"z,\"\n", "a.csv"),
    // A row of a file stays that row if its key changes.
    Case("id,n\n1,\"1.50\"\n2,3\n", ".set id id + 10", "id,n\n11,\"1.50\"\n12,3\n", "a.csv"),
    Case("id,n\n1,\"2\"\n2,3\n", ".set m n * 2", "id,n,m\n1,\"2\",4\n2,3,6\n", "a.csv"),
  ]

  @Test func onlyTheFieldChanges() throws {
    var wrong: [String] = []
    for test in Self.cases {
      let (file, said) = try saved(
        test.before, test.line.replacing(".set ", with: ".set --add "), as: test.name)
      if file != test.after { wrong.append("\(test.testDescription): \(file)\n\(said)") }
    }
    #expect(wrong == [])
  }

  @Test func withoutAConditionItIsTheVisibleRowsAndWithOneThoseThatMatch() throws {
    let heard = try HeardSession()
    try heard.load((1...5).map { "{\"id\":\($0)}" })
    _ = try heard.says(".mode csv")
    _ = try heard.says(".filter add A id > 2")
    _ = try heard.says(".section id")
    #expect(try heard.says(".set --add n 1") == "a new column: 'n'\n3 rows changed\n")
    #expect(
      try heard.says(".set --add m 2 where id < 4")
        == "a new column: 'm'\n3 rows changed, 2 of them hidden\n")
    #expect(try heard.says(".set m 2 where id < 4") == "0 rows changed\n")
    #expect(try heard.says(".add {\"id\":0,\"m\":2}") == "the new row is hidden\n3 of 6 rows\n")
    #expect(try heard.says(".remove 0") == "3 of 5 rows\n")
    _ = try heard.says(".section")
    #expect(
      try heard.says("TRUEPREDICATE") == "id,m,n\n1,2,\n2,2,\n3,2,1\n4,,1\n5,,1\n5 rows\n")
  }

  @Test func oneLineIsOneEdit() throws {
    let heard = try HeardSession()
    try heard.load((1...4).map { "{\"id\":\($0)}" })
    _ = try heard.says(".diff on")
    #expect(
      try heard.says(".set --add n id where id > 2")
        == "a new column: 'n'\n2 rows changed\nupdate [0,2]  {\"id\":3,\"n\":3}\nupdate [0,3]  {\"id\":4,\"n\":4}\n"
    )
    #expect(heard.session.data?.unsavedCount == 2)
    _ = try heard.says(".set id id + 10")
    #expect(heard.session.data?.unsavedCount == 4)
    _ = try heard.says(".undo")
    #expect(
      try heard.says(".undo")
        == "4 rows\nupdate [0,2]  {\"id\":3}\nupdate [0,3]  {\"id\":4}\n")
    #expect(heard.session.data?.unsavedCount == 0)
    #expect(try heard.says(".undo") == "error: there is nothing to undo\n")
  }

  @Test func rowsWithoutAValueStayAndAreReported() throws {
    let heard = try HeardSession()
    try heard.load(["{\"n\":1}", "{\"n\":\"x\"}", "{\"n\":2,\"o\":3}", "7", "{\"n\":true}"])
    let first = try heard.says(".set n n * 2 where n != 7")
    #expect(first.contains("\n | n * 2\n | ^^^^^\n1 row was left as it is"), "\(first)")
    #expect(first.hasSuffix(" changed\n"))
    #expect(try heard.says("n == 'x'").contains("1 of 5 rows\n"))
    // Neither the row that is a number nor a member that is one has members.
    let said = try heard.says(".set --add o.p 1")
    #expect(said.hasPrefix("o is not an object\n5 rows were left as they are, the first with"))
    #expect(said.hasSuffix("\n0 rows changed\n"))
    #expect(
      try heard.says(".set --add p 1")
        == "a new column: 'p'\nthe row is not an object\n1 row was left as it is, the first with the row number 4\n"
        + "4 rows changed\n")
    #expect(
      try heard.says(".set p 1 where n + 1 == 3").contains("were left as they are, the first"))
  }

  /// A key that no row has is said, and in a script it is an error unless it is meant.
  @Test func newColumnsAreMeant() throws {
    let (terminal, script) = (try HeardSession(isTerminal: true), try HeardSession())
    for heard in [terminal, script] {
      try heard.load(["id,Stage,o", "1,a,", "2,b,"], as: "rows.csv")
      #expect(try heard.says(".set o 'x'") == "2 rows changed\n")
    }
    #expect(
      try terminal.says(".set Staeg 'x'")
        == "a new column: 'Staeg', did you mean 'Stage'?\n2 rows changed\n")
    #expect(
      try script.says(".set Staeg 'x'")
        == "error: no row has a column 'Staeg', did you mean 'Stage'? --add adds it\n")
    #expect(try script.says(".undo") == "2 rows\n")
    #expect(try script.says(".undo") == "error: there is nothing to undo\n")
    let more = try script.folder.file(
      "more.jsonl", "{\"id\":2,\"a\":1,\"b\":2}\n{\"c\":null,\"id\":4}\n")
    let error = "error: no row has the columns 'a', 'b'; --add adds them\n"
    for line in [
      ".add {\"id\":3,\"a\":1,\"b\":2}", ".replace {\"id\":2,\"b\":1,\"a\":2}", ".merge \(more)",
    ] {
      let names = line.hasPrefix(".replace") ? error.replacing("'a', 'b'", with: "'b', 'a'") : error
      #expect(try script.says(line) == names, "\(line)")
    }
    #expect(
      try script.says(".add --add {\"id\":3,\"a\":1}") == "a new column: 'a'\n3 rows\n")
    // It is a column now, before it is saved and after.
    #expect(try script.says(".replace {\"id\":2,\"a\":2}") == "3 rows\n")
    _ = try script.says(".save")
    #expect(try script.says(".set a 5") == "3 rows changed\n")
    #expect(try script.says(".merge --add \(more)").hasPrefix("a new column: 'b'\n1 row known"))
    // Rows of JSON have no columns in common, but a key that none of them has is as new.
    try script.load(["{\"id\":1}", "{\"id\":2,\"n\":{\"a\":null}}"])
    #expect(try script.says(".add {\"id\":3,\"x\":1}") == "3 rows\n")
    #expect(try script.says(".set x 2") == "3 rows changed\n")
    #expect(try script.says(".set n.a 2 where id == 2") == "1 row changed\n")
    #expect(
      try script.says(".set n.b 2").hasPrefix("error: no row has a column 'n.b', did you mean"))
  }

  @Test func lostRemaindersAreSaid() throws {
    let heard = try HeardSession()
    try heard.load((1...7).map { "{\"id\":\($0),\"price\":\($0 < 3 ? 5 : 4)}" })
    _ = try heard.says(".mode csv")
    #expect(
      try heard.says(".set price price / 2")
        == "2 of 7 results lost a remainder; write price / 2.0\n7 rows changed\n")
    #expect(
      try heard.says(".set price 7 / price where id == 3")
        == "1 of 1 result lost a remainder; write 7.0 / price\n1 row changed\n"
        + "hint: '7 / price' divides integers and drops the remainder: write 7.0 / price\n")
    #expect(try heard.says(".set price price / 2.0") == "7 rows changed\n")
    #expect(
      try heard.says(".set price TERNARY(id > 5, id / (id - 1), 0)")
        == "2 of 7 results lost a remainder; write 1.0 * id / (id - 1)\n5 rows changed\n"
        + "hint: 'id / (id - 1)' divides integers and drops the remainder: write 1.0 * id / (id - 1)\n"
    )
  }

  @Test func whatIdentifiesRowsStaysUnique() throws {
    let heard = try HeardSession()
    try heard.load((1...70).map { "{\"id\":\($0)}" })
    #expect(
      try heard.says(".set id 5 where id < 7")
        == "error: nothing is changed: rows are identified by id, and more than one row has the "
        + "id 5, such as row 2\n")
    #expect(
      try heard.says(".set id nil where id == 70")
        == "error: nothing is changed: rows are identified by id, and row 70 has no id\n")
    #expect(heard.session.data?.unsavedCount == 0)
    #expect(try heard.says(".undo") == "error: there is nothing to undo\n")
    // All at once: 2 becomes 3 while 3 becomes 4.
    #expect(try heard.says(".set id id + 1") == "70 rows changed\n")
    _ = try heard.says(".remove 71")
    #expect(try heard.says(".explain row 2") == "shown\n")
  }

  /// Rows that are identified by number keep theirs.
  @Test func numbersStay() throws {
    let heard = try HeardSession()
    try heard.load((1...70).map { "{\"k\":\($0)}" })
    #expect(try heard.says(".set k 0 where k > 60") == "10 rows changed\n")
    #expect(try heard.says(".remove 69") == "69 rows\n")
    #expect(try heard.says(".explain row 69") == "error: no row has the row number 69\n")
    #expect(try heard.says(".replace 70 {\"k\":70}") == "69 rows\n")
    _ = try heard.says(".mode csv")
    #expect(try heard.says("k == 70") == "k\n70\n1 of 69 rows\n")
  }

  @Test(arguments: [
    ("", "usage: .set"), ("n", "usage: .set"), ("n where n == 1", "usage: .set"),
    ("n 1 where", "a predicate is missing"), ("n[0] 1", "'n[0]' is not a key path of names"),
    ("SELF 1", "'SELF' is not a key path"), ("self.n 1", "'self.n' is not a key path"),
    ("$x 1", "'$x' is not a key path"), ("n.@count 1", "'n.@count' is not a key path"),
    ("n 1 +", "expected"), ("n 1 where n ==", "expected"), ("a..b 1", "empty"),
    ("n (1", "expected"),
  ])
  func aWrongLineChangesNothing(_ words: String, _ reason: String) throws {
    let (file, said) = try saved("{\"n\":1}\n", ".set \(words)")
    #expect(file == "{\"n\":1}\n")
    #expect(said.first?.hasPrefix("frc-query: standard input:2: ") == true, "\(said)")
    #expect(said.joined(separator: "\n").contains(reason), "\(said)")
  }

  @Test func aCaretIsUnderThePartThatIsWrong() throws {
    let room = try ReplFolder()
    let session = try TerminalSession(["repl", "people.json"], folder: room.folder.path)
    #expect(session.shows("frc> "))
    session.type(".set n age + AND where id == 1\r")
    #expect(session.shows("\n" + String(repeating: " ", count: 18) + "^^^\nerror: expected"))
    session.type(".set n 1 where id == AND\r")
    #expect(session.shows("\n" + String(repeating: " ", count: 26) + "^^^\nerror: expected"))
    session.type(".set n agee + 1 where id == 1\r")
    #expect(session.shows("did you mean 'age'?"))
  }

  @Test func batchesHaveIt() throws {
    let heard = try HeardSession()
    try heard.load(["{\"id\":1}", "{\"id\":2}"])
    for line in [".begin", ".set --add n 1", ".set --add m 2 where n == 1", ".rollback"] {
      #expect(try !heard.says(line).contains("error"))
    }
    #expect(heard.session.data?.unsavedCount == 0)
    for line in [".begin", ".set --add n 1", ".set --add m n + 1 where n == 1", ".end"] {
      #expect(try !heard.says(line).contains("error"))
    }
    _ = try heard.says(".mode jsonl")
    #expect(try heard.says("id == 1").hasPrefix("{\"id\":1,\"n\":1,\"m\":2}\n"))
    #expect(try heard.says(".undo") == "2 rows\n")
    #expect(heard.session.data?.unsavedCount == 0)
  }
}
