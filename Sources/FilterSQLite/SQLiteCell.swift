#if SQLite
  internal import CSQLite
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL

  /// A value in the memory of SQLite, valid as long as its row or the call of a function.
  struct SQLiteCell {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    /// The value of its storage class; nil for a text that is not UTF-8.
    var value: FilterValue? {
      switch sqlite3_value_type(handle) {
      case SQLITE_INTEGER: .int(sqlite3_value_int64(handle))
      case SQLITE_FLOAT: .double(sqlite3_value_double(handle))
      case SQLITE_TEXT: text
      case SQLITE_BLOB: .data(data)
      default: .null
      }
    }

    /// The value in a column of a kind; nil for a text that is not UTF-8.
    func value(_ kind: SQLColumn.Kind) -> FilterValue? {
      guard sqlite3_value_type(handle) != SQLITE_NULL else { return .null }
      switch kind {
      case .integer: return .int(sqlite3_value_int64(handle))
      case .real:
        // Only REAL affinity converts integers to doubles.
        return sqlite3_value_type(handle) == SQLITE_INTEGER
          ? .int(sqlite3_value_int64(handle)) : .double(sqlite3_value_double(handle))
      case .boolean: return .bool(sqlite3_value_int64(handle) != 0)
      case .date(let form): return date(form)
      case .text, .json: return text
      case .decimal:
        guard case .string(let digits)? = text else { return nil }
        return Decimal(string: digits).map { .decimal($0) } ?? .null
      case .dynamic: return value
      case .bytes: return .data(data)
      case .uuid:
        let data = data
        guard data.count == 16 else { return .null }
        return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      case .uuidText:
        guard case .string(let digits)? = text else { return nil }
        return UUID(uuidString: digits).map { .uuid($0) } ?? .null
      }
    }

    private func date(_ form: SQLDateForm) -> FilterValue? {
      var seconds = form.seconds(sqlite3_value_int64(handle))
      seconds = seconds ?? form.seconds(sqlite3_value_double(handle))
      if case .text = form {
        guard case .string(let time)? = text else { return nil }
        seconds = form.seconds(time)
      }
      return seconds.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
    }

    private var text: FilterValue? {
      String(sqliteValue: handle).map { .string($0) }
    }

    private var data: Data {
      let bytes = sqlite3_value_blob(handle)
      return bytes.map { Data(bytes: $0, count: Int(sqlite3_value_bytes(handle))) } ?? Data()
    }
  }
#endif
