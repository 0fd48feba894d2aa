#if SQLite
  import FilterEngine
  import FilterJSON
  import FilterSQL
  import FilterSQLite
  import FilterSyntax
  import Foundation
  import TestSupport
  import ToolTestSupport

  @testable import FrcQuery

  /// A random table, and the same rows as lines of JSON, whose numbers are those of the rows.
  struct DatabaseWorld {
    let database: DatabaseFile
    let lines: [String]

    static let table = "rows"
    static let columns = ["id", "whole", "ratio", "mixed", "name", "title", "loose"]

    /// A request for the rows of a table that match.
    static func request(
      _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:],
      now: Date = Date(), isInverted: Bool = false, limits: EvaluationLimits = .standard,
      limit: Int? = nil
    ) -> DatabaseRequest {
      var request = DatabaseRequest(predicate, limits: limits)
      (request.bindings, request.now) = (bindings, now)
      (request.isInverted, request.limit) = (isInverted, limit)
      return request
    }

    init(seed: UInt64, rows: Int) throws {
      var random = SeededGenerator(seed: seed)
      let isStrict = random.chance(30)
      // A column keeps to the type that it declares, or some rows of it do not.
      let strays = Self.columns.map { _ in !isStrict && random.chance(25) }
      var (lines, stored): ([String], [[SQLValue?]]) = ([], [])
      for id in 1...rows {
        let row = Self.row(id, strays, &random)
        stored.append(row)
        lines.append(Self.json(row))
      }
      let indexed = Self.columns.dropFirst().filter { _ in random.chance(40) }
      database = try DatabaseFile(
        """
        CREATE TABLE rows (
          id INTEGER PRIMARY KEY, whole INTEGER, ratio REAL, mixed \(isStrict ? "ANY" : "NUMERIC"),
          name TEXT, title TEXT COLLATE NOCASE, loose \(isStrict ? "ANY" : "")
        ) \(isStrict ? "STRICT" : "");
        \(indexed.map { "CREATE INDEX \($0)_index ON rows (\($0));" }.joined())
        """)
      try database.write { database in
        for row in stored {
          let marks = row.map { $0 == nil ? "NULL" : "?" }.joined(separator: ", ")
          _ = try database.rows("INSERT INTO rows VALUES (\(marks))", row.compactMap(\.self), [])
        }
      }
      self.lines = lines
    }

    /// The rows as values, read from their lines.
    func values() throws -> [FilterValue] { try lines.map { try JSONReader().read($0) } }

    private static func row(
      _ id: Int, _ strays: [Bool], _ random: inout SeededGenerator
    ) -> [SQLValue?] {
      let real = random.pick([0.5, -1.5, 2.25, 1e300, 3, 0, -2, 9_007_199_254_740_992])
      var row: [SQLValue?] = [
        .integer(Int64(id)), integer(&random), .real(real),
        random.chance(50) ? .integer(.random(in: -3...6, using: &random)) : .real(2.5),
        .text(PropertyValues.text(&random)),
        .text(random.pick(["a", "A", "é", "E\u{301}", "Zz", ""])),
        random.pick([.integer(1), .real(0.5), .text("a"), .text("")]),
      ]
      for index in 1..<row.count {
        if random.chance(15) { row[index] = nil }
        // Values that no column of these converts to its own type.
        if strays[index], random.chance(20) {
          row[index] = index < 4 ? .text(random.pick(["a", "word"])) : row[index]
          if index == 1 || index == 3, random.chance(50) { row[index] = .real(0.5) }
        }
      }
      return row
    }

    private static func integer(_ random: inout SeededGenerator) -> SQLValue {
      .integer(
        random.chance(70)
          ? .random(in: -3...6, using: &random) : random.pick(PropertyValues.integers))
    }

    private static func json(_ row: [SQLValue?]) -> String {
      let members = zip(columns, row).map { name, value -> String in
        switch value {
        case .integer(let number): "\"\(name)\":\(number)"
        case .real(let number): "\"\(name)\":\(number)"
        case .text(let text):
          "\"\(name)\":" + String(decoding: JSONWriter().bytes(.string(text)), as: UTF8.self)
        default: "\"\(name)\":null"
        }
      }
      return "{" + members.joined(separator: ",") + "}"
    }

    // MARK: - Predicates

    static func vocabulary() throws -> PredicateVocabulary {
      PredicateVocabulary(
        numbers: ["id", "whole", "ratio", "mixed"], texts: ["name", "title"], dates: ["ratio"],
        numberLists: ["whole"], textLists: ["name"], others: ["loose"], strangers: ["loose"],
        computedNumbers: ["name.length"], computedTexts: ["title"],
        elements: [PredicateVocabulary.Elements("name")], united: "whole", indexed: "name",
        loose: try PredicateVocabulary.Loose(
          percent: 45, paths: columns + ["name.length", "name[0]", "whole + 1", "SELF.ratio"],
          constants: [
            "0", "1", "2.5", "-1", "9007199254740993", "9223372036854775807", "1e300", "TRUE",
            "nil", "''", "'a'", "'A'", "'é'", "{1, 2.5}", "{'a', 'Zz', nil}", "{}", "$v", "$text",
            "{-1, 3}", "{'a', 'b'}", "1 / 0",
          ],
          predicates: [
            "whole == ratio", "mixed < whole", "name == title", "loose == mixed", "8 / whole > 1",
            "name MATCHES 'a.*'", "title LIKE[cd] 'e*'", "TRUEPREDICATE", "loose > 0",
            "($x := 5) == 5", "whole BETWEEN {mixed, id}", "name MATCHES '('", "SELF != nil",
          ]))
    }

    /// A random predicate that can be compiled; nil where it is none.
    static func predicate(
      _ random: inout SeededGenerator, _ vocabulary: PredicateVocabulary
    ) -> FilterPredicate<FilterValue>? {
      var generator = PredicateGenerator(SeededGenerator(seed: random.next()), vocabulary)
      generator.isReckless = true
      generator.hint = "abc"
      return try? FilterPredicate<FilterValue>(text: generator.predicate(2).description)
    }
  }
#endif
