import FilterJSON
import TestSupport
import Testing

/// The elements of arrays, whatever the pieces in which the text comes.
struct JSONElementsTests {
  private static let document = """
    {"a" : "x\\"],\\\\", "b":\r
     [1, {"c" :[ ]}]} , 1.5\t,
     "é, [" ,[],null ]

    """

  /// The lines of an array whose text, without its first bracket, comes in two pieces.
  private func lines(
    _ text: String, cutAt cut: Int
  ) -> (lines: [String], failure: String?) {
    var elements = JSONElements(line: 1)
    var lines: [String] = []
    for piece in [Array(text.utf8.prefix(cut)), Array(text.utf8.dropFirst(cut))] {
      elements.append(piece)
      let rows = elements.text[..<elements.end].split(separator: UInt8(ascii: "\n"))
      lines += rows.map { String(decoding: JSONText.minified($0), as: UTF8.self) }
      elements.removeLines()
    }
    elements.finish()
    return (lines, elements.failure.map { "\($0.line): \($0.reason)" })
  }

  @Test func anArrayMayComeInAnyPieces() {
    let text = Self.document
    for cut in 0...text.utf8.count {
      let (lines, failure) = lines(text, cutAt: cut)
      #expect(
        lines == [#"{"a":"x\"],\\","b":[1,{"c":[]}]}"#, "1.5", #""é, [""#, "[]", "null"])
      #expect(failure == nil)
    }
  }

  /// Arrays one after another are one, wherever a piece ends.
  @Test func arraysCanBeJoined() {
    let text = "1,\n{\"a\":[2]}][ ] \n[[3]\n]\n\n[4,\n x]"
    for cut in 0...text.utf8.count {
      var elements = JSONElements(line: 1, joinsArrays: true)
      var (rows, lines) = ([String](), [Int]())
      for piece in [text.utf8.prefix(cut), text.utf8.dropFirst(cut)] {
        elements.append(Array(piece))
        let taken = elements.takeLines()
        let made = taken.text[..<taken.end].split(
          separator: 0x0A, omittingEmptySubsequences: false)
        for (index, row) in made.enumerated() {
          rows.append(String(decoding: JSONText.minified(row), as: UTF8.self))
          lines.append(taken.line(ofRow: index + 1))
        }
      }
      elements.finish()
      #expect(rows.filter { !$0.isEmpty } == ["1", #"{"a":[2]}"#, "[3]", "4", "x"], "\(cut)")
      #expect(elements.failure == nil)
      #expect(zip(rows, lines).filter { !$0.0.isEmpty }.map(\.1) == [1, 2, 3, 6, 7], "\(cut)")
    }
    for (text, failure) in [("1]\n[2] {", "2: something follows the value"), ("1][", nil)] {
      var elements = JSONElements(line: 1, joinsArrays: true)
      elements.append(text.utf8)
      if failure == nil { elements.finish() }
      let found = elements.failure.map { "\($0.line): \($0.reason)" }
      #expect(found == failure ?? "1: the text ends before the value does")
    }
  }

  @Test(arguments: [
    ("1,\n\n2}", "3: expected ',' or ']'"), ("{\"a\":\n1]", "2: expected ',' or '}'"),
    ("1", "1: the text ends before the value does"), ("\n,", "2: expected a value"),
    ("\"a\\\n", "1: a control character in a string must be escaped"),
    ("]\n\n.", "3: something follows the value"), ("1]1", "1: something follows the value"),
  ])
  func whatIsWrongWithAnArrayHasItsLine(_ text: String, _ expected: String) {
    for cut in 0...text.utf8.count { #expect(lines(text, cutAt: cut).failure == expected) }
  }

  /// Blocks of 64 bytes are read together, and the rest one by one: wherever a piece ends, the lines
  /// and failures are those of bytes that come one by one.
  @Test func wholeBlocksAreReadAsBytesAre() {
    let pieces = [
      #"{"a":"x\"","b":[1,{}]},"#, "1,", #""s , ] " ","#, "  \r\n", "[],", "null ,", #""\\","#,
      #"{"k":{"l":[[[]]]}},"#, "]", "}", "\"", "\n", "\\", "a long scalar without a comma ",
      #""\\\\\\\\\\\\\\\\\\\\\\","#,
    ]
    for seed in RandomSearch.seeds(300) {
      var generator = SeededGenerator(seed: seed)
      // Most texts are whole arrays; what is wrong comes late, so that blocks are read before it.
      let good = (0..<20).map { _ in pieces[Int.random(in: 0..<8, using: &generator)] }
      let rest = (0..<4).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
      let text = Array((good + rest).joined().utf8)
      var (together, single) = (JSONElements(line: 1), JSONElements(line: 1))
      let cut = Int.random(in: 0...text.count, using: &generator)
      together.append(text[..<cut])
      together.append(text[cut...])
      for byte in text { single.append([byte]) }
      together.finish()
      single.finish()
      #expect(together.text[..<together.end] == single.text[..<single.end], "\(seed)")
      #expect(together.failure?.line == single.failure?.line, "\(seed)")
      #expect(together.failure?.reason == single.failure?.reason, "\(seed)")
    }
  }

  @Test func nestingHasALimit() {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) + "]" }
    #expect(lines(deep(JSONReader.maximumDepth), cutAt: 200).failure == nil)
    #expect(
      lines(deep(JSONReader.maximumDepth + 1), cutAt: 200).failure == "1: nested deeper than 256")
  }

  @Test func rowsKnowTheirLines() {
    var elements = JSONElements(line: 7)
    elements.append("1,\n 2,\r\n\r\n{\"a\":\n3}, 4,".utf8)
    #expect((1...4).map { elements.line(ofRow: $0) } == [7, 8, 10, 11])
    #expect(elements.line(ofRow: 3, offset: 12) == 11)
    elements.removeLines()
    elements.append("\n5]".utf8)
    #expect(elements.line(ofRow: 1) == 12)
  }
}
