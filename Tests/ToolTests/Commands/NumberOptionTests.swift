import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// Numbers at the ends of what an integer holds, wherever the program takes a number.
struct NumberOptionTests {
  private static let edges = [0, 1, 2, .max - 1, .max]

  /// Rows in files of several blocks, in streams and in arrays, with and without an order.
  @Test(arguments: ["jsonl", "json", "csv"], [nil, "a", "a:desc"])
  func windowsOfAllSizes(_ format: String, _ sort: String?) throws {
    let folder = try Folder()
    let rows = (1...5).map { "{\"a\":\($0)}" }
    let text =
      switch format {
      case "csv": "a\n1\n2\n3\n4\n5\n"
      case "json": "[" + rows.joined(separator: ",") + "]"
      default: rows.joined(separator: "\n") + "\n"
      }
    let file = try folder.file("rows.\(format)", text)
    let sorted = sort == "a:desc" ? Array(rows.reversed()) : rows
    for limit in Self.edges {
      for offset in Self.edges {
        let expected = sorted.dropFirst(offset).prefix(limit)
        for isCount in [false, true] {
          var query = Query(
            text: "a > 0", predicate: try FilterPredicate(text: "a > 0"), bindings: [:],
            output: .jsonl, selection: Selection(nil),
            sortKeys: try sort.map { try SortColumn.list($0) } ?? [], section: nil, limit: limit,
            offset: offset, isCount: isCount, isInverted: false, skipsErrors: false,
            limits: .standard)
          let output = try folder.file("output", "")
          let sink = try #require(FileHandle(forWritingAtPath: output))
          query.blockSize = 16
          _ = try FilterRun(query, in: .writing(to: sink.fileDescriptor))
            .run(files: [file])
          let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
          #expect(
            lines.map(String.init) == (isCount ? ["\(expected.count)"] : Array(expected)),
            "\(limit) \(offset)")
        }
      }
    }
  }

  private static let numbers = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
  ]

  /// Each option that takes a number, alone and with an offset: it is taken or refused.
  @Test(
    arguments: ["--limit", "--offset", "--step-limit", "--time-limit", "--lock-timeout"], numbers)
  func optionsTakeOrRefuseEveryNumber(_ option: String, _ number: String) throws {
    let isWhole = option != "--time-limit" && option != "--lock-timeout"
    let isRefused = number.hasPrefix("-") || isWhole && number == "9223372036854775808"
    for (format, input) in [("jsonl", "{\"a\":1}\n{\"a\":2}\n"), ("csv", "a\n1\n2\n")] {
      // The other side of a window, and an order.
      let more = format == "csv" ? ["--sort", "a"] : []
      let other = option == "--limit" ? "--offset" : "--limit"
      let arguments = ["a > 0", "-i", format, option, number, other, "1"] + more
      let outcome = try Tool.run(arguments, input: input)
      #expect(outcome.status == 2 ? isRefused : outcome.status <= 1, "\(arguments) \(outcome)")
      #expect(isRefused == outcome.errors.contains(option), "\(arguments) \(outcome)")
    }
  }

  @Test func aLimitBehindAnOffsetIsTheRest() throws {
    for (offset, lines) in [("0", 2), ("1", 1), ("2", 0), ("9223372036854775807", 0)] {
      let outcome = try Tool.run(
        ["SELF > 0", "--limit", "9223372036854775807", "--offset", offset], input: "1\n2\n",
        isPiped: true)
      #expect(outcome.lines.count == lines && outcome.status == 0, "\(outcome)")
    }
  }

  @Test func commandsTakeOrRefuseEveryNumber() throws {
    let room = try ReplFolder()
    _ = try room.folder.file("rows.jsonl", "5\n6\n")
    for number in Self.numbers {
      let outcome = try room.session(
        ".bail off\n.mode jsonl\n.show \(number)\nSELF > 0\n.show \(number)\n.section SELF\n.show \(number)\n"
          + ".replace \(number) 7\n.remove \(number)\n.explain row \(number)\n.add \(number)\n.show\n"
          + ".quit --drop\n",
        file: "rows.jsonl")
      let isNone = number.hasPrefix("-") || number == "9223372036854775808"
      let shows = isNone ? 3 : 0
      #expect(outcome.lines.count { $0.contains("usage: .show") } == shows, "\(outcome)")
      #expect(outcome.lines.last?.hasSuffix("rows") == true, "\(outcome)")
    }
  }

  @Test func requestsTakeOrRefuseEveryNumber() throws {
    let paths = Self.numbers.flatMap { one in Self.numbers.map { "[\(one),\($0)]" } }
    var requests = [
      #"{"op":"configure","identity":"id"}"#,
      #"{"op":"set","sections":[{"name":"s","items":[{"id":1},{"id":2}]},{"name":"t","items":[]}]}"#,
    ]
    for path in paths {
      requests += [
        #"{"op":"insert","item":{"id":7},"at":\#(path)}"#, #"{"op":"remove","at":\#(path)}"#,
        #"{"op":"replace","item":{"id":8},"at":\#(path)}"#,
        #"{"op":"move","from":\#(path),"to":[0,0]}"#, #"{"op":"move","from":[0,0],"to":\#(path)}"#,
      ]
    }
    for number in Self.numbers {
      requests += [
        #"{"op":"add","item":{"id":\#(number)},"section":\#(number)}"#,
        #"{"op":"section.insert","name":"n\#(number)","items":[],"at":\#(number)}"#,
        #"{"op":"section.replace","items":[],"at":\#(number)}"#,
        #"{"op":"section.move","from":\#(number),"to":0}"#,
        #"{"op":"section.move","from":0,"to":\#(number)}"#,
        #"{"op":"section.remove","at":\#(number)}"#, #"{"op":"remove","key":\#(number)}"#,
        #"{"op":"why","key":\#(number)}"#,
      ]
    }
    let outcome = try Tool.run("pipe", input: requests.joined(separator: "\n") + "\n")
    #expect(outcome.lines.count == requests.count, "\(outcome)")
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("{") })
  }

  /// A width in the environment is of whatever size.
  @Test(arguments: numbers)
  func tablesAreOfEveryWidth(_ width: String) throws {
    let outcome = try Tool.run(
      ["-o", "table", "a != 1"], input: "{\"a\":\"long\",\"b\":\"longer\"}\n",
      ["COLUMNS": width])
    #expect(outcome.status == 0, "\(outcome)")
  }
}
