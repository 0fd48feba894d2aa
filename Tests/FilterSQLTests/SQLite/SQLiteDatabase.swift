#if SQLite
  import CSQLite
  import FilterEngine
  import FilterJSON
  import Foundation

  @testable import FilterSQL

  /// A database in memory, with `frc_test`.
  final class SQLiteDatabase {
    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    private let handle: OpaquePointer

    init() throws {
      var handle: OpaquePointer?
      guard sqlite3_open(":memory:", &handle) == SQLITE_OK, let handle else {
        throw Failure(description: "no database can be opened")
      }
      self.handle = handle
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
      sqlite3_create_function_v2(
        handle, "frc_test", -1, flags, nil,
        { context, count, values in
          guard let values,
            let pointer = sqlite3_value_pointer(values[0], SQLiteDatabase.pointerName)
          else {
            sqlite3_result_error(context, "frc_test is not called by a filter", -1)
            return
          }
          let test = Unmanaged<TestBox>.fromOpaque(pointer).takeUnretainedValue().test
          var row: [FilterValue] = []
          for (index, column) in test.columns.enumerated() {
            row.append(SQLiteDatabase.value(values[index + 1], column.kind))
          }
          sqlite3_result_int(context, test.answer(row) ? 1 : 0)
        }, nil, nil, nil)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Keeps a test where a statement can point to it.
    private final class TestBox {
      let test: SQLRowTest
      init(_ test: SQLRowTest) { self.test = test }
    }

    /// A name that the pointers of statements have, alive as long as the process.
    private static var pointerName: UnsafePointer<CChar> {
      let text: StaticString = "frc.test"
      return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// The rows of a statement, each with as many values as kinds are given.
    func rows(
      _ sql: String, _ parameters: [SQLValue] = [], tests: [SQLRowTest] = [],
      _ kinds: [SQLColumn.Kind]
    ) throws -> [[FilterValue]] {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
        throw failure(sql)
      }
      defer { sqlite3_finalize(statement) }
      let boxes = tests.map(TestBox.init)
      for (index, parameter) in parameters.enumerated() {
        bind(parameter, at: Int32(index + 1), of: statement, boxes)
      }
      return try withExtendedLifetime(boxes) {
        var rows: [[FilterValue]] = []
        while true {
          switch sqlite3_step(statement) {
          case SQLITE_ROW:
            rows.append(
              kinds.enumerated().map { index, kind in
                sqlite3_column_value(statement, Int32(index)).map { Self.value($0, kind) } ?? .null
              })
          case SQLITE_DONE: return rows
          default: throw failure(sql)
          }
        }
      }
    }

    private func bind(
      _ value: SQLValue, at index: Int32, of statement: OpaquePointer, _ boxes: [TestBox]
    ) {
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      switch value {
      case .integer(let value), .microseconds(let value):
        sqlite3_bind_int64(statement, index, value)
      case .real(let value): sqlite3_bind_double(statement, index, value)
      case .boolean(let value): sqlite3_bind_int64(statement, index, value ? 1 : 0)
      case .text(let text), .jsonArray(let text):
        sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copies)
      case .bytes(let bytes), .uuid(let bytes):
        // The address of no bytes would be NULL.
        if bytes.isEmpty {
          sqlite3_bind_zeroblob(statement, index, 0)
        } else {
          sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copies)
        }
      case .test(let test):
        let pointer = Unmanaged.passUnretained(boxes[test]).toOpaque()
        sqlite3_bind_pointer(statement, index, pointer, Self.pointerName, nil)
      case .integers, .reals, .texts: sqlite3_bind_null(statement, index)
      }
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
          ?? form.seconds(text(value))
        return seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
      case .text: return .string(text(value))
      case .decimal: return Decimal(string: text(value)).map { .decimal($0) } ?? .null
      case .json: return (try? JSONReader().read(text(value))) ?? .null
      case .dynamic:
        return switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .int(sqlite3_value_int64(value))
        case SQLITE_FLOAT: .double(sqlite3_value_double(value))
        case SQLITE_BLOB: .data(data(value))
        default: .string(text(value))
        }
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

    private func failure(_ sql: String) -> Failure {
      Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
  }
#endif
