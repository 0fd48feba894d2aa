import FilterEngine
import FilterJSON
import Testing

struct JSONRowsTests {
  private func texts(_ document: String) throws -> [String] {
    let rows = try JSONRows(Array(document.utf8))
    var texts: [String] = []
    while let row = try rows.nextRow() {
      let text = String(decoding: rows.text[rows.range], as: UTF8.self)
      #expect(try JSONReader().read(text).spelled == row.spelled)
      texts.append(text)
    }
    return texts
  }

  @Test func theElementsOfAnArrayAreRows() throws {
    let document = " [ {\"b\": 1.50, \"a\": [ ]} ,\n \"x\\ny\", 1e2, [1, [2]], {} , null] "
    #expect(
      try texts(document)
        == ["{\"b\": 1.50, \"a\": [ ]}", "\"x\\ny\"", "1e2", "[1, [2]]", "{}", "null"])
  }

  @Test func anythingElseIsOneRow() throws {
    #expect(try texts("{\"a\": [1, 2]}\n") == ["{\"a\": [1, 2]}"])
    #expect(try texts("7") == ["7"])
    #expect(try texts("[]") == [])
  }

  @Test func theTextOfAMemberIsFound() throws {
    let text = Array(#"[0, {"a": {"b.c": 1.50}, "x": 1, "x": [2 ]}]"#.utf8)
    let rows = try JSONRows(text)
    func member(_ path: String...) -> String? {
      rows.range(ofPath: path).map { String(decoding: text[$0], as: UTF8.self) }
    }
    _ = try rows.nextRow()
    #expect(member("a") == nil)
    _ = try rows.nextRow()
    #expect(member("a", "b.c") == "1.50")
    #expect(member("x") == "[2 ]")
    #expect(member("a", "b") == nil)
    #expect(member("x", "a") == nil)
  }

  @Test(arguments: [
    ("", ""), ("[ 1 , 2 ]", "[1,2]"),
    ("{ \"a b\" : \" \\\" \" ,\n\t\"c\":1.50 }", #"{"a b":" \" ","c":1.50}"#),
  ])
  func minifyingKeepsAllButWhiteSpace(_ text: String, _ expected: String) {
    #expect(String(decoding: JSONText.minified(Array(text.utf8)), as: UTF8.self) == expected)
  }

  @Test func minifyingWorksAtEveryLength() {
    for count in 0..<200 {
      let word = String(repeating: "x", count: count)
      #expect(JSONText.minified("[ \"\(word) \" ]".utf8) == Array("[\"\(word) \"]".utf8))
    }
  }
}
