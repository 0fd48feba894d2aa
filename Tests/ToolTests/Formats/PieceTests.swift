import FilterJSON
import Testing

@testable import FrcQuery

/// What is told of an input that comes in pieces is what is told of it as a whole.
struct PieceTests {
  /// Calls `body` for a text in pieces of each size that makes a difference.
  private func forEachSize(
    _ text: String, _ body: (ByteSource, Int) throws -> Void
  ) throws {
    let bytes = Array(text.utf8)
    for size in 1...max(1, bytes.count) {
      try body(try ByteSourceTests().source(bytes, pieces: size), size)
    }
  }

  @Test(
    arguments: [
      ("", .jsonl), (" \n\n", .jsonl), ("\u{FEFF}", .jsonl), ("{\"a\":1}\n2\n", .jsonl),
      ("{\"a\":1}", .jsonl), ("{\n\"a\":1}\n", .json), ("{\"a\":[\n1]}", .json),
      ("{\"a\":x}\n", .jsonl),
      ("[1,\n2]", .json), ("[1, 2]", .json), ("[1]\n", .json), ("[1]\n\n \n", .json),
      ("[1]\n[2]\n", .jsonl), ("[1]\n\n\n2", .jsonl), ("\n [1]\n[2]", .jsonl),
      ("[x]\n[2]\n", .json),
      ("[\n", .json), ("1\n2\n", .jsonl), ("\"a\"\n", .jsonl), ("true", .jsonl),
      ("a,b\n1,2\n", .csv),
      ("a\tb\n1\t2\n", .tsv), ("a\nb\tc\n", .csv), ("a", .csv), ("\u{FEFF}a\tb", .tsv),
      ("\u{FEFF} [1]\n", .json), ("\n\n{\"a\":1}\n{", .jsonl), ("\"a\",b\n", .csv),
      ("\"a\"\tb\n", .tsv),
    ] as [(String, RowFormat)])
  func theFormatIsThatOfTheText(_ text: String, _ expected: RowFormat) throws {
    try forEachSize(text) { source, size throws in
      #expect(try RowFormat(of: source) == expected, "pieces of \(size)")
      // Nothing is taken.
      #expect(try source.readAll() == Array(text.utf8))
    }
  }

  private static let arrays: [(text: String, rows: [String], badLine: Int?)] = [
    ("[1, 2]", ["1", "2"], nil), ("\u{FEFF} \n[ ]\n", [], nil),
    ("[[1 ,2],{\"a\" : \"]\"}]", ["[1,2]", "{\"a\":\"]\"}"], nil), ("[1,\n", ["1"], 2),
    ("[\"a", [], 1), ("[1]\n2", ["1"], 2), ("[\n1,\n{\"a\":[1}]", ["1"], 3),
    ("[\"é\",\"\\\"\"]", ["\"é\"", "\"\\\"\""], nil),
  ]

  @Test(arguments: arrays)
  func elementsAreThoseOfTheArray(_ text: String, _ expected: [String], _ badLine: Int?) throws {
    try forEachSize(text) { source, size throws in
      let line = try #require(try source.skipToArray())
      let parts = ElementParts(source, line: line, isFound: false)
      var rows: [String] = []
      var bad: ToolError?
      while let (elements, failure) = try parts.next() {
        for row in elements.text[..<elements.end].split(separator: 0x0A) where !row.isBlank {
          rows.append(String(decoding: JSONText.minified(row), as: UTF8.self))
        }
        #expect(bad == nil)
        bad = failure
      }
      #expect(
        rows == expected, "pieces of \(size)")
      if let badLine {
        #expect(bad?.text?.contains(":\(badLine): ") == true, "pieces of \(size)")
      } else {
        #expect(bad == nil, "pieces of \(size)")
      }
      #expect(try parts.next() == nil)
    }
  }

  @Test(arguments: ["{}", "1", "", " \n", "\u{FEFF}{\"a\":[1]}", "\"[\"", "\u{FEFF}\u{FEFF}[1]"])
  func whatIsNoArrayIsLeftAsItIs(_ text: String) throws {
    try forEachSize(text) { source, size throws in
      #expect(try source.skipToArray() == nil)
      let rest = text.hasPrefix("\u{FEFF}") ? Array(text.utf8.dropFirst(3)) : Array(text.utf8)
      #expect(try source.readAll() == rest, "pieces of \(size)")
    }
  }

  @Test(arguments: [("[1]", 1), ("\n\n [1]", 3), ("\u{FEFF}\r\n[1]", 2), ("\t[\n1]", 1)])
  func theLineOfAnArrayIsThatOfItsBracket(_ text: String, _ line: Int) throws {
    try forEachSize(text) { source, size throws in
      #expect(try source.skipToArray() == line, "pieces of \(size)")
      #expect(try source.readAll() == Array("\(text.drop { $0 != "[" }.dropFirst())".utf8))
    }
  }
}
