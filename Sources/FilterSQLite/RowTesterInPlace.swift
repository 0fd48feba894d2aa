#if SQLite
  internal import FilterEngine
  internal import FilterSQL

  /// A test that reads the cells of a row in the memory of SQLite, without converting them to values.
  ///
  /// Unsafe because slots are read by their address and point to the texts of the row, which are valid during the call.
  final class RowTesterInPlace {
    /// A cell that the predicate reads.
    private struct Source {
      let cell: Int
      let kind: SQLColumn.Kind
    }

    private let matcher: SlotMatcher
    private let sources: [Source]
    private let readsDoubles: Bool
    private let slots: UnsafeMutablePointer<RowSlot>

    /// A test in the run of `matcher`. Nil if the predicate reads anything other than cells, such as members of a document.
    init?(_ test: SQLRowTest, in matcher: FilterMatcher, readsDoubles: Bool) {
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
      self.readsDoubles = readsDoubles
      self.matcher = SlotMatcher(program, in: matcher)
      slots = .allocate(capacity: sources.count)
      slots.initialize(repeating: RowSlot(.missing), count: sources.count)
    }

    deinit { slots.deallocate() }

    /// Whether the predicate is true for a row; nil if the answer requires values.
    func answer(_ cells: UnsafeBufferPointer<OpaquePointer?>) -> Bool? {
      for (index, source) in sources.enumerated() {
        guard source.cell < cells.count, let cell = cells[source.cell] else { return nil }
        slots[index] = slot(cell, source.kind)
      }
      return matcher.answer(UnsafeRawPointer(slots))
    }

    /// The cell as a slot with the value of `SQLiteCell.value(_:)`; `other` if no slot can hold it.
    private func slot(_ cell: OpaquePointer, _ kind: SQLColumn.Kind) -> RowSlot {
      let slot = RowSlot(sqliteValue: cell) ?? RowSlot(.other)
      switch (kind, slot.kind) {
      case (.real, .integer) where readsDoubles:
        return Double(exactly: slot.integer).map { RowSlot(.double, bits: $0.bitPattern) }
          ?? RowSlot(.other)
      case (.dynamic, _), (_, .null), (.integer, .integer), (.text, .string): return slot
      case (.real, .integer), (.real, .double): return slot
      case (.boolean, .integer): return RowSlot(slot.integer == 0 ? .false : .true)
      default: return RowSlot(.other)
      }
    }
  }
#endif
