#if SQLite
  import FilterSQL
  import Foundation
  import Testing

  @testable import FilterableResultsSQL

  /// What each kind of property takes from each kind of cell.
  @Suite struct SQLRowTests {
    private final class Cells: SQLCells {
      let values: [SQLCellValue]

      init(_ values: [SQLCellValue]) { self.values = values }

      func cell(at index: Int) -> SQLCellValue { values[index] }
      func read(into row: inout [SQLCellValue]) { row = values }
    }

    private static let uuid = [UInt8](0..<16)

    /// The cells, each with what an error calls it.
    private static let cells: [(cell: SQLCellValue, name: String)] = [
      (.null, "NULL"), (.integer(0), "0"), (.integer(1), "1"), (.integer(-7), "-7"),
      (.integer(1 << 53 + 1), "9007199254740993"), (.real(1), "1.0"), (.real(2.5), "2.5"),
      (.text("a"), "a text"), (.text("1970-01-02"), "a text"),
      (.text(nil), "a text that is not UTF-8"), (.bytes([1]), "1 bytes"),
      (.bytes(uuid), "16 bytes"),
    ]

    /// A way to read a cell, the description of what it expects, and the cells that it takes with what it makes of them.
    private struct Reading {
      let expected: String
      let form: SQLDateForm?
      let required: (inout SQLRow) -> String
      let optional: (inout SQLRow) -> String
      let results: [String: String]

      init<Value>(
        _ expected: String, _ form: SQLDateForm?,
        _ required: @escaping (inout SQLRow) -> Value,
        _ optional: @escaping (inout SQLRow) -> Value?, _ results: [String: String]
      ) {
        self.expected = expected
        self.form = form
        self.required = { Self.text(required(&$0)) }
        self.optional = { row in optional(&row).map { Self.text($0) } ?? "nil" }
        self.results = results
      }

      static func text(_ value: some Any) -> String {
        switch value {
        case let date as Date: "\(date.timeIntervalSince1970)"
        case let data as Data: "\([UInt8](data))"
        default: "\(value)"
        }
      }
    }

    private static let whole = [
      "0": "0", "1": "1", "-7": "-7", "9007199254740993": "9007199254740993",
    ]

    private static func readings() -> [Reading] {
      [
        Reading("an integer", nil, { $0.next() as Int64 }, { $0.next() as Int64? }, Self.whole),
        Reading("an integer", nil, { $0.next() as Int }, { $0.next() as Int? }, Self.whole),
        // An integer that a double does not hold is not rounded.
        Reading(
          "a number", nil, { $0.next() as Double }, { $0.next() as Double? },
          ["0": "0.0", "1": "1.0", "-7": "-7.0", "1.0": "1.0", "2.5": "2.5"]),
        Reading(
          "0 or 1", nil, { $0.next() as Bool }, { $0.next() as Bool? }, ["0": "false", "1": "true"]),
        Reading("a text", nil, { $0.next() as String }, { $0.next() as String? }, ["a text": "a"]),
        Reading(
          "bytes", nil, { $0.next() as Data }, { $0.next() as Data? },
          ["1 bytes": "[1]", "16 bytes": "\(Self.uuid)"]),
        Reading(
          "16 bytes", nil, { $0.next() as UUID }, { $0.next() as UUID? },
          ["16 bytes": "00010203-0405-0607-0809-0A0B0C0D0E0F"]),
        Reading(
          "a date", .unixSeconds, { $0.next() as Date }, { $0.next() as Date? },
          ["0": "0.0", "1": "1.0", "-7": "-7.0", "9007199254740993": "9007199254740992.0"]),
        Reading(
          "a date", .unixReal, { $0.next() as Date }, { $0.next() as Date? },
          [
            "0": "0.0", "1": "1.0", "-7": "-7.0", "1.0": "1.0", "2.5": "2.5",
            "9007199254740993": "9007199254740992.0",
          ]),
        Reading(
          "a date", .text(.day), { $0.next() as Date }, { $0.next() as Date? },
          ["a text": "86400.0"]),
      ]
    }

    @Test func eachPropertyTakesTheCellsOfItsKind() {
      for reading in Self.readings() {
        let column: SQLColumn =
          reading.form.map { .date("c", as: $0, nullable: true) } ?? .integer("c", nullable: true)
        for (cell, name) in Self.cells {
          // "a" is not a date, and 1970-01-02 is any text.
          if case .text("a") = cell, reading.form != nil { continue }
          if case .text("1970-01-02") = cell, reading.form == nil { continue }
          for isOptional in [false, true] {
            var row = SQLRow([.integer("before"), column])
            row.begin(Cells([.integer(1), cell]))
            row.skip()
            let value = (isOptional ? reading.optional : reading.required)(&row)
            let comment = "\(reading.expected) \(reading.form as Any) of \(name)"
            if isOptional, name == "NULL" {
              #expect(value == "nil" && row.misfit == nil, "\(comment)")
            } else if let expected = reading.results[name] {
              #expect(value == expected && row.misfit == nil, "\(comment)")
            } else {
              #expect(row.misfit?.column == 1, "\(comment)")
              #expect(row.misfit?.expected == reading.expected, "\(comment)")
              #expect(row.misfit?.found == name, "\(comment)")
              #expect(!isOptional || value == "nil", "\(comment)")
            }
          }
        }
      }
    }

    private enum Status: String, SQLReadable {
      case open, closed

      init() { self = .open }

      static func read(from row: inout SQLRow, orNull: Bool) -> Status? {
        String.read(from: &row, orNull: orNull).flatMap(Status.init(rawValue:))
      }
    }

    @Test func aTypeOfTheProgramIsReadByAnother() {
      var row = SQLRow([.text("a"), .text("b", nullable: true), .text("c")])
      row.begin(Cells([.text("closed"), .null, .text("gone")]))
      let values = (row.next() as Status, row.next() as Status?)
      #expect(values == (.closed, nil) && row.misfit == nil)
      #expect(row.next() as Status == .open)
      #expect(row.misfit?.column == 2 && row.misfit?.expected == "Status")
      row.begin(Cells([.integer(1), .null, .null]))
      _ = row.next() as Status
      #expect(row.misfit?.column == 0 && row.misfit?.expected == "a text")
    }

    @Test func theFirstCellThatDoesNotFitIsReported() {
      var row = SQLRow([.integer("a"), .text("b"), .integer("c")])
      row.begin(Cells([.integer(1), .real(2), .text("x")]))
      let values = (row.next() as Int64, row.next() as String, row.next() as Int64)
      #expect(values == (1, "", 0))
      #expect(row.misfit?.column == 1)
      #expect(row.misfit?.found == "2.0")
      // Another row begins without it.
      row.begin(Cells([.integer(1), .text("x"), .integer(3)]))
      let next = (row.next() as Int64, row.next() as String?, row.next() as Int64?)
      #expect(next == (1, "x", 3))
      #expect(row.misfit == nil)
      let more: Int64? = row.next()
      #expect(more == nil)
      #expect(row.misfit?.column == 3)
      #expect(row.misfit?.found == "nothing")
    }
  }
#endif
