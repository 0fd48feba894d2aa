#if SQLite
  import FilterSQL
  import FilterableResultsSQL
  import Foundation
  import GRDB

  /// A transaction of a test. Its statements are those that SQLite and PostgreSQL both understand, with `?` for values.
  protocol TestTransaction {
    var isPostgreSQL: Bool { get }

    /// Runs statements; several of them only without values.
    func run(_ sql: String, _ values: [SQLValue?]) throws

    /// Reads all rows of a statement by a way that shares no code with the fetches of the library.
    func rows(_ sql: String, _ values: [SQLValue?]) throws -> [[SQLCellValue]]

    /// Runs a savepoint to the end that `body` returns.
    func inSavepoint(_ body: () throws -> Database.TransactionCompletion) throws
  }

  extension TestTransaction {
    func execute(sql: String, arguments: [(any TestValue)?] = []) throws {
      try run(sql, arguments.map { $0?.bound })
    }

    func rows(_ sql: String, arguments: [(any TestValue)?] = []) throws -> [TestRow] {
      try rows(sql, arguments.map { $0?.bound }).map(TestRow.init)
    }

    /// Inserts a row, and first deletes the one with the same key, which is in the first columns.
    func put(
      _ table: String, key: [String] = ["id"], columns: [String] = [], _ values: [(any TestValue)?]
    ) throws {
      let list = columns.isEmpty ? "" : "(\(columns.joined(separator: ", ")))"
      let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
      let insertion = "INTO \(table) \(list) VALUES (\(marks))"
      guard isPostgreSQL else {
        return try execute(sql: "INSERT OR REPLACE " + insertion, arguments: values)
      }
      let condition = key.map { "\($0) = ?" }.joined(separator: " AND ")
      try execute(
        sql: "DELETE FROM \(table) WHERE \(condition)", arguments: Array(values.prefix(key.count)))
      try execute(sql: "INSERT " + insertion, arguments: values)
    }
  }

  // MARK: - Values and rows

  /// A value that a test binds to a statement.
  protocol TestValue {
    var bound: SQLValue { get }
  }

  extension Int: TestValue {
    var bound: SQLValue { .integer(Int64(self)) }
  }

  extension Int64: TestValue {
    var bound: SQLValue { .integer(self) }
  }

  extension Double: TestValue {
    var bound: SQLValue { .real(self) }
  }

  extension Bool: TestValue {
    var bound: SQLValue { .boolean(self) }
  }

  extension String: TestValue {
    var bound: SQLValue { .text(self) }
  }

  /// The cells of a row, each as the type that is asked for.
  struct TestRow {
    let cells: [SQLCellValue]

    subscript<Value: TestCell>(_ index: Int) -> Value { Value(cells[index]) }
  }

  /// What a test reads a cell as. Another content ends the program.
  protocol TestCell {
    init(_ cell: SQLCellValue)
  }

  extension Int64: TestCell {
    init(_ cell: SQLCellValue) {
      guard case .integer(let value) = cell else { fatalError("\(cell)") }
      self = value
    }
  }

  extension Double: TestCell {
    init(_ cell: SQLCellValue) {
      switch cell {
      case .integer(let value): self = Double(value)
      case .real(let value): self = value
      default: fatalError("\(cell)")
      }
    }
  }

  extension Bool: TestCell {
    init(_ cell: SQLCellValue) { self = Int64(cell) == 1 }
  }

  extension String: TestCell {
    init(_ cell: SQLCellValue) {
      switch cell {
      case .text(let text?): self = text
      case .bytes(let bytes): self.init(decoding: bytes, as: UTF8.self)
      default: fatalError("\(cell)")
      }
    }
  }

  extension Optional: TestCell where Wrapped: TestCell {
    init(_ cell: SQLCellValue) {
      if case .null = cell { self = nil } else { self = Wrapped(cell) }
    }
  }
#endif
