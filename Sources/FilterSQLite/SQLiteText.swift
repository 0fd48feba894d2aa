#if SQLite
  internal import CSQLite

  // Unsafe: the bytes of a value belong to SQLite, and are valid until the value changes.

  extension String {
    /// The text of a value of SQLite; nil if its bytes are not UTF-8.
    package init?(sqliteValue value: OpaquePointer) {
      let text = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
      // ASCII is always UTF-8, and becomes a string in a third of the time.
      if bytes.reduce(0, |) < 0x80 {
        self = String(decoding: bytes, as: UTF8.self)
      } else {
        self.init(validating: bytes, as: UTF8.self)
      }
    }
  }
#endif
