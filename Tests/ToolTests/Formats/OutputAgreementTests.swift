import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The same rows through every reader, in every order and window, and into every output, beside loops
/// over the rows as values.
struct OutputAgreementTests {
  // MARK: - Rows

  private static let columns = ["id", "n", "s", "b"]

  private static let texts: [String?] = [
    "x", "a,b", "say \"x\"", "l\nl", "", nil, "tab\there", "cr\r", "é 日本", "back\\slash", "\"",
    "x", "y", "\u{1}", "'x'", "a b", "x",
  ]

  private static let rows: [[FilterValue]] = texts.enumerated().map { index, text in
    let number: FilterValue =
      switch index % 4 {
      case 0: .int(Int64(7 - index))
      case 1: .double(Double(index % 3) + 0.5)
      case 2: .null
      default: .int(Int64(index % 3))
      }
    let flag: FilterValue = index % 5 == 4 ? .null : .bool(index % 2 == 0)
    return [.int(Int64(index)), number, text.map { .string($0) } ?? .null, flag]
  }

  private static func json(_ value: FilterValue) -> String {
    switch value {
    case .int(let number): return "\(number)"
    case .double(let number): return "\(number)"
    case .bool(let flag): return "\(flag)"
    case .string(let text):
      var json = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": json += "\\\(scalar)"
        case "\n": json += "\\n"
        case "\r": json += "\\r"
        case "\t": json += "\\t"
        case "\u{1}": json += "\\u0001"
        default: json.unicodeScalars.append(scalar)
        }
      }
      return json + "\""
    default: return "null"
    }
  }

  private static func json(_ names: [String], _ values: [FilterValue]) -> String {
    "{" + zip(names, values).map { "\"\($0)\":\(json($1))" }.joined(separator: ",") + "}"
  }

  private static func cell(_ value: FilterValue, _ separator: String) -> String {
    switch value {
    case .null: return ""
    case .string(let text):
      let isPlain =
        !text.isEmpty
        && !text.unicodeScalars.contains { "\"\r\n\(separator)".unicodeScalars.contains($0) }
      return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    default: return json(value)
    }
  }

  /// Records whose last cells may be missing if `isShort`.
  private static func records(
    _ names: [String], _ rows: [[FilterValue]], _ separator: String, isShort: Bool = false
  ) -> String {
    let records = [names.map { .string($0) }] + rows
    return records.enumerated().map { index, record in
      var cells = record.map { cell($0, separator) }
      while isShort, index % 3 > 0, cells.count > 1, cells.last == "" { cells.removeLast() }
      return cells.joined(separator: separator) + "\n"
    }.joined()
  }

  /// Lines of JSON have blanks around them, which belong to the line.
  private static func text(_ format: RowFormat) -> String {
    let objects = rows.map { json(columns, $0) }
    return switch format {
    case .json: "[" + objects.joined(separator: " ,\n\n ") + "\n]\n"
    case .jsonl: objects.map { " \($0)\t\n" }.joined()
    case .values: objects.map { "{\n" + $0.dropFirst() }.joined(separator: "\n \n")
    case .csv: records(columns, rows, ",", isShort: true)
    default: records(columns, rows, "\t", isShort: true)
    }
  }

  // MARK: - Runs

  private struct Case: CustomStringConvertible {
    var input: RowFormat
    var isPiped: Bool
    var output: RowFormat
    var selected: [String]?
    var sort: String
    var section: String?
    var offset: Int
    var limit: Int?
    var isCount = false
    var isInverted: Bool

    var description: String {
      "\(input) \(isPiped) \(output) \(selected as Any) \(sort) \(section as Any) \(offset) "
        + "\(limit as Any) \(isCount) \(isInverted)"
    }
  }

  private static let cases: [Case] = {
    var cases: [Case] = []
    let selections: [[String]?] = [nil, ["id"], ["s", "n"], ["b", "nothing", "id", "s.below"]]
    let windows: [(Int, Int?)] = [(0, nil), (2, nil), (1, 3), (0, 0), (3, 100), (50, 2)]
    for input in RowFormat.inputs where input != .lines {
      for output in RowFormat.outputs where output != .table && output != .markdown {
        for selected in selections {
          for sort in ["", "n", "n:desc,id:desc", "b,n"] {
            for section in [nil, "b", "n"] {
              for (offset, limit) in windows {
                cases.append(
                  Case(
                    input: input, isPiped: cases.count % 3 == 1, output: output, selected: selected,
                    sort: sort, section: section, offset: offset, limit: limit,
                    isCount: cases.count % 13 == 5, isInverted: cases.count % 7 == 2))
              }
            }
          }
        }
      }
    }
    return RandomSearch.sample(cases, oneOf: 24)
  }()

  private func query(_ example: Case) throws -> Query {
    let filter = "id != 3 AND (s != 'y' OR id > 15)"
    return Query(
      text: filter, predicate: try FilterPredicate(text: filter), bindings: [:],
      form: InputForm(format: example.input), output: example.output,
      selection: Selection(try example.selected?.map { try KeyColumn($0) }),
      sortKeys: example.sort.isEmpty ? [] : try SortColumn.list(example.sort),
      section: example.isCount ? nil : try example.section.map { try KeyColumn($0) },
      limit: example.limit,
      offset: example.offset, isCount: example.isCount, isInverted: example.isInverted,
      skipsErrors: false, limits: .standard)
  }

  private func output(_ example: Case, _ index: Int) throws -> (String, Bool) {
    let input = Self.text(example.input)
    let folder = try Folder()
    let descriptor = open(folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    var query = try query(example)
    query.blockSize = [1, 7, 64, 300, 100_000][index % 5]
    query.sampleSize = [1, 3, 17, 1_000][index % 4]
    let run = FilterRun(query, in: .writing(to: descriptor))
    var path = try folder.file("input", input)
    var ends: [Int32] = [0, 0]
    if example.isPiped {
      try #require(pipe(&ends) == 0)
      // A pipe has room for all of it.
      _ = Array(input.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      close(ends[1])
      path = "/dev/fd/\(ends[0])"
    }
    defer { if example.isPiped { close(ends[0]) } }
    let hasMatch = try run.run(files: [path])
    return (try String(contentsOfFile: folder.path + "/output", encoding: .utf8), hasMatch)
  }

  // MARK: - What is expected

  /// The rows that come out, by their numbers.
  private func expected(_ example: Case) -> (shown: [Int], hasMatch: Bool) {
    var found = Self.rows.indices.filter { index in
      let isMatch = index != 3 && (Self.rows[index][2] != .string("y") || index > 15)
      return isMatch != example.isInverted
    }
    let hasMatch = !found.isEmpty
    /// Nil comes before booleans and these before numbers.
    func rank(_ value: FilterValue) -> Double {
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      case .bool(let flag): flag ? -1_001 : -1_002
      default: -2_000
      }
    }
    let keys: [(column: Int, sign: Double)] =
      ["n": [(1, 1)], "n:desc,id:desc": [(1, -1), (0, -1)], "b,n": [(3, 1), (1, 1)]][example.sort]
      ?? []
    found.sort { left, right in
      for (column, sign) in keys {
        let order = sign * (rank(Self.rows[left][column]) - rank(Self.rows[right][column]))
        if order != 0 { return order < 0 }
      }
      return left < right
    }
    return (Array(found.dropFirst(example.offset).prefix(example.limit ?? .max)), hasMatch)
  }

  private func expectedText(_ example: Case, _ shown: [Int]) -> String {
    if example.isCount { return "\(shown.count)\n" }
    let names = example.selected ?? Self.columns
    let all = shown.map { row in
      names.map { name in
        Self.columns.firstIndex(of: name).map { Self.rows[row][$0] } ?? .null
      }
    }
    var sections: [(name: FilterValue, rows: [Int])] = []
    if let column = example.section.flatMap({ Self.columns.firstIndex(of: $0) }) {
      for (place, row) in shown.enumerated() {
        let name = Self.rows[row][column]
        let index = sections.firstIndex { $0.name == name } ?? sections.count
        if index == sections.count { sections.append((name, [])) }
        sections[index].rows.append(place)
      }
    }
    if example.output == .text {
      // Values as they are, without names.
      let rows =
        example.section == nil
        ? all : sections.flatMap { name, rows in rows.map { [name] + all[$0] } }
      return rows.map { row in
        row.map { value in
          switch value {
          case .string(let text): text
          case .null: ""
          default: Self.json(value)
          }
        }.joined(separator: "\t") + "\n"
      }.joined()
    }
    guard example.output.separator == nil else {
      let separator = example.output == .csv ? "," : "\t"
      // The header of cells is known without a row.
      if shown.isEmpty, example.selected == nil, example.input.separator == nil {
        return ""
      }
      guard example.section != nil else { return Self.records(names, all, separator) }
      let rows = sections.flatMap { name, rows in rows.map { [name] + all[$0] } }
      return Self.records(["section"] + names, rows, separator)
    }
    var lines = all.map { Self.json(names, $0) }
    if example.section != nil {
      lines = sections.map { name, rows in
        let items = rows.map { lines[$0] }.joined(separator: ",")
        return "{\"section\":\(Self.json(name)),\"items\":[\(items)]}"
      }
    } else if example.input == .jsonl, example.output == .jsonl, example.selected == nil {
      lines = lines.map { " \($0)\t" }
    }
    guard example.output == .json else { return lines.map { $0 + "\n" }.joined() }
    return lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
  }

  @Test func everyReaderOrderAndOutputAgree() throws {
    for (index, example) in Self.cases.enumerated() {
      let found = try output(example, index)
      let (shown, hasMatch) = expected(example)
      let text = expectedText(example, shown)
      guard found.0 != text || found.1 != hasMatch else { continue }
      Issue.record("\(example): \(found), not \(text)")
      return
    }
  }
}
