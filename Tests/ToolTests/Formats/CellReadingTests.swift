import FilterEngine
import FilterJSON
import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// A cell of CSV is a text that is read as what it is compared with.
struct CellReadingTests {
  /// The last column of rows that match, in one shot, from a pipe and in the REPL.
  private func expect(
    _ predicate: String, in csv: String, matches expected: [String], failures: Int = 0
  ) throws {
    let folder = try Folder()
    let file = try folder.file("rows.csv", csv)
    for (arguments, input) in [([file], ""), (["-i", "csv"], csv)] {
      let outcome = try Tool.run(
        [predicate, "-s", "id", "-o", "tsv"] + arguments, input: input, isPiped: !input.isEmpty)
      #expect(Array(outcome.lines.dropFirst()) == expected, "\(predicate): \(outcome)")
      let left = failures == 0 ? "" : "could not be evaluated"
      #expect(outcome.errors.contains(left) || left.isEmpty, "\(predicate): \(outcome)")
      #expect(left.isEmpty == outcome.errors.isEmpty, "\(predicate): \(outcome)")
    }
    let session = try OpenCells(file)
    let answers = try session.answers(predicate)
    let ids = csv.split(separator: "\n").dropFirst().map {
      String($0.split(separator: ",").last ?? "")
    }
    #expect(zip(ids, answers).filter { $1 == .yes }.map(\.0) == expected, "\(predicate)")
    #expect(answers.count { $0 == .failed(nil) } == failures, "\(predicate)")
  }

  private static let zips = "zip,v,id\n10115,10.5,a\n007,10.50,b\n,7,c\n99,,d\n"

  @Test(arguments: [
    ("zip == '10115'", ["a"]), ("'10115' == zip", ["a"]), ("zip == 10115", ["a"]),
    ("v == '10.5'", ["a"]), ("v == 10.5", ["a", "b"]), ("v == '10.50'", ["b"]),
    ("zip IN {'10115', '007'}", ["a", "b"]), ("zip IN {10115, 7}", ["a"]),
    ("zip IN {10115, '007'}", ["a", "b"]), ("v IN {10.5}", ["a", "b"]), ("v IN {'7'}", ["c"]),
    ("zip MATCHES '[0-9]{5}'", ["a"]), ("zip LIKE '1*'", ["a"]), ("v LIKE '*.5'", ["a"]),
    ("zip BEGINSWITH '1'", ["a"]), ("v ENDSWITH '0'", ["b"]), ("v CONTAINS '.'", ["a", "b"]),
    ("'5' IN v", ["a", "b"]), ("zip ==[c] '10115'", ["a"]), ("length(zip) == 5", ["a"]),
    ("zip.length == 3", ["b"]), ("v.stringValue == '10.50'", ["b"]), ("v > 8", ["a", "b"]),
    ("v BETWEEN {8, 11}", ["a", "b"]), ("v + 1 == 8", ["c"]), ("abs(v) == 7", ["c"]),
    ("zip == nil", ["c"]), ("zip != nil AND v == nil", ["d"]), ("sum({v, 1}) == 8", ["c"]),
    ("CAST(v, 'NSString') == '10.50'", ["b"]), ("TERNARY(v == nil, '', v) == '7'", ["c"]),
    ("uppercase(zip) == '007'", ["b"]), ("v < '2'", ["a", "b"]), ("7 == 0 - -v", ["c"]),
    ("{'007', '99'} CONTAINS zip", ["b", "d"]),
    ("SUBQUERY({1}, $x, v == '10.5').@count == 1", ["a"]),
    ("NOT zip == '10115'", ["b", "c", "d"]),
  ])
  func aCellIsReadAsTheOtherSide(_ predicate: String, _ expected: [String]) throws {
    // sum takes no nil.
    try expect(
      predicate, in: Self.zips, matches: expected,
      failures: predicate.hasPrefix("sum") || predicate.hasPrefix("abs")
        || predicate.hasSuffix("-v")
        || predicate.hasPrefix("v + ") || predicate.hasPrefix("length")
        || predicate.hasPrefix("uppercase") ? 1 : 0)
  }

  @Test(arguments: [
    ("a == b", ["1", "3", "5"]), ("a != b", ["2", "4"]), ("a < b", ["2", "4"]),
    ("a IN {b, 'x'}", ["1", "3", "4", "5"]), ("a BETWEEN {b, b}", ["1", "3", "5"]),
  ])
  func twoCellsAreNumbersIfBothAre(_ predicate: String, _ expected: [String]) throws {
    let csv = "a,b,id\n5,5.0,1\n9,10,2\nx,x,3\nx,y,4\n1e1,10,5\n"
    try expect(predicate, in: csv, matches: expected)
  }

  /// A boolean equals a number, but the word for it is a text beside another cell.
  @Test(arguments: [
    ("a IN {b, '1e3'}", ["3"]), ("a IN {b}", ["3"]), ("a == TERNARY(TRUE, b, 1)", ["3"]),
    ("a IN {b, TRUE}", ["1", "3"]), ("a IN {b, 1}", ["1", "3"]), ("{b, '1e3'} CONTAINS a", ["3"]),
  ])
  func aWordForABooleanIsATextBesideACell(
    _ predicate: String, _ expected: [String]
  ) throws {
    try expect(predicate, in: "a,b,id\ntrue,1,1\nfalse,-0,2\nfalse,false,3\n", matches: expected)
  }

  @Test func aCellThatIsNoNumberIsAnErrorOfItsRow() throws {
    try expect("v > 1", in: "v,id\n2,a\nx,b\n", matches: ["a"], failures: 1)
    try expect("v == 2", in: "v,id\n2,a\nx,b\n", matches: ["a"])
    try expect("v == TRUE", in: "v,id\ntrue,a\nx,b\n1,c\n", matches: ["a", "c"])
  }

  /// The first thousand rows do not decide.
  @Test(arguments: [1_000, 1_001]) func aLaterCellChangesNothing(_ count: Int) throws {
    let folder = try Folder()
    let numbers = String(repeating: "5\n", count: 1_000)
    let file = try folder.file("v.csv", "v\n" + numbers + (count > 1_000 ? "x\n" : ""))
    for predicate in ["v == '5'", "v == 5", "v BEGINSWITH '5'"] {
      #expect(try Tool.run(predicate, "-c", file).text == "1000\n", "\(predicate)")
    }
    let early = try folder.file("w.csv", "v\nx\n" + numbers)
    #expect(try Tool.run("v == 5", "-c", early).text == "1000\n")
  }

  /// Kinds are those of all files, so that a value sorts and is written alike in each.
  @Test func severalFilesHaveOneKind() throws {
    let folder = try Folder()
    let first = try folder.file("a.csv", "zip,n\n10115,1\n")
    let second = try folder.file("b.csv", "zip,n\n10115,2\n007,3\n")
    for files in [[first, second], [second, first]] {
      #expect(try Tool.run(["zip == '10115'", "-c"] + files).text == "2\n")
      #expect(
        try Tool.run(["TRUE", "--count-by", "zip", "-o", "csv"] + files).text
          == "zip,count\n10115,2\n007,1\n")
      #expect(
        try Tool.run(["n < 3", "-s", "zip,n"] + files).lines.sorted() == [
          "{\"zip\":\"10115\",\"n\":1}", "{\"zip\":\"10115\",\"n\":2}",
        ])
    }
  }

  @Test func aStatedKindStays() throws {
    func run(_ predicate: String, _ types: String) throws -> String {
      try Tool.run(predicate, "-c", "-i", "csv", "--types", types, input: Self.zips).text
    }
    #expect(try run("v == '10.5'", "v=number") == "0\n")
    #expect(try run("v == 10.5", "v=number") == "2\n")
    #expect(try run("zip == 10115", "zip=text") == "0\n")
    #expect(try run("zip == '10115' AND v == '10.5'", "zip=text") == "1\n")
  }

  @Test func columnsAreComputedOfReadings() throws {
    let csv = "a,b\n1,2\nx,3\n"
    let sums = try Tool.run("TRUE", "-i", "csv", "-s", "s=b+a,t=length(b)", input: csv)
    #expect(sums.lines == ["{\"s\":3,\"t\":1}", "{\"s\":null,\"t\":1}"])
    #expect(
      try Tool.run("TRUE", "-i", "csv", "-o", "csv", "--sort", "length(a)", input: "a\n100\n7\n")
        .text
        == "a\n7\n100\n")
  }

  @Test func explanationsHaveTheReadings() throws {
    let outcome = try Tool.run("zip == '99' AND v > 1", "--why", "-i", "csv", input: Self.zips)
    #expect(outcome.text.contains("zip == \"99\""), "\(outcome)")
    #expect(!outcome.text.contains("\\u{0}") && !outcome.text.contains("\0"), "\(outcome)")
    #expect(outcome.text.contains("\"10115\""), "\(outcome)")
  }

  /// The words for NaN and infinities are numbers beside numbers.
  @Test func wordsForNumbersAreRead() throws {
    let csv = "v,id\nnan,a\ninf,b\n-inf,c\n1,d\nInf,e\n"
    try expect("v > 1", in: csv, matches: ["b"], failures: 1)
    try expect("v == 'nan'", in: csv, matches: ["a"])
    try expect("v < 1", in: "v,id\nnan,a\ninf,b\n-inf,c\n1,d\n", matches: ["a", "c"])
    let text = try Tool.run(
      "TRUE", "-i", "csv", "-s", "x=v*2", "-o", "csv", input: "v\ninf\nnan\n3\n")
    #expect(text.text == "x\ninf\nnan\n6\n" && text.errors == "")
    let same = try Tool.run("TRUE", "-i", "csv", input: "v\ninf\nnan\n3\n")
    #expect(same.text == "{\"v\":\"inf\"}\n{\"v\":\"nan\"}\n{\"v\":3}\n" && same.errors == "")
  }

  @Test func noNoteCallsAColumnANumber() throws {
    #expect(try Tool.run("zip == '1'", "-i", "csv", input: Self.zips).errors == "")
    #expect(try Tool.run("zip == 1", "-i", "csv", input: Self.zips).errors == "")
  }

  @Test func editsReadCellsTheSameWay() throws {
    let heard = try HeardSession()
    try heard.load(["zip,v,t", "10115,5,", "007,x,"], as: "rows.csv")
    #expect(try heard.says(".set t 'found' where zip == '10115'") == "1 row changed\n")
    #expect(try heard.says(".set t length(zip) where zip BEGINSWITH '1'") == "1 row changed\n")
    #expect(try heard.says(".filter add A zip LIKE '1*'").contains("1 of 2 rows"))
    #expect(try heard.says(".set t 'no' where v == 5 AND t == '5'") == "1 row changed\n")
  }

  /// Expressions of a session read cells as those of one shot. Few rows are read one by one, many by several threads.
  @Test(arguments: [1, 40])
  func columnsOfASessionReadCellsTheSameWay(_ count: Int) throws {
    let rows = Self.zips.split(separator: "\n").map(String.init)
    let all = [rows[0]] + (0..<count).flatMap { _ in rows.dropFirst() }
    let heard = try HeardSession()
    try heard.load(all, as: "rows.csv")
    _ = try heard.says(".mode csv")
    func said(_ lines: String...) throws -> [String] {
      let output = try lines.map { try heard.says($0) }.last ?? ""
      return output.split(separator: "\n").dropFirst().map(String.init)
    }
    func output(_ arguments: String...) throws -> [String] {
      let file = heard.folder.path + "/rows.csv"
      return try Tool.run(["TRUE", "-o", "csv"] + arguments + [file]).lines.dropFirst()
        .map { $0 }
    }
    let keys = [
      "TERNARY(v == '10.5', 0, 1)", "TERNARY(v IN {'10.50'}, 1, 2)", "length(zip)",
      "number(v)*2", "TERNARY(v > 8, 'many', 'few')", "CAST(v, 'NSString')",
    ]
    for key in keys {
      let shown = try said(".sort", ".select id,x=\(key)", ".show 1000")
      #expect(Array(shown.prefix(4 * count)) == (try output("-s", "id,x=\(key)")), "\(key)")
      let sorted = try said(".select id", ".sort \(key):desc", ".show 1000")
      #expect(
        Array(sorted.prefix(4 * count)) == (try output("-s", "id", "--sort", "\(key):desc")),
        "\(key)")
      let groups = try output("--count-by", key).filter { !$0.hasPrefix(",") }
      let facet = try said(".count off", ".count by \(key)")
      #expect(Set(groups).isSubset(of: facet) && !groups.isEmpty, "\(key): \(facet)")
    }
    for key in keys.prefix(2) {
      #expect(try heard.says(".section \(key)").hasPrefix("2 sections"))
    }
  }

  @Test func noHintCallsAColumnANumber() throws {
    let heard = try HeardSession(isTerminal: true)
    try heard.load(Self.zips.split(separator: "\n").map(String.init), as: "rows.csv")
    #expect(try !heard.says("zip == '1'").contains("hint"))
    #expect(try !heard.says("v IN {'99', '98'}").contains("hint"))
  }

  // MARK: - A random search

  private static let cells = [
    "1", "1.0", "01", "007", "10115", "10.50", "10.5", "-0", "0", "1e3", "1E+3", "1000", " 1", "1 ",
    "true", "false", "NaN", "abc", "10a", "", "", "9007199254740993", "12345678901234567890",
    "0.1", "é", "a,b", "q\"q", "x\ny", "-5", "+5", "5.", ".5", "5", "x", "X", "1e999",
  ]

  /// CSV beside JSON Lines that have the texts of the cells, and the numbers for filters that compare with numbers.
  @Test(arguments: RandomSearch.seeds(20))
  func cellsAreReadAsTheRuleSays(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pool =
      Bool.random(using: &random)
      ? Self.cells : Self.cells.filter { $0.isEmpty || Self.number($0) != nil }
    var (csv, lines) = (Array("a,b,id\n".utf8), [UInt8]())
    let count = Int.random(in: 1...40, using: &random)
    for id in 0..<count {
      let cells = (0..<2).map { _ in pool.randomElement(using: &random) ?? "" }
      for cell in cells {
        if !cell.isEmpty { csv += Cell.bytes(of: cell, separator: UInt8(ascii: ",")) }
        csv.append(UInt8(ascii: ","))
      }
      csv += "\(id)\n".utf8
      lines += JSONWriter().bytes(Self.row(cells[0], cells[1], id)) + [UInt8(ascii: "\n")]
    }
    let folder = try Folder()
    let file = try folder.file("rows.csv", csv)
    let texts = try folder.file("rows.jsonl", lines)
    let session = try OpenCells(file)
    for _ in 0..<8 {
      let (filter, rule) = Self.filter(&random, depth: 2)
      let name: Comment = "FRC_SEED=\(seed) FRC_ROUNDS=1: \(filter)"
      let found = try Tool.run(["-q", "-s", "id", "--", filter, file])
      let expected = try Tool.run(["-q", "-s", "id", "--", rule, texts])
      #expect(found.lines == expected.lines, name)
      #expect(Self.failures(found) == Self.failures(expected), name)
      #expect(found.status == expected.status, name)
      let answers = try session.answers(filter)
      let ids = (0..<count).filter { answers[$0] == .yes }.map { "{\"id\":\($0)}" }
      #expect(ids == expected.lines, name)
      #expect(answers.count { $0 == .failed(nil) } == Self.failures(expected), name)
    }
  }

  /// The number that a cell spells as JSON does; nil for any other text.
  private static func number(_ cell: String) -> FilterValue? {
    guard cell.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
    return try? JSONReader().read(cell)
  }

  /// Texts as `a` and `b`, numbers as `na` and `nb`, and as `ab` and `ba` what both are beside each other.
  private static func row(_ a: String, _ b: String, _ id: Int) -> FilterValue {
    func text(_ cell: String) -> FilterValue { cell.isEmpty ? .null : .string(cell) }
    func read(_ cell: String) -> FilterValue {
      cell == "true" ? .bool(true) : cell == "false" ? .bool(false) : number(cell) ?? text(cell)
    }
    let areNumbers = number(a) != nil && number(b) != nil
    return .object(
      FilterObject([
        (key: "a", value: text(a)), (key: "b", value: text(b)), (key: "na", value: read(a)),
        (key: "nb", value: read(b)), (key: "ab", value: areNumbers ? read(a) : text(a)),
        (key: "ba", value: areNumbers ? read(b) : text(b)), (key: "id", value: .int(Int64(id))),
      ]))
  }

  private static func failures(_ outcome: Tool.Outcome) -> Int {
    for line in outcome.errors.split(separator: "\n") where line.contains("could not be evaluated")
    {
      return Int(line.split(separator: " ").first { Int($0) != nil } ?? "") ?? 0
    }
    return 0
  }

  /// A filter over cells, and the filter over the texts and numbers that the rule makes of it.
  private static func filter(
    _ random: inout SeededGenerator, depth: Int
  ) -> (filter: String, rule: String) {
    if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
      let (left, right) = (filter(&random, depth: depth - 1), filter(&random, depth: depth - 1))
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        return ("(\(left.filter)) AND (\(right.filter))", "(\(left.rule)) AND (\(right.rule))")
      case 1: return ("(\(left.filter)) OR (\(right.filter))", "(\(left.rule)) OR (\(right.rule))")
      default: return ("NOT (\(left.filter))", "NOT (\(left.rule))")
      }
    }
    let isFirst = Bool.random(using: &random)
    let (cell, other) = isFirst ? ("a", "b") : ("b", "a")
    let (pair, otherPair) = isFirst ? ("ab", "ba") : ("ba", "ab")
    let order = ["==", "!=", "<", "<=", ">", ">="].randomElement(using: &random) ?? "=="
    let number =
      ["1", "1000", "5", "-5", "10.5", "0", "9007199254740993"]
      .randomElement(using: &random) ?? "1"
    let text =
      ["'1'", "'10.50'", "'007'", "'x'", "'5'", "'true'", "'1e3'", "'12345678901234567890'"]
      .randomElement(using: &random) ?? "'1'"
    let n = "n" + cell
    func both(_ form: String) -> (String, String) { (form, form) }
    func numeric(_ form: (String) -> String) -> (String, String) { (form(cell), form(n)) }
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return both("\(cell) \(order) \(text)")
    case 1: return both("\(text) \(order) \(cell)")
    case 2: return numeric { "\($0) \(order) \(number)" }
    case 3: return numeric { "\(number) \(order) \($0)" }
    case 4: return ("\(cell) \(order) \(other)", "\(pair) \(order) \(otherPair)")
    case 5: return both("\(cell) IN {\(text), '10115'}")
    case 6: return numeric { "\($0) IN {\(number), 7}" }
    case 7:
      return ("\(cell) IN {\(number), \(text)}", "(\(n) IN {\(number)} OR \(cell) IN {\(text)})")
    case 8:
      let word =
        ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES"]
        .randomElement(using: &random) ?? "LIKE"
      return both("\(cell) \(word) \(text)")
    case 9: return both("length(\(cell)) \(order) 2")
    case 10: return numeric { "\($0) + 1 \(order) \(number)" }
    case 11: return numeric { "\($0) BETWEEN {0, \(number)}" }
    case 12: return both("\(cell) == nil")
    case 13: return both("\(cell) ==[c] 'X'")
    case 14:
      return (
        "\(cell) IN {\(other), \(text)}",
        "(\(pair) == \(otherPair) AND \(cell) != nil OR \(cell) IN {\(text)})"
      )
    case 15: return ("\(cell) == TERNARY(TRUE, \(other), 1)", "\(pair) == \(otherPair)")
    default: return numeric { "\($0) == TRUE" }
    }
  }
}

/// The rows of a file of CSV as a session has them.
private struct OpenCells {
  private let rows: RowText
  private let store = RowStore()

  init(_ file: String) throws {
    rows = try FileRows(path: file).rows
    store.hasCells = true
  }

  /// The answers of a filter, tested in blocks and one by one.
  func answers(_ text: String) throws -> [JSONLineFilter.Answer] {
    let test = RowTest(.predicate(try FilterPredicate(text: text)), of: store)
    var answers: [JSONLineFilter.Answer] = []
    test.makeWorker(.standard).answers(rows, 0..<rows.count) { answer in
      if case .failed = answer { answers.append(.failed(nil)) } else { answers.append(answer) }
    }
    let worker = test.makeWorker(.standard)
    for index in 0..<rows.count {
      let answer = rows.withBytes(rows.range(of: index)) { bytes -> JSONLineFilter.Answer in
        do { return try worker.matches(bytes) ? .yes : .no } catch { return .failed(nil) }
      }
      #expect(answer == answers[index], "\(text), row \(index)")
    }
    return answers
  }
}
