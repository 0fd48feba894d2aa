#if SQLite
  internal import CSQLite
  internal import FilterSQL

  extension SQLValue {
    /// Binds the value to a parameter of a statement. Returns the code of SQLite.
    ///
    /// - Parameter tests: The tests to which values refer by index. They must outlive the statement.
    func bind(
      to statement: OpaquePointer, at index: Int32, tests: [RowTestFunction.Box]
    ) -> Int32 {
      // SQLITE_TRANSIENT: SQLite copies the bytes.
      let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      switch self {
      case .integer(let value), .microseconds(let value), .localMicroseconds(let value),
        .days(let value):
        return sqlite3_bind_int64(statement, index, value)
      case .real(let value): return sqlite3_bind_double(statement, index, value)
      case .boolean(let value): return sqlite3_bind_int64(statement, index, value ? 1 : 0)
      case .text(let text), .jsonArray(let text):
        return sqlite3_bind_text64(
          statement, index, text, UInt64(text.utf8.count), copies, UInt8(SQLITE_UTF8))
      case .bytes(let bytes), .uuid(let bytes):
        // An empty array has no address, which would bind NULL.
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
      case .test(let test): return tests[test].bind(to: statement, at: index)
      // Only other dialects have arrays.
      case .integers, .reals, .texts, .uuids: return SQLITE_MISMATCH
      }
    }
  }
#endif
