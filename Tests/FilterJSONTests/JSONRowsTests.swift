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

  /// The elements of a list are read one by one; all else is read as it is as a whole.
  @Test(arguments: [
    #"{"op":"set","items":[{"id":1},[2,[3]],"x\n",{"$date":0},[]],"id":7}"#,
    #"{"items":[]}"#, #"{"items":[1],"items":[2,3]}"#, #"{"items":[1],"items":null}"#,
    #"{"items":{"a":[1]}}"#, #"{"a":{"items":[1]}}"#, #"{"\u0069tems":[1]}"#, "[1]", "{}", "7",
  ])
  func elementsOfAMemberAreReadOneByOne(_ text: String) throws {
    let reader = JSONReader(tagged: true)
    var elements: [FilterValue] = []
    let rest = try Array(text.utf8).withUnsafeBytes { bytes in
      try reader.read(bytes, elementsOf: "items") { elements.append($0) }
    }
    let whole = try JSONReader(tagged: true).read(text)
    guard case .object(let object) = whole, case .list(let list) = object["items"] else {
      #expect(rest.spelled == whole.spelled && elements.isEmpty)
      return
    }
    #expect(elements.map(\.spelled) == list.elements.map(\.spelled))
    let emptied = object.members.map { member in
      (key: member.key, value: member.key == "items" ? FilterValue.list([]) : member.value)
    }
    #expect(rest.spelled == FilterValue.object(FilterObject(emptied)).spelled)
  }

  /// A value that a tag does not have is an error, in an element and in another member.
  @Test(arguments: [
    #"{"items":[{"$date":"never"}]}"#, #"{"items":[1],"d":{"$date":"never"}}"#,
    #"{"items":[{"$date":"never"}],"items":[1]}"#, #"{"items":[1}"#,
  ])
  func elementsOfAMemberHaveTheErrorsOfTheWhole(_ text: String) throws {
    func error(_ read: (JSONReader, UnsafeRawBufferPointer) throws(JSONError) -> Void) -> String? {
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(JSONError) {
          try read(JSONReader(tagged: true), bytes)
          return nil
        } catch {
          return "\(error.description) \(error.offset)"
        }
      }
    }
    let whole = error { reader, bytes throws(JSONError) in _ = try reader.read(bytes) }
    let parts = error { reader, bytes throws(JSONError) in
      _ = try reader.read(bytes, elementsOf: "items") { _ in }
    }
    #expect(whole != nil && parts == whole)
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
