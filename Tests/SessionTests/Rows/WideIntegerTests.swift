import Foundation
import Testing
import ToolTestSupport

/// Integers outside 64 bits in every format: identities, sort keys, sections and output.
struct WideIntegerTests {
  /// Neighbours that are one number as doubles, and one of sixty digits.
  private static let ids = [
    "9223372036854775809", "9223372036854775810", "-9223372036854775810", "18446744073709551617",
    "123456789012345678901234567890123456789012345678901234567890",
    "123456789012345678901234567890123456789012345678901234567891",
  ]

  private static let sorted = [ids[2], ids[0], ids[1], ids[3], ids[4], ids[5]]

  private static let lines = ids.map { #"{"id":\#($0)}"# }.joined(separator: "\n") + "\n"

  /// The same rows in each format, beside the name of the format.
  private static let inputs: [(format: String, text: String)] = [
    ("jsonl", lines), ("json", "[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",\n") + "]"),
    ("csv", "id\n" + ids.joined(separator: "\n") + "\n"),
    ("tsv", "id\n" + ids.joined(separator: "\n") + "\n"),
  ]

  @Test(arguments: inputs.map(\.format))
  func eachFormatWritesTheDigits(_ format: String) throws {
    let input = try #require(Self.inputs.first { $0.format == format }).text
    let objects = Self.sorted.map { #"{"id":\#($0)}"# }
    let column = (["id"] + Self.sorted).joined(separator: "\n") + "\n"
    for (output, expected) in [
      ("jsonl", objects.joined(separator: "\n") + "\n"), ("csv", column), ("tsv", column),
      ("json", "[\n" + objects.joined(separator: ",\n") + "\n]\n"),
    ] {
      for options in [[], ["--select", "id"]] {
        let outcome = try Tool.run(
          ["-i", format, "-o", output, "--sort", "id", "TRUEPREDICATE"] + options, input: input)
        #expect(outcome.text == expected, "\(format) to \(output) \(options)")
      }
    }
    let table = try Tool.run(
      ["-i", format, "-o", "table", "--sort", "id:desc", "TRUEPREDICATE"], input: input)
    #expect(
      table.lines.dropFirst(2).map { $0.filter { $0 != " " } } == Self.sorted.reversed(),
      "\(table)")
  }

  @Test(arguments: inputs.map(\.format))
  func eachFormatTellsNeighboursApart(_ format: String) throws {
    let input = try #require(Self.inputs.first { $0.format == format }).text
    for id in Self.ids {
      for arguments in [
        ["id == \(id)"], ["id == %@", "--arg-json", id], ["id == $x", "--var", "x=\(id)"],
      ] {
        let outcome = try Tool.run(["-i", format, "-o", "csv"] + arguments, input: input)
        #expect(outcome.lines == ["id", id], "\(format) \(arguments)")
      }
    }
    let first = try Tool.run(
      ["-i", format, "-o", "csv", "--sort", "id:desc", "--limit", "2", "id < \(Self.ids[5])"],
      input: input)
    #expect(first.lines == ["id", Self.ids[4], Self.ids[3]])
    let sections = try Tool.run(
      ["-i", format, "-o", "jsonl", "--section", "id", "id > 9223372036854775808"], input: input)
    #expect(sections.lines.count == 5, "\(sections)")
  }

  @Test func aValueThatNoFilterReadsStaysAsItIsWritten() throws {
    let digits = String(repeating: "1234567890", count: 100)
    let line = #"{"a":1,"wide":\#(digits),"list":[-\#(digits)]}"#
    #expect(try Tool.run("a == 1", input: line).lines == [line])
    #expect(try Tool.run("wide == \(digits) AND ANY list < 0", input: line).lines == [line])
    #expect(
      try Tool.run("-o", "csv", "--select", "wide", "a == 1", input: line).lines
        == ["wide", digits])
  }

  /// Cells that differ in spelling alone are texts, as in a column without wide integers.
  @Test func aColumnWithLeadingZerosIsText() throws {
    let input = "id\n09223372036854775809\n9223372036854775809\n"
    #expect(
      try Tool.run("-i", "csv", "-o", "jsonl", "id == '9223372036854775809'", input: input).lines
        == [#"{"id":"9223372036854775809"}"#])
  }

  @Test func aPipeKeepsRowsApart() throws {
    let ids = Self.ids
    func item(_ id: String) -> String { #"{"id":\#(id)}"# }
    func items(_ ids: [String]) -> String { ids.map(item).joined(separator: ",") }
    try expect(
      #"{"op":"configure","identity":"id","sort":[{"key":"id"}]}"# ~> nothing,
      #"{"op":"set","items":[\#(items(ids))]}"# ~> reload,
      ask ~> flat(items(Self.sorted)),
      #"{"op":"filter.add","name":"F","filter":"id != %@","args":[\#(ids[0])]}"#
        ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"why","key":\#(ids[0])}"# ~> #"{"hiddenBy":["F"]}"#,
      #"{"op":"why","key":\#(ids[1])}"# ~> #"{"hiddenBy":[]}"#,
      #"{"op":"filter.remove","name":"F"}"# ~> changes(#""inserted":[[0,1]]"#),
      #"{"op":"replace","item":{"id":\#(ids[1]),"x":1}}"#
        ~> changes(#""updated":[[[0,2],[0,2]]]"#),
      #"{"op":"remove","key":\#(ids[0])}"# ~> changes(#""deleted":[[0,1]]"#),
      #"{"op":"remove","key":\#(ids[4])}"# ~> changes(#""deleted":[[0,3]]"#),
      ask
        ~> flat(
          #"\#(item(ids[2])),{"id":\#(ids[1]),"x":1},\#(item(ids[3])),\#(item(ids[5]))"#))
  }

  @Test func thePipeComputesWithThem() throws {
    try expect(
      #"{"op":"value","expression":"%@","args":[\#(Self.ids[4])]}"#
        ~> #"{"value":\#(Self.ids[4])}"#,
      #"{"op":"value","expression":"SELF","item":{"$int":"\#(Self.ids[4])"}}"#
        ~> #"{"value":\#(Self.ids[4])}"#,
      #"{"op":"value","expression":"l.@max.self","item":{"l":[\#(Self.ids.joined(separator: ","))]}}"#
        ~> #"{"value":\#(Self.ids[5])}"#,
      #"{"op":"value","expression":"l.@min.self","item":{"l":[\#(Self.ids.joined(separator: ","))]}}"#
        ~> #"{"value":\#(Self.ids[2])}"#,
      #"{"op":"value","expression":"CAST($x, 'NSString')","variables":{"x":\#(Self.ids[4])}}"#
        ~> #"{"value":"\#(Self.ids[4])"}"#,
      #"{"op":"value","expression":"CAST('\#(Self.ids[4])', 'NSNumber')"}"#
        ~> #"{"value":\#(Self.ids[4])}"#,
      #"{"op":"format","filter":"id == $x","variables":{"x":-\#(Self.ids[0])}}"#
        ~> #"{"format":"id == -\#(Self.ids[0])"}"#)
  }

  @Test func theREPLKeepsRowsApart() throws {
    let room = try ReplFolder()
    // So many rows are read as cells.
    let numbers = (0..<70).map { "12345678901234567890123\(10 + $0)" }
    _ = try room.folder.file(
      "wide.jsonl", numbers.map { #"{"id":\#($0)}"# }.joined(separator: "\n") + "\n")
    let outcome = try room.session(
      """
      .bail off
      .identity id
      .mode jsonl
      .sort id:desc
      .remove \(numbers[1])
      .add {"id":\(numbers[1]),"x":1.10}
      .add {"id":\(numbers[1])}
      id <= \(numbers[2]) AND id IN {\(numbers[0]), \(numbers[1]), 5}
      .save
      """, file: "wide.jsonl")
    let rows = #"{"id":\#(numbers[1]),"x":1.10}"# + "\n" + #"{"id":\#(numbers[0])}"#
    #expect(
      outcome.text == """
        70 rows, identified by id
        rows are identified by id
        69 rows
        70 rows
        frc-query: standard input:7: a row has the id \(numbers[1]) already
        \(rows)
        2 of 70 rows
        70 rows written to wide.jsonl

        """)
    let saved = try String(contentsOfFile: room.folder.path + "/wide.jsonl", encoding: .utf8)
      .split(separator: "\n")
    #expect(saved.count == 70)
    #expect(saved.first == #"{"id":\#(numbers[0])}"# && saved.contains(#"{"id":\#(numbers[69])}"#))
  }
}
