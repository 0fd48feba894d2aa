#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL

  /// A test that reads the cells of a row where SQLite has them, without making values of them.
  ///
  /// Unsafe because slots point to the texts of the row, which are good during the call.
  final class RowTesterInPlace {
    /// A cell that the predicate reads.
    private struct Source {
      let cell: Int
      let kind: SQLColumn.Kind
    }

    private let matcher: SlotMatcher
    private let sources: [Source]
    private let slots: UnsafeMutablePointer<RowSlot>

    /// Nil where the predicate reads anything but cells, as members of a document.
    init?(_ test: SQLRowTest) {
      let program = SlotProgram(test.predicate, bindings: test.bindings)
      var sources: [Source] = []
      for path in program.paths {
        guard path.count == 1,
          let cell = test.columns.firstIndex(where: { $0.field.utf8.elementsEqual(path[0].utf8) })
        else { return nil }
        sources.append(Source(cell: cell, kind: test.columns[cell].kind))
      }
      guard !sources.isEmpty else { return nil }
      self.sources = sources
      matcher = SlotMatcher(program, now: test.now)
      slots = .allocate(capacity: sources.count)
      slots.initialize(repeating: RowSlot(.missing), count: sources.count)
    }

    deinit { slots.deallocate() }

    /// Whether the predicate is true of a row; nil if that is to be found out by values.
    func answer(_ cells: UnsafeBufferPointer<OpaquePointer?>) -> Bool? {
      for (index, source) in sources.enumerated() {
        guard source.cell < cells.count, let cell = cells[source.cell] else { return nil }
        slots[index] = Self.slot(cell, source.kind)
      }
      return matcher.answer(UnsafeRawPointer(slots))
    }

    /// The cell as a slot, of the same value as `SQLiteCell.value(_:)` has; `other` where no slot holds it.
    private static func slot(_ cell: OpaquePointer, _ kind: SQLColumn.Kind) -> RowSlot {
      let type = sqlite3_value_type(cell)
      if type == SQLITE_NULL { return RowSlot(.null) }
      switch (kind, type) {
      case (.integer, SQLITE_INTEGER), (.real, SQLITE_INTEGER), (.dynamic, SQLITE_INTEGER):
        return RowSlot(.integer, bits: UInt64(bitPattern: sqlite3_value_int64(cell)))
      case (.real, SQLITE_FLOAT), (.dynamic, SQLITE_FLOAT):
        return RowSlot(.double, bits: sqlite3_value_double(cell).bitPattern)
      case (.boolean, SQLITE_INTEGER):
        return RowSlot(sqlite3_value_int64(cell) == 0 ? .false : .true)
      case (.text, SQLITE_TEXT), (.dynamic, SQLITE_TEXT): return text(cell)
      default: return RowSlot(.other)
      }
    }

    private static func text(_ cell: OpaquePointer) -> RowSlot {
      guard let start = sqlite3_value_text(cell) else { return RowSlot(.other) }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell)))
      guard bytes.reduce(0, |) < 0x80 || String(validating: bytes, as: UTF8.self) != nil,
        let length = UInt32(exactly: bytes.count)
      else { return RowSlot(.other) }
      return RowSlot(.string, bits: UInt64(UInt(bitPattern: start)), length: length)
    }
  }
#endif
