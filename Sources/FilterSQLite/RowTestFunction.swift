#if SQLite
  internal import CSQLite
  internal import FilterSQL

  /// The function `frc_test(handle, c1, …)`, by which SQLite asks the engine about a row.
  ///
  /// The handle is a named pointer, which no text of SQL can create.
  package enum RowTestFunction {
    /// Owns a test to which a statement has a pointer.
    final class Box {
      fileprivate let tester: RowTester

      /// Creates a box. If `readsDoubles` is true, integers in columns of doubles are tested as doubles, which items have
      /// in their place.
      init(_ test: SQLRowTest, readsDoubles: Bool) {
        tester = RowTester(test, readsDoubles: readsDoubles)
      }

      /// Binds the test to a parameter of a statement, which the box must outlive. Returns the code of SQLite.
      func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        return sqlite3_bind_pointer(statement, index, pointer, pointerName, nil)
      }
    }

    /// The name of the pointers, in static memory.
    private static var pointerName: UnsafePointer<CChar> {
      let text: StaticString = "frc.test"
      return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Registers the function and the collations of the engine in a connection. Returns the code of SQLite.
    package static func register(in database: OpaquePointer) -> Int32 {
      for collation in SQLCollation.allCases {
        let code = collation.register(in: database)
        guard code == SQLITE_OK else { return code }
      }
      let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY
      return sqlite3_create_function_v2(
        database, "frc_test", -1, flags, nil,
        { context, count, values in
          guard let values, count > 0,
            let pointer = sqlite3_value_pointer(values[0], RowTestFunction.pointerName)
          else {
            sqlite3_result_error(context, "frc_test is not called by a filter", -1)
            return
          }
          let box = Unmanaged<Box>.fromOpaque(pointer)
          let isReturned = box._withUnsafeGuaranteedRef { box in
            box.tester.answer(UnsafeBufferPointer(start: values + 1, count: Int(count) - 1))
          }
          sqlite3_result_int(context, isReturned ? 1 : 0)
        }, nil, nil, nil)
    }
  }
#endif
