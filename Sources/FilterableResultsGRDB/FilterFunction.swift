#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL
  public import GRDB

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  // Unsafe: SQLite hands the function its values as pointers, which are good during the call.

  extension Configuration {
    /// Has each connection ask the engine about what SQL cannot say, so that SQLite can count and cut the rows of any
    /// filter that cannot fail.
    ///
    /// Call it before the database is opened. It registers the function `frc_test`, which only statements of this
    /// library can call: use it in no index, view or trigger.
    public mutating func prepareForFilters() {
      prepareDatabase { try FilterFunction.register(in: $0) }
    }
  }

  /// `frc_test(handle, c1, …)`: whether a part of a filter lets a row pass.
  enum FilterFunction {
    /// A part of a filter, where a statement can point to it.
    final class Test {
      private let test: SQLRowTest

      init(_ test: SQLRowTest) { self.test = test }

      /// Binds the test, which has to outlive the statement.
      func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        return sqlite3_bind_pointer(statement, index, pointer, FilterFunction.pointerName, nil)
      }

      fileprivate func answer(_ values: UnsafeMutablePointer<OpaquePointer?>, _ count: Int) -> Bool
      {
        var row: [FilterValue] = []
        for (index, column) in test.columns.enumerated() where index + 1 < count {
          row.append(FilterFunction.value(values[index + 1], column.kind))
        }
        return test.answer(row)
      }
    }

    static func register(in database: Database) throws {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
      let code = sqlite3_create_function_v2(
        database.sqliteConnection, "frc_test", -1, flags, nil,
        { context, count, values in
          guard count > 0, let values,
            let pointer = sqlite3_value_pointer(values[0], FilterFunction.pointerName)
          else {
            sqlite3_result_error(context, "frc_test is called by filters only", -1)
            return
          }
          let test = Unmanaged<Test>.fromOpaque(pointer).takeUnretainedValue()
          sqlite3_result_int(context, test.answer(values, Int(count)) ? 1 : 0)
        }, nil, nil, nil)
      guard code == SQLITE_OK else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
      }
    }

    static func isRegistered(in database: Database) throws -> Bool {
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_function_list WHERE name = 'frc_test')")
        ?? false
    }

    /// A name that no SQL text can forge, alive as long as the process.
    private static var pointerName: UnsafePointer<CChar> {
      let text: StaticString = "frc.test"
      return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func value(_ value: OpaquePointer?, _ kind: SQLColumn.Kind) -> FilterValue {
      guard let value, sqlite3_value_type(value) != SQLITE_NULL else { return .null }
      switch kind {
      case .integer: return .int(sqlite3_value_int64(value))
      case .real: return .double(sqlite3_value_double(value))
      case .boolean: return .bool(sqlite3_value_int64(value) != 0)
      case .date(let form):
        let seconds =
          form.seconds(sqlite3_value_int64(value)) ?? form.seconds(sqlite3_value_double(value))
        return seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
      case .text, .json: return .string(text(value))
      case .bytes: return .data(data(value))
      case .uuid:
        let data = data(value)
        guard data.count == 16 else { return .null }
        return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      }
    }

    private static func text(_ value: OpaquePointer) -> String {
      let text = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func data(_ value: OpaquePointer) -> Data {
      let bytes = sqlite3_value_blob(value)
      return bytes.map { Data(bytes: $0, count: Int(sqlite3_value_bytes(value))) } ?? Data()
    }
  }
#endif
