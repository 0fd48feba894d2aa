#if PostgreSQL
  internal import CLibPQ
  package import FilterEngine

  // Unsafe: slots of texts point to bytes of libpq, which are valid until the next row.

  extension PostgresStatement {
    /// Sets each element to the value of the cell at its index, `other` for a type whose values no slot holds. Slots point
    /// to memory of the statement until the next row.
    ///
    /// Returns the index of the first cell that the engine has no value for, such as an infinite date; later cells are not
    /// read.
    package func read(into slots: inout [RowSlot]) -> Int? {
      slots.withUnsafeMutableBufferPointer { slots in
        columnTypes.withUnsafeBufferPointer { types in
          for index in slots.indices {
            guard index < types.count, let slot = slot(at: Int32(index), types[index]) else {
              return index
            }
            slots[index] = slot
          }
          return nil
        }
      }
    }

    /// The number of bytes of a cell.
    package func byteCount(at index: Int) -> Int { Int(PQgetlength(result, row, Int32(index))) }

    private func slot(at index: Int32, _ type: UInt32) -> RowSlot? {
      guard PQgetisnull(result, row, index) == 0, let start = PQgetvalue(result, row, index) else {
        return RowSlot(.null)
      }
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, index)))
      switch (type, bytes.count) {
      case (PostgresType.int8, 8): return Self.integer(bytes.integer() as Int64)
      case (PostgresType.int4, 4): return Self.integer(Int64(bytes.integer() as Int32))
      case (PostgresType.int2, 2): return Self.integer(Int64(bytes.integer() as Int16))
      case (PostgresType.oid, 4): return Self.integer(Int64(bytes.integer() as UInt32))
      case (PostgresType.bool, 1): return RowSlot(bytes[0] == 0 ? .false : .true)
      case (PostgresType.float8, 8): return RowSlot(.double, bits: bytes.integer())
      case (PostgresType.float4, 4):
        let number = Double(Float(bitPattern: bytes.integer()))
        return RowSlot(.double, bits: number.bitPattern)
      case (PostgresType.text, _), (PostgresType.varchar, _), (PostgresType.bpchar, _),
        (PostgresType.name, _):
        guard bytes.isUTF8, let length = UInt32(exactly: bytes.count) else { return nil }
        return RowSlot(.string, bits: UInt64(UInt(bitPattern: start)), length: length)
      case (PostgresType.json, _), (PostgresType.jsonb, _):
        return bytes.isUTF8 ? RowSlot(.other) : nil
      case (PostgresType.timestamptz, 8), (PostgresType.timestamp, 8):
        let steps = bytes.integer() as Int64
        return steps == .min || steps == .max ? nil : RowSlot(.other)
      case (PostgresType.date, 4):
        let days = bytes.integer() as Int32
        return days == .min || days == .max ? nil : RowSlot(.other)
      case (PostgresType.numeric, 8...):
        return Self.isExact(bytes) ? RowSlot(.other) : nil
      default: return RowSlot(.other)
      }
    }

    /// Whether the engine has a value for a `numeric`.
    private static func isExact(_ bytes: UnsafeRawBufferPointer) -> Bool {
      // NaN and infinities have these bits.
      if bytes[4] & 0xC0 == 0xC0 { return false }
      let count = Int(bytes.integer() as Int16)
      let last = Int(UnsafeRawBufferPointer(rebasing: bytes[2...]).integer() as Int16) - count + 1
      // Nine digits of base 10,000 with an exponent that a decimal has, without its text.
      if (0...9).contains(count), (-32...22).contains(last) { return true }
      guard let number = PostgresNumeric(bytes) else { return false }
      return FilterValue(decimalDigits: number.text.utf8) != nil
    }

    private static func integer(_ value: Int64) -> RowSlot {
      RowSlot(.integer, bits: UInt64(bitPattern: value))
    }
  }
#endif
