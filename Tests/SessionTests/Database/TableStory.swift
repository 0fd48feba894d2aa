#if SQLite
  import FilterEngine
  import FilterJSON
  import Foundation
  import TestSupport

  /// Random rows, and random lines for a session over them.
  ///
  /// New rows have greater keys than all rows before, so that the order of a file is that of the keys.
  struct TableStory {
    static let columns = ["id", "name", "age", "city", "score"]

    private var dice: SeededGenerator
    private var nextID = 1
    private var depth = 0

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private mutating func pick<Element>(_ list: [Element]) -> Element { dice.pick(list) }
    private mutating func chance(_ percent: Int) -> Bool { dice.chance(percent) }

    // MARK: - Rows

    /// A row as JSON, a new one without a key.
    mutating func row(_ id: Int? = nil) -> String {
      let number = id ?? nextID
      if id == nil { nextID += 1 }
      let members = [
        "\"id\":\(number)",
        "\"name\":\"\(pick(["Ada", "ada", "Zoë", "Zoe\u{308}", "", "bob", "B"]))\"",
        "\"age\":\(chance(15) ? "null" : String(Int.random(in: -2...9, using: &dice)))",
        "\"city\":\(chance(20) ? "null" : "\"\(pick(["Rome", "Oslo", "rome", "Łódź"]))\"")",
        "\"score\":\(chance(15) ? "null" : pick(["0.5", "2.25", "-1.5"]))",
      ]
      return "{" + members.joined(separator: ",") + "}"
    }

    /// The statements that make a table of rows in the form of JSON.
    mutating func statements(_ rows: [String]) throws -> String {
      let strict = chance(30)
      var sql =
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, city TEXT, "
        + "score REAL)"
        + (chance(20) ? " WITHOUT ROWID" + (strict ? ", STRICT" : "") : strict ? " STRICT" : "")
        + ";"
      for column in Self.columns.dropFirst() where chance(40) {
        sql += "CREATE INDEX t_\(column) ON t (\(column));"
      }
      for row in rows { sql += try Self.insertion(row) }
      return sql
    }

    /// The statement that inserts or replaces a row.
    static func insertion(_ row: String) throws -> String {
      guard case .object(let object) = try JSONReader().read(row) else { return "" }
      let values = object.members.map { member in
        if case .string(let text) = member.value { return "'\(text)'" }
        return member.value.kind == .null
          ? "NULL" : String(decoding: JSONWriter().bytes(member.value), as: UTF8.self)
      }
      return "INSERT OR REPLACE INTO t VALUES (\(values.joined(separator: ", ")));"
    }

    mutating func knownID() -> Int { Int.random(in: 1...nextID, using: &dice) }

    // MARK: - Predicates

    mutating func predicate() -> String {
      let one = condition()
      switch dice.next() % 5 {
      case 0: return "\(one) AND \(condition())"
      case 1: return "\(one) OR \(condition())"
      case 2: return "NOT (\(one))"
      default: return one
      }
    }

    private mutating func condition() -> String {
      pick([
        "age > \(knownID() % 8)", "age == nil", "age BETWEEN {1, 5}", "name == 'ada'",
        "name ==[c] 'ADA'", "name CONTAINS[cd] 'o'", "name BEGINSWITH 'A'",
        "city IN {'Rome', 'Oslo'}",
        "city LIKE[c] 'r*'", "city MATCHES '[A-Z].*'", "score >= 0.5", "id % 2 == 0",
        "10 / age > 2", "age > 'x'", "name.length > 2", "city == nil OR age < 3",
        "id > \(knownID())",
        "score + age > 1", "TRUEPREDICATE", "FALSEPREDICATE", "age == score", "city < 'P'",
      ])
    }

    // MARK: - Lines of a session

    mutating func line(undo: Bool = true) -> String {
      switch dice.next() % 100 {
      case 0..<16: return predicate()
      case 16..<20: return ".show \(dice.next() % 4)"
      case 20..<30: return ".show"
      case 30..<38:
        return ".filter add \(pick(["A", "B", "C@g", "D@g", "E@city", "F@age"])) \(predicate())"
      case 38..<41:
        return pick([".filter remove A", ".filter clear", ".filter remove D", ".filters"])
      case 41..<45: return pick([".search a", ".search", ".search RO", ".search ö"])
      case 45..<54:
        return ".sort "
          + pick([
            "", "name", "name:desc", "name:cd", "age:desc", "city age", "score id:desc", "age+1",
            "name:numeric", "city:n",
          ])
      case 54..<60: return ".section " + pick(["", "", "city", "age", "name", "id%3"])
      case 60..<64: return ".explain row \(knownID())"
      case 64..<70: return ".add \(row())"
      case 70..<75: return ".remove \(knownID())"
      case 75..<81: return ".replace \(row(knownID()))"
      case 81..<87:
        return ".set "
          + pick([
            "age age + 1", "age nil where id % 3 == 0", "city 'Oslo' where \(predicate())",
            "score age * 0.5 + 0.25", "name 'x' where name == ''", "age 10 / age where age >= 0",
          ])
      case 87..<93 where undo: return pick([".undo", ".redo", ".undo"])
      case 93..<97:
        if depth > 0, chance(60) {
          depth -= 1
          return pick([".end", ".rollback"])
        }
        guard depth < 2 else { return ".show" }
        depth += 1
        return ".begin"
      case 97: return numbers()
      default:
        return pick([
          ".select name,age", ".select", ".export out.jsonl --force", ".filters", numbers(),
        ])
      }
    }

    /// A facet or an aggregate.
    private mutating func numbers() -> String {
      pick([
        ".count by city", ".count by age", ".count by name", ".count by score", ".count by age%3",
        ".count by 10/age", ".count by age 0 3 6", ".count by score 0 0.5", ".count by city 1 2",
        ".count by P@g: age > 3; Q@g: 10 / age > 2", ".count by A: \(predicate())", ".count",
        ".count off", ".count sum age", ".count sum score", ".count sum age+score",
        ".count avg age", ".count min city",
        ".count max age", ".count distinct name", ".count sum name", ".count min 10/age",
        ".count median age", ".count median score", ".count percentile name:50",
      ])
    }
  }
#endif
