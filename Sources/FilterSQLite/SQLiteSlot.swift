#if SQLite
  internal import CSQLite
  package import FilterEngine

  // Unsafe: the slot of a text points to bytes of SQLite, which are valid as long as the value.

  extension RowSlot {
    /// A value of SQLite of its storage class; nil for a text that is not UTF-8. Bytes are `other`.
    package init?(sqliteValue value: OpaquePointer) {
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER:
        self.init(.integer, bits: UInt64(bitPattern: sqlite3_value_int64(value)))
      case SQLITE_FLOAT: self.init(.double, bits: sqlite3_value_double(value).bitPattern)
      case SQLITE_TEXT: self.init(sqliteText: value)
      case SQLITE_BLOB: self.init(.other)
      default: self.init(.null)
      }
    }

    private init?(sqliteText value: OpaquePointer) {
      guard let start = sqlite3_value_text(value) else { return nil }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      guard bytes.reduce(0, |) < 0x80 || String(validating: bytes, as: UTF8.self) != nil,
        let length = UInt32(exactly: bytes.count)
      else { return nil }
      self.init(.string, bits: UInt64(UInt(bitPattern: start)), length: length)
    }
  }
#endif
