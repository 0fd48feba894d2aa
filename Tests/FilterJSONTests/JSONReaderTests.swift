import FilterEngine
import FilterJSON
import Testing

struct JSONReaderTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("false", "false"), (" 1 ", "1"), ("-0", "0"),
    ("1.0", "1.0"), ("1e2", "100.0"), ("-0.0", "-0.0"), ("9007199254740993", "9007199254740993"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775809", "-9223372036854775809"),
    ("18446744073709551616", "18446744073709551616"),
    ("340282366920938463463374607431768211456", "340282366920938463463374607431768211456"),
    (
      "-123456789012345678901234567890123456789012345678901234567890",
      "-123456789012345678901234567890123456789012345678901234567890"
    ),
    ("9223372036854775808.0", "9.223372036854776e+18"), ("1e30", "1e+30"),
    ("0.1", "0.1"), ("1e-400", "0.0"), ("0.12345678901234567890", "0.12345678901234568"),
    (#""\u00e9\ud83d\ude00\n\/""#, "\"é😀\\n/\""), ("[]", "[]"), ("{}", "{}"),
    ("[1,[2,{\"a\":[]}]]", "[1,[2,{\"a\":[]}]]"), (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
    (#"{"\u0061":1}"#, #"{"a":1}"#), (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
    (#"{"$date":0}"#, #"{"$date":0}"#),
  ])
  func aValueIsReadAsWritten(_ text: String, _ expected: String) throws {
    let value = try JSONReader().read(text)
    let same = try JSONReader().read(expected)
    #expect(value.spelled == same.spelled)
    #expect(value.spelled == expected)
  }

  @Test(arguments: [
    ("", "no value", 0), (" \n", "no value", 0), ("nul", "expected true, false or null", 0),
    ("[1,]", "expected a value", 3), (#"{"a":1,}"#, "expected a member name in double quotes", 7),
    ("{1:2}", "expected a member name in double quotes", 1),
    (#"{"a" 1}"#, "expected ':' after a member name", 5),
    ("[1 2]", "expected ',' or ']'", 3), (#"{"a":1 "b":2}"#, "expected ',' or '}'", 7),
    ("{} {}", "something follows the value", 3), ("[1,", "the text ends before the value does", 3),
    ("[", "the text ends before the value does", 1), (#""abc"#, "a string is not closed", 0),
    ("\"a\u{1}\"", "a control character in a string must be escaped", 2),
    (#"["\x"]"#, "invalid escape in a string", 2),
    (#""\ud800""#, "invalid escape in a string", 1),
    (#""\udc00""#, "invalid escape in a string", 1),
    ("01", "invalid number", 0), ("1.", "invalid number", 0), ("-", "invalid number", 0),
    ("1e", "invalid number", 0), ("+1", "expected a value", 0), (".5", "expected a value", 0),
    ("NaN", "expected a value", 0), ("[1e400]", "a number is too large", 1),
    ("truefalse", "expected true, false or null", 0), ("]", "expected a value", 0),
  ])
  func whatIsWrongIsSaidWithItsPlace(_ text: String, _ message: String, _ offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error?.description == message)
    #expect(error?.offset == offset)
  }

  @Test func badUTF8HasAPlace() {
    let text: [UInt8] = Array("[\n\"a".utf8) + [0xFF] + Array("\"]".utf8)
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error?.reason == .badUTF8)
    #expect(error?.offset == 4)
    #expect(error?.line == 2)
  }

  @Test(
    arguments: [
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func badUTF8IsPlacedAtItsFirstByte(_ bytes: [UInt8]) {
    // A surrogate, an overlong form, a scalar that is too large, a sequence that is cut off
    let text = Array("[\"é\",\"a".utf8) + bytes + Array("b\"]".utf8)
    let error = #expect(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error?.reason == .badUTF8)
    #expect(error?.offset == 8)
  }

  @Test func everyControlCharacterIsWrittenAndReadBack() throws {
    for code in UInt8(0)...0x1F {
      let text = "a\(Character(UnicodeScalar(code)))b"
      let written = JSONWriter().bytes(.string(text))
      #expect(written.allSatisfy { $0 >= 0x20 }, "\(code)")
      #expect(try JSONReader().read(written) == .string(text), "\(code)")
      let raw = #expect(throws: JSONError.self) { try JSONReader().read("\"\(text)\"") }
      #expect(raw?.offset == 2, "\(code)")
    }
  }

  @Test func onlyADoubleIsTooLarge() {
    let digits = String(repeating: "9", count: 400)
    #expect(outcome(digits) == digits)
    #expect(outcome("[-\(digits)]") == "[-\(digits)]")
    #expect(outcome(digits + ".0") == "bad: a number is too large")
    #expect(outcome(digits + "e0") == "bad: a number is too large")
    #expect(outcome("0" + digits) == "bad: invalid number")
  }

  @Test func anIntegerOutside64BitsIsExact() throws {
    let values = try ["9223372036854775809", "9223372036854775810"].map {
      try JSONReader().read($0)
    }
    #expect(
      values == [
        FilterValue(integer: 1 << 63 + 1 as UInt64), FilterValue(integer: 1 << 63 + 2 as UInt64),
      ])
    #expect(Set(values).count == 2)
  }

  @Test func nestingHasALimit() {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let limit = JSONReader.maximumDepth
    #expect(outcome(nested(limit, "[", "]")) == nested(limit, "[", "]"))
    #expect(outcome(nested(limit, "{\"a\":", "}")) == nested(limit, "{\"a\":", "}"))
    #expect(outcome(nested(limit + 1, "[", "]")) == "bad: nested deeper than 256")
    #expect(outcome(String(repeating: "[", count: 1_000_000)) == "bad: nested deeper than 256")
  }

  @Test func rowsOfTheSameKeysShareAShape() throws {
    let reader = JSONReader()
    guard case .object(let first) = try reader.read(#"{"a":1,"b":{"a":2}}"#),
      case .object(let second) = try reader.read(#"{"a":3,"b":{"a":4}}"#),
      case .object(let other) = try reader.read(#"{"b":3,"a":4}"#)
    else {
      Issue.record("objects expected")
      return
    }
    #expect(first.shape === second.shape)
    #expect(first.shape !== other.shape)
    #expect(other.shape.keys == ["b", "a"])
  }

  @Test func objectsUsedAsDictionariesStayRight() throws {
    let reader = JSONReader()
    for row in 0..<2_000 {
      let text = #"{"key\#(row)":\#(row),"x":{"\#(row)":[1],"\#(row)":2}}"#
      #expect(
        outcome(text, reader) == #"{"key\#(row)":\#(row),"x":{"\#(row)":2}}"#)
    }
  }

  @Test func aReaderGoesOnAfterAnError() {
    let reader = JSONReader()
    #expect(outcome("[1,", reader) == "bad: the text ends before the value does")
    #expect(outcome("[1]", reader) == "[1]")
  }

  @Test func composedAndDecomposedNamesAreTwo() {
    #expect(outcome("{\"\u{e9}\":1,\"e\u{301}\":2}") == "{\"\u{e9}\":1,\"e\u{301}\":2}")
  }

  @Test(arguments: [
    (#"{"a":1,"b":{"a":2}}"#, nil), ("{\"\u{e9}\":1,\"e\u{301}\":2}", nil),
    (#"{"a":1,"a":1}"#, 0), (#"{"a":1,"b":2,"a":3}"#, 0), (#"{"a":1,"\u0061":2}"#, 0),
    (#"[{"a":{"b":1,"b":2}}]"#, 6), (#"{"":1,"":2}"#, 0), (#"{"$date":0,"$date":0}"#, 0),
  ])
  func aMemberThatOccursTwiceCanBeRefused(_ text: String, _ offset: Int?) {
    let reader = JSONReader(tagged: true, refusingRepeatedMembers: true)
    // The second time the keys are known.
    for _ in 1...2 {
      do throws(JSONError) {
        _ = try reader.read(text)
        #expect(offset == nil)
      } catch {
        #expect(error.reason == .repeatedMember && error.offset == offset)
      }
    }
  }
}
