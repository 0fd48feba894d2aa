import FilterEngine
import FilterJSON
import Testing
import ToolTestSupport

@testable import FrcQuery

struct DelimitedTests {
  /// The rows of a text as JSON, or what is wrong.
  private func rows(_ text: String, separator: Character = ",") throws -> [String] {
    let folder = try Folder()
    let source = try ByteSource(path: try folder.file("x.csv", text))
    let reader = DelimitedReader(source, separator: separator.asciiValue ?? 0)
    var rows: [String] = []
    while true {
      do throws(ToolError) {
        guard let row = try reader.next() else { return rows }
        rows.append(String(decoding: JSONWriter().bytes(row), as: UTF8.self))
      } catch {
        guard case .badData(_, let line, let text) = error else { throw error }
        rows.append("\(line): \(text)")
      }
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["{\"a\":1,\"b\":2}"]),
    ("a,b\n1,2", ["{\"a\":1,\"b\":2}"]),
    ("a,b\r\n1,2\r\n\r\n3,4\r\n", ["{\"a\":1,\"b\":2}", "{\"a\":3,\"b\":4}"]),
    ("a,b\n\"x\ny\",\"q\"\"q\"\n", [#"{"a":"x\ny","b":"q\"q"}"#]),
    ("a,b\n\"x\r\ny\",\"\"\r\n", [#"{"a":"x\r\ny","b":""}"#]),
    ("a,b\n,\n", [#"{"a":null,"b":null}"#]),
    ("a,b\nx\n", [#"{"a":"x","b":null}"#]),
    ("a,b\n1,2,3\n4,5\n", ["2: 3 cells in a row of 2 columns", "{\"a\":4,\"b\":5}"]),
    ("a\n\"x\" y\nz\n", ["2: something follows the closing quote of a cell", #"{"a":"z"}"#]),
    ("a\nz\n\"x\n", [#"{"a":"z"}"#, "3: a quote is not closed"]),
    ("a\nx\"y\n", [#"{"a":"x\"y"}"#]),
    ("a\n1\n\n2\n", [#"{"a":1}"#, #"{"a":null}"#, #"{"a":2}"#]),
    ("a,\n1,2\n", [#"{"a":1,"column2":2}"#]),
    ("a,a\n1,2\n", [#"{"a":1,"a_2":2}"#]),
    ("a,a_2,a,a\n1,2,3,4\n", [#"{"a":1,"a_2":2,"a_3":3,"a_4":4}"#]),
    (
      "a,\u{E9},e\u{301},\u{E9}\n1,2,3,4\n",
      ["{\"a\":1,\"\u{E9}\":2,\"e\u{301}\":3,\"\u{E9}_2\":4}"]
    ),
    ("\u{FEFF}\"a\"\n1\n", [#"{"a":1}"#]),
    ("a,b\n", []), ("", []), ("\n", []),
    ("a,b\n\"1\",\"x\"", [#"{"a":1,"b":"x"}"#]),
    ("a\n\"x\"\r", [#"{"a":"x"}"#]),
    // Of a line end a quoted cell keeps what is inside its quotes.
    ("a,b\n1,\"x\r\"\n", [#"{"a":1,"b":"x\r"}"#]),
    ("a,b\r\n1,\"x\r\"\r\n", [#"{"a":1,"b":"x\r"}"#]),
    ("a,b\n\"x\r\",1\n", [#"{"a":"x\r","b":1}"#]), ("a\n\"x\r\"", [#"{"a":"x\r"}"#]),
  ])
  func recordsAreReadAsRFC4180Says(_ text: String, _ expected: [String]) throws {
    #expect(try rows(text) == expected)
  }

  @Test func aTabSeparatesToo() throws {
    #expect(try rows("a\tb\n1,5\t\"x\ty\"\n", separator: "\t") == [#"{"a":"1,5","b":"x\ty"}"#])
  }

  @Test(arguments: [
    (["1", "-2", "3.5", "1e3", ""], ["1", "-2", "3.5", "1000.0", "null"]),
    (["1", "x"], ["\"1\"", "\"x\""]), (["004", "1"], ["\"004\"", "\"1\""]),
    (["+1"], ["\"+1\""]), ([" 1"], ["\" 1\""]), (["1e999"], ["\"1e999\""]),
    (["true", "FALSE", "False"], ["true", "false", "false"]),
    (["true", "1"], ["\"true\"", "\"1\""]), (["", ""], ["null", "null"]),
    (["9007199254740993"], ["9007199254740993"]), (["nan"], ["\"nan\""]),
  ])
  func aColumnIsWhatItsCellsAllow(_ cells: [String], _ values: [String]) throws {
    let text = "k,v\n" + cells.map { "x,\($0)\n" }.joined()
    #expect(try rows(text) == values.map { "{\"k\":\"x\",\"v\":\($0)}" })
  }

  /// Digits are added up as far as 64 bits and doubles hold them; where they do not, the reader of JSON reads on.
  @Test(arguments: [
    "1234567890123456789012", "9999999999999999999999", "9223372036854775807",
    "9223372036854775808",
    "9007199254740993", "9007199254740992", "1000000000000000000000", "0000000000000000000000",
  ])
  func aNumberOfManyDigitsIsWhatItIsInJSON(_ digits: String) {
    let reader = JSONReader()
    for count in 1...digits.count {
      for point in 0...count {
        var number = Array(digits.utf8.prefix(count))
        if point > 0 { number.insert(UInt8(ascii: "."), at: point) }
        for text in [number, [UInt8(ascii: "-")] + number] {
          let slot = text.withUnsafeBufferPointer { DelimitedNumber.slot($0, reader) }
          let name = String(decoding: text, as: UTF8.self)
          switch try? reader.read(text) {
          case .int(let value):
            #expect(slot?.kind == .integer && slot?.integer == value, "\(name)")
          case .double(let value):
            let bits = slot?.double.bitPattern
            #expect(slot?.kind == .double && bits == value.bitPattern, "\(name)")
          case .wide: #expect(slot?.kind == .wide, "\(name)")
          default: #expect(slot == nil, "\(name)")
          }
        }
      }
    }
  }

  @Test func onlyTheFirstRowsDecide() throws {
    let count = DelimitedReader.sampleSize
    let text = "a\n" + String(repeating: "1\n", count: count) + "x\n2\n"
    let read = try rows(text)
    #expect(read.count == count + 2)
    #expect(read.suffix(2) == [#"{"a":"x"}"#, #"{"a":2}"#])
    let late = "a\n" + String(repeating: "1\n", count: count - 1) + "x\n"
    #expect(try rows(late).first == #"{"a":"1"}"#)
  }

  @Test func linesAreCountedThroughQuotedLineEnds() throws {
    #expect(
      try rows("a,b\n\"x\n\n\",1\n1,2,3\n").last == "5: 3 cells in a row of 2 columns")
  }

  @Test(arguments: ["\r", "x\r", "\ry", "a\rb", "\n", "\"", ",", "\t", ""])
  func aCellIsQuotedIfItWouldBeReadOtherwise(_ text: String) throws {
    for separator in [UInt8(ascii: ","), UInt8(ascii: "\t")] {
      let cell = Cell.bytes(of: text, separator: separator)
      let isPlain = text == "," && separator == 0x09 || text == "\t" && separator == 0x2C
      #expect(cell.first == UInt8(ascii: "\"") || isPlain)
      let file = Array("a".utf8) + [separator] + Array("b\n1".utf8) + [separator] + cell + [0x0A]
      let row = try rows(
        String(decoding: file, as: UTF8.self), separator: Character(UnicodeScalar(separator)))
      let object = FilterObject([(key: "a", value: .int(1)), (key: "b", value: .string(text))])
      #expect(row == [String(decoding: JSONWriter().bytes(.object(object)), as: UTF8.self)])
    }
  }

  @Test func aBareCarriageReturnIsQuotedInOutput() throws {
    let outcome = try Tool.run("TRUEPREDICATE", "-o", "csv", input: #"{"a":"x\r","b":"\r"}"#)
    #expect(outcome.text.utf8.elementsEqual("a,b\n\"x\r\",\"\r\"\n".utf8))
  }

  @Test(arguments: [
    "a,b", "\"a,b\",c", "\"a\"\"b\"\"\",\"\",", "\"x\r\n\",y\"z", "", ",", "\"\"",
  ])
  func aRecordIsSplitIntoTheCellsThatItWasReadAs(_ record: String) throws {
    let cells = Cell.split(Array(record.utf8)[...], separator: UInt8(ascii: ","))
    #expect(Array(cells.joined(separator: [UInt8(ascii: ",")])) == Array(record.utf8))
    let folder = try Folder()
    let source = try ByteSource(path: try folder.file("x.csv", record + "\n"))
    let reader = DelimitedReader(source, separator: UInt8(ascii: ","))
    try reader.open()
    let read = reader.names ?? []
    #expect(read.count == cells.count)
  }

  @Test func whatIsWrittenReadsBack() throws {
    let csv = "a,b,c\n\"x,\"\"y\"\"\n\",1.5,\n\"\",2,true\n"
    let folder = try Folder()
    let once = try Tool.run("TRUEPREDICATE", "-o", "csv", try folder.file("x.csv", csv))
    #expect(once.text == csv)
  }
}
