#if SQLite
  internal import CSQLite
  internal import FilterEngine
  internal import FilterSQL

  // Unsafe: SQLite passes the order as a pointer, and texts as addresses that are valid during the call.

  extension SQLCollation {
    /// Keeps an order as long as a connection points to it.
    private final class Box {
      let comparison: SortComparison

      init(_ comparison: SortComparison) { self.comparison = comparison }
    }

    /// Registers the collation in a connection, and returns the code of SQLite.
    func register(in database: OpaquePointer) -> Int32 {
      let box = Unmanaged.passRetained(Box(comparison))
      let code = sqlite3_create_collation_v2(
        database, "\(name)", SQLITE_UTF8, box.toOpaque(),
        { box, leftCount, left, rightCount, right in
          guard let box else { return 0 }
          let order = Unmanaged<Box>.fromOpaque(box)._withUnsafeGuaranteedRef { box in
            box.comparison.order(
              UnsafeBufferPointer(
                start: left?.assumingMemoryBound(to: UInt8.self), count: Int(leftCount)),
              UnsafeBufferPointer(
                start: right?.assumingMemoryBound(to: UInt8.self), count: Int(rightCount)))
          }
          return Int32(order.signum())
        },
        { box in
          guard let box else { return }
          Unmanaged<Box>.fromOpaque(box).release()
        })
      // SQLite does not release the box if it fails.
      if code != SQLITE_OK { box.release() }
      return code
    }
  }
#endif
