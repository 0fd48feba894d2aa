#if SQLite
  internal import CSQLite
  internal import FilterEngine
  package import FilterSQL

  /// `frc_test(handle, c1, …)`, by which SQLite asks the engine about a row.
  ///
  /// The handle is a pointer under a name, which no text of SQL can make.
  package enum RowTestFunction {
    /// Keeps a test where a statement can point to it.
    package final class Box {
      fileprivate let test: SQLRowTest

      package init(_ test: SQLRowTest) { self.test = test }

      /// Binds the test to a parameter of a statement, which has to end before the box; gives the code of SQLite.
      func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        return sqlite3_bind_pointer(statement, index, pointer, pointerName, nil)
      }
    }

    /// A name that the pointers of statements have, alive as long as the process.
    private static var pointerName: UnsafePointer<CChar> {
      let text: StaticString = "frc.test"
      return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Makes the function one of a connection; gives the code of SQLite.
    package static func register(in database: OpaquePointer) -> Int32 {
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
      return sqlite3_create_function_v2(
        database, "frc_test", -1, flags, nil,
        { context, count, values in
          guard let values,
            let pointer = sqlite3_value_pointer(values[0], RowTestFunction.pointerName)
          else {
            sqlite3_result_error(context, "frc_test is not called by a filter", -1)
            return
          }
          let test = Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().test
          sqlite3_result_int(context, RowTestFunction.answer(test, values, count) ? 1 : 0)
        }, nil, nil, nil)
    }

    /// The answer of a test. A row with a text that is not UTF-8 has to come back, where it is an error.
    private static func answer(
      _ test: SQLRowTest, _ values: UnsafeMutablePointer<OpaquePointer?>, _ count: Int32
    ) -> Bool {
      var row: [FilterValue] = []
      for (index, column) in test.columns.enumerated() where index + 1 < count {
        guard let cell = values[index + 1] else { return true }
        guard let value = SQLiteCell(cell).value(column.kind) else { return true }
        row.append(value)
      }
      return test.answer(row)
    }
  }
#endif
