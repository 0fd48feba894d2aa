#if PostgreSQL
  internal import FilterableResultsSQL

  extension SQLCellValue {
    /// Reads a cell in the binary format of a type.
    ///
    /// Points in time are integers in the unit that the type has: microseconds or days since 2000-01-01. Infinite ones
    /// are texts, which no date is read from.
    init(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
      switch (type, bytes.count) {
      case (PostgresType.int8, 8): self = .integer(bytes.integer())
      case (PostgresType.int4, 4): self = .integer(Int64(bytes.integer() as Int32))
      case (PostgresType.int2, 2): self = .integer(Int64(bytes.integer() as Int16))
      case (PostgresType.oid, 4): self = .integer(Int64(bytes.integer() as UInt32))
      case (PostgresType.bool, 1): self = .integer(bytes[0] == 0 ? 0 : 1)
      case (PostgresType.float8, 8): self = .real(Double(bitPattern: bytes.integer()))
      case (PostgresType.float4, 4):
        self = .real(Double(Float(bitPattern: bytes.integer())))
      case (PostgresType.text, _), (PostgresType.varchar, _), (PostgresType.bpchar, _),
        (PostgresType.name, _), (PostgresType.json, _):
        self = .text(bytes.text)
      case (PostgresType.jsonb, 1...):
        // The first byte is the version of the format.
        self = .text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()).text)
      case (PostgresType.timestamptz, 8), (PostgresType.timestamp, 8):
        self = Self.time(bytes.integer() as Int64, from: .min, to: .max)
      case (PostgresType.date, 4):
        self = Self.time(
          Int64(bytes.integer() as Int32), from: Int64(Int32.min), to: Int64(Int32.max))
      case (PostgresType.numeric, _):
        self = PostgresNumeric(bytes).map { .text($0.text) } ?? .bytes(Array(bytes))
      default: self = .bytes(Array(bytes))
      }
    }

    private static func time(_ steps: Int64, from first: Int64, to last: Int64) -> SQLCellValue {
      steps == first ? .text("-infinity") : steps == last ? .text("infinity") : .integer(steps)
    }
  }

  extension UnsafeRawBufferPointer {
    /// An integer in the byte order of the network. The caller has checked the number of bytes.
    func integer<Integer: FixedWidthInteger>() -> Integer {
      Integer(bigEndian: loadUnaligned(as: Integer.self))
    }

    /// The bytes as text; nil if they are not UTF-8. A server sends another encoding after a statement, such as a
    /// function of a view, has set `client_encoding`.
    var text: String? {
      // ASCII is always UTF-8, and becomes a string in a third of the time.
      isASCII ? String(decoding: self, as: UTF8.self) : String(validating: self, as: UTF8.self)
    }

    /// Whether the bytes are UTF-8.
    var isUTF8: Bool { isASCII || String(validating: self, as: UTF8.self) != nil }

    private var isASCII: Bool { reduce(0, |) < 0x80 }
  }
#endif
