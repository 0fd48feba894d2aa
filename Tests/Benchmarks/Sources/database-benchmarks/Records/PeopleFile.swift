import FilterableResultsGRDB
import FilterableResultsSQL
import Foundation
import GRDB

/// A file with two tables of people: `person` with all rows, and `visitor` with the first tenth of them.
struct PeopleFile {
  let path: String
  let count: Int

  /// Our store.
  let store: SQLiteStore

  /// What the peers read through, beside the store.
  let pool: DatabasePool

  let person: SQLTable<Person>
  let visitor: SQLTable<Person>

  static let cityCount = 70

  /// Makes the file, with the same rows in every run.
  init(in folder: URL, count: Int) throws {
    self.count = count
    path = folder.appendingPathComponent("people.db").path
    let made = try DatabaseQueue(path: path)
    try made.inTransaction { database in
      try Self.fill(database, count)
      return .commit
    }
    try made.writeWithoutTransaction { try $0.execute(sql: "ANALYZE") }
    try made.close()
    store = try SQLiteStore(path: path)
    pool = try DatabasePool(path: path)
    person = try Person.table("person")
    visitor = try Person.table("visitor")
  }

  /// Columns in the order of the struct.
  static let columns = "\"id\", \"name\", \"age\", \"city\", \"score\", \"joined\""

  private static func fill(_ database: Database, _ count: Int) throws {
    for table in ["person", "visitor"] {
      try database.execute(
        sql: """
          CREATE TABLE \(table) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL,
            city TEXT NOT NULL, score REAL NOT NULL, joined INTEGER NOT NULL)
          """)
    }
    let insert = try database.makeStatement(sql: "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?)")
    var random = SplitMix(seed: 14)
    for id in 0..<count {
      try insert.execute(arguments: [
        id, name(id, &random), random.below(100), city(random.below(cityCount)),
        Double(random.below(1_000_000)) / 64, 1_500_000_000 + random.below(200_000_000),
      ])
    }
    try database.execute(
      sql: """
        INSERT INTO visitor SELECT * FROM person WHERE id < \(count / 10);
        CREATE INDEX person_name ON person (name);
        CREATE INDEX person_city_age ON person (city, age);
        CREATE INDEX person_score ON person (score);
        """)
  }

  static func city(_ number: Int) -> String { "city \(number)" }

  /// A name of 26 bytes, such as "person 0042317 abcdefghijk". Its number tells rows apart, and is not in their order.
  private static func name(_ id: Int, _ random: inout SplitMix) -> String {
    let number = String(id &* 7_919 % 10_000_000)
    var name = "person " + String(repeating: "0", count: 7 - number.count) + number + " "
    for _ in 0..<11 { name.unicodeScalars.append(Unicode.Scalar(UInt8(97 + random.below(26)))) }
    return name
  }
}
