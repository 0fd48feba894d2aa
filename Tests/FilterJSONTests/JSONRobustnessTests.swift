import FilterEngine
import FilterJSON
import TestSupport
import Testing

/// Broken texts: refused where the plain parser refuses, equal where it accepts, never a crash.
struct JSONRobustnessTests {
  static let documents = [
    #"{"id":1,"name":"Zoë \"q\" \u00e9\ud83d\ude00\\","ok":true,"no":null,"x":[1.5,-2e3,{}],"y":false}"#,
    "[ {\"a\" : \"\\/\"}, [ ] ,\t-0.0e+1 ,\"\" ]\r\n",
    #""a\\\"b""#,
    "-12345678901234567890.5e-10",
    #"[{"a":{"b":{"c":[[[1,2],[3]],"日本語"]}}},"x",{"a":1,"a":2}]"#,
  ]

  private func compare(_ text: [UInt8], _ reader: JSONReader) {
    let ours = try? reader.read(text)
    let truth = try? NaiveJSON.read(text)
    #expect(ours?.spelled == truth?.spelled, "\(String(decoding: text, as: UTF8.self))")
  }

  @Test(arguments: documents)
  func everyPrefixIsJudgedAsByThePlainParser(_ document: String) {
    let reader = JSONReader()
    let text = Array(document.utf8)
    for count in 0...text.count { compare(Array(text.prefix(count)), reader) }
  }

  @Test(arguments: documents)
  func everyMutationOfAByteIsJudgedAsByThePlainParser(_ document: String) {
    let reader = JSONReader()
    let text = Array(document.utf8)
    let bytes: [UInt8] = Array("\"\\{}[]:, \n\t0-.e1au\u{0}\u{1f}".utf8) + [0x80, 0xC3, 0xFF, 0x0C]
    for index in text.indices {
      var shorter = text
      shorter.remove(at: index)
      compare(shorter, reader)
      for byte in bytes {
        var changed = text
        changed[index] = byte
        compare(changed, reader)
        var longer = text
        longer.insert(byte, at: index)
        compare(longer, reader)
      }
    }
  }

  @Test func longTextsAreReadAcrossBlocks() {
    let reader = JSONReader()
    for length in 0..<300 {
      let word = String(repeating: "é\\n", count: length)
      compare(Array("[\"\(word)\",{\"\(word)\":\(length)}]".utf8), reader)
    }
  }

  @Test func doublesAreTheNearest() throws {
    let reader = JSONReader()
    var generator = SeededGenerator(seed: RandomSearch.seed)
    for _ in 0..<5_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      guard case .double(let read) = try reader.read(number.description) else {
        Issue.record("\(number)")
        continue
      }
      #expect(read.bitPattern == number.bitPattern)
    }
    for text in [
      "9007199254740993.0", "2.2250738585072011e-308", "5e-324", "2.4703282292062327e-324",
      "1.7976931348623157e308", "0.1e23", "8.5e22", "123456789.123456789e-30",
      "9007199254740992e22", "9007199254740993e22", "179769313486231580793728971405301e276",
    ] {
      #expect(try reader.read(text).spelled == Double(text)?.description)
    }
  }

  /// Whoever makes an error says where it is.
  @Test func anErrorIsAnywhere() throws {
    var error = try #require(throws: JSONError.self) { try JSONReader().read("[") }
    for number in [Int.min, -1, 0, 1, .max] {
      (error.offset, error.line) = (number, number)
      #expect(error.description == "the text ends before the value does")
      #expect("\(error)".isEmpty == false && error.offset == number)
    }
  }
}
