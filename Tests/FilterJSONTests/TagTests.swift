import FilterEngine
import FilterJSON
import Foundation
import Testing

struct TagTests {
  @Test(arguments: [
    (#"{"$date":0}"#, #"{"$date":0.0}"#), (#"{"$date":100000000.25}"#, #"{"$date":100000000.25}"#),
    (#"{"$date":"2001-01-01T00:00:00Z"}"#, #"{"$date":0.0}"#),
    (#"{"$date":"2001-01-01"}"#, #"{"$date":0.0}"#),
    (#"{"$date":"2001-01-01T01:00:00.5+01:00"}"#, #"{"$date":0.5}"#),
    (#"{"$data":"aGk="}"#, #"{"$data":"aGk="}"#),
    (#"{"$set":[1,2,{"a":1}]}"#, #"{"$set":[1,2,{"a":1}]}"#),
    (#"{"$float":"nan"}"#, #"{"$float":"nan"}"#), (#"{"$float":"inf"}"#, #"{"$float":"inf"}"#),
    (#"{"$float":"-inf"}"#, #"{"$float":"-inf"}"#), (#"{"$float":3}"#, "3.0"),
    (#"{"$int":"9007199254740993"}"#, "9007199254740993"),
    (#"{"$int":"18446744073709551615"}"#, "18446744073709551615"),
    (#"{"$int":18446744073709551615}"#, "18446744073709551615"),
    (
      #"{"$int":"-123456789012345678901234567890123456789012345678901234567890"}"#,
      "-123456789012345678901234567890123456789012345678901234567890"
    ),
    (#"{"$decimal":"0.1"}"#, #"{"$decimal":"0.1"}"#),
    (#"{"$date":0,"x":1}"#, #"{"$date":0,"x":1}"#), (#"{"$other":0}"#, #"{"$other":0}"#),
    (#"[{"a":{"$date":1.5}}]"#, #"[{"a":{"$date":1.5}}]"#),
  ])
  func aTagIsTheValueThatItStandsFor(_ text: String, _ expected: String) {
    #expect(outcome(text, JSONReader(tagged: true)) == expected)
  }

  @Test(arguments: [
    (#"[1,{"$date":true}]"#, "invalid value for $date"),
    (#"{"$date":"2001-02-29"}"#, "invalid value for $date"),
    (#"{"$date":"yesterday"}"#, "invalid value for $date"),
    (#"{"$data":"%"}"#, "invalid value for $data"), (#"{"$set":1}"#, "invalid value for $set"),
    (#"{"$float":"x"}"#, "invalid value for $float"),
    (#"{"$int":"1.5"}"#, "invalid value for $int"),
    (#"{"$decimal":"1x"}"#, "invalid value for $decimal"),
  ])
  func aTagWithAnythingElseIsBad(_ text: String, _ message: String) {
    #expect(outcome(text, JSONReader(tagged: true)) == "bad: \(message)")
    #expect(outcome(text) == text)
  }

  @Test func plainJSONHasTheNearestForm() throws {
    func plain(_ value: FilterValue) -> String {
      String(decoding: JSONWriter().bytes(value), as: UTF8.self)
    }
    #expect(
      plain(.date(Date(timeIntervalSinceReferenceDate: 0.25))) == "\"2001-01-01T00:00:00.25Z\"")
    #expect(plain(.date(Date(timeIntervalSinceReferenceDate: 1e20))) == "1e+20")
    #expect(plain(.double(.nan)) == "null")
    #expect(plain(.set(FilterSet([.int(1)]))) == "[1]")
    #expect(plain(.data(Data([1, 2]))) == "\"AQI=\"")
    #expect(plain(.decimal(Decimal(string: "0.1")!)) == "0.1")
    #expect(plain(FilterValue(integer: UInt64.max)) == "18446744073709551615")
    #expect(
      plain(.string("\u{0}\u{1f}\u{7f}é\"\\\n")) == #""\u0000\u001f"# + "\u{7f}é" + #"\"\\\n""#)
  }

  @Test(arguments: [
    "0000-01-01T00:00:00Z", "0001-03-01T12:34:56Z", "1600-02-29T23:59:59Z", "1900-02-28T00:00:00Z",
    "1970-01-01T00:00:00Z", "2000-02-29T00:00:00Z", "2026-11-21T10:00:00.125Z",
    "9999-12-31T23:59:59Z",
  ])
  func aDateIsWrittenAsItWasRead(_ text: String) throws {
    let value = try JSONReader(tagged: true).read(#"{"$date":"\#(text)"}"#)
    #expect(JSONWriter().bytes(value) == Array("\"\(text)\"".utf8))
    if case .date(let date) = value, !text.contains("."), text > "1700" {
      #expect(date == ISO8601DateFormatter().date(from: text))
    }
  }

  @Test func valuesNestedDeeplyAreWritten() throws {
    var value = FilterValue.int(1)
    for _ in 0..<FilterValue.maximumDepth { value = .list([value]) }
    #expect(JSONWriter().bytes(value).count == 2 * FilterValue.maximumDepth + 1)
    #expect(try JSONReader().read(JSONWriter().bytes(value)) == value)
    #expect(FilterValue.maximumDepth == JSONReader.maximumDepth)
  }
}
