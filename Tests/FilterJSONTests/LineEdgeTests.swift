import FilterEngine
import FoundationEssentials
import Testing

@testable import FilterJSON

/// Edges of lines that are filtered where they stand: windows, quantifiers without a list, parts that
/// only values answer.
@Suite struct LineEdgeTests {
  private func filtered(
    _ text: String, _ lines: [String], offset: Int = 0, limit: Int = .max, inverted: Bool = false
  ) throws -> JSONLineMatches {
    let filter = JSONLineFilter(
      JSONLinePredicate(try FilterPredicate<FilterValue>(text: text)), isInverted: inverted)
    var request = JSONLineFilter.Request()
    (request.offset, request.limit) = (offset, limit)
    var matches = JSONLineMatches()
    Array(lines.joined(separator: "\n").utf8).withUnsafeBytes {
      filter.filter($0, request, into: &matches)
    }
    return matches
  }

  private func numbers(_ text: String, _ lines: [String]) throws -> [Int] {
    try lines.indices.filter { try filtered(text, [lines[$0]]).matchCount == 1 }
  }

  @Test(arguments: [(0, 2, 2), (1, 2, 1), (1, 3, 2), (0, 0, 0), (2, 2, 0), (0, 9, 5), (4, 9, 1)])
  func aWindowHasItsSize(offset: Int, limit: Int, kept: Int) throws {
    let lines = (0..<5).map { "{\"a\":\($0)}" }
    let found = try filtered("a >= 0", lines, offset: offset, limit: limit)
    #expect(found.matchCount == min(limit, 5))
    #expect(found.lineCount == min(limit, 5))
    let wanted = lines[min(offset, 5)..<min(max(limit, offset), 5)].map { $0 + "\n" }.joined()
    #expect(String(decoding: found.lines, as: UTF8.self) == wanted)
    #expect(wanted.split(separator: "\n").count == kept)
  }

  @Test func quantifiersWithoutElements() throws {
    let lines = [
      #"{}"#, #"{"l":null}"#, #"{"l":[]}"#, #"{"l":[1]}"#, #"{"l":[1,2]}"#, #"{"l":[2]}"#,
    ]
    #expect(try numbers("ANY l == 1", lines) == [3, 4])
    #expect(try numbers("ALL l == 1", lines) == [0, 1, 2, 3])
    #expect(try numbers("NONE l == 1", lines) == [0, 1, 2, 5])
    #expect(try numbers("l.@count == 0", lines) == [2])
    #expect(try numbers("l.@count == 2", lines) == [4])
    #expect(try numbers("l == {1}", lines) == [3])
    #expect(try numbers("l == {}", lines) == [2])
    #expect(try numbers("l != nil", lines) == [2, 3, 4, 5])
  }

  /// No element is asked, and the right side is an error all the same.
  @Test func theRightSideOfAQuantifierCountsWithoutElements() throws {
    for text in ["ALL l == a.b", "ANY l == a.b", "NONE l < a.b"] {
      #expect(try filtered(text, [#"{"a":1}"#]).failureCount == 1, "\(text)")
      #expect(try filtered(text, [#"{"a":{}}"#]).failureCount == 0, "\(text)")
    }
  }

  /// A part that has no answer from the text decides as the values do.
  @Test func partsThatValuesAnswer() throws {
    let lines = [#"{"a":1,"s":"x"}"#, #"{"a":1,"s":"y"}"#, #"{"a":2,"s":"x"}"#]
    #expect(try numbers("a == 1 AND uppercase(s) == 'X'", lines) == [0])
    #expect(try numbers("uppercase(s) == 'X' AND a == 1", lines) == [0])
    #expect(try numbers("a == 2 OR uppercase(s) == 'X'", lines) == [0, 2])
    #expect(try numbers("a == 1 AND uppercase(s) == 'X' AND s == 'y'", lines) == [])
    #expect(try filtered("a == 1 AND uppercase(s) == 'X'", lines, inverted: true).matchCount == 2)
    // An object compares as a value, whatever is in it.
    let objects = [#"{"o":{"b":1}}"#, #"{"o":{}}"#, #"{"o":[[1],2]}"#, #"{"o":[{}]}"#]
    #expect(try numbers("o == nil", objects) == [])
    #expect(try numbers("o.b == 1", objects) == [0])
    #expect(try numbers("o == {{1}, 2}", objects) == [2])
  }

  @Test func theLastOfEqualMembersCounts() throws {
    let line = #"{"a":1,"b":5,"a":22}"#
    #expect(try numbers("a == 22", [line]) == [0])
    let reader = JSONReader()
    let value = try reader.read(line)
    #expect(value == ["a": 22, "b": 5])
    guard case .object(let object) = value else { return }
    #expect(object.values.count == 2)
    let range = Array(line.utf8).withUnsafeBytes { reader.range(ofPath: ["a"], in: $0) }
    #expect(range == 17..<19)
  }

  @Test func textIsFoundBehindEscapes() throws {
    let search = JSONTextSearch("ann")
    for (line, isFound) in [
      (#"{"a":"Ann"}"#, true), (#"{"a":"\u0061nn"}"#, true), (#"{"a":"a\nn"}"#, false),
      (#"{"ann":1}"#, false), (#"{"a":["x",{"b":"xÁnn"}]}"#, true), (#"{"a":1}"#, false),
    ] {
      #expect(Array(line.utf8).withUnsafeBytes { search.finds(in: $0) } == isFound, "\(line)")
    }
  }

  @Test func edgesOfDates() {
    let noon = Date(iso8601: "2026-11-22T12:00Z")?.timeIntervalSinceReferenceDate
    for (text, hours) in [
      ("2026-11-22T12:00+02:00", -2.0), ("2026-11-22T12:00-02:00", 2),
      ("2026-11-22T12:00-0130", 1.5),
      ("2026-11-22T23:59+11:59", 0), ("2026-11-22 12:00", 0),
    ] {
      let time = Date(iso8601: text)?.timeIntervalSinceReferenceDate
      #expect(time == noon.map { $0 + hours * 3600 }, "\(text)")
    }
    for text in [
      "2026-11-22T24:00", "2026-11-22T23:60", "2026-11-22T23:59:60", "2026-11-22T12:00+24:00",
      "2026-11-22T12:00+12:60", "2026-11-31", "2026-13-01", "2026-11-22T", "2026-11-22T12:00Zx",
      "2026-11-22T12:00:00.", "2026-11-22T12",
    ] {
      #expect(Date(iso8601: text) == nil, "\(text)")
    }
  }
}
