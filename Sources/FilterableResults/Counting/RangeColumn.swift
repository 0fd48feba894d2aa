internal import FilterEngine

// Unsafe: rows are read at their addresses, which are good for as long as the call.

/// The range between bounds of a key for all rows, in 4 bytes for each row.
struct RangeColumn {
  private let key: SummaryKey
  let ranges: ValueRanges
  private var slots: [UInt32] = []

  static let absent: UInt32 = .max
  static let failed: UInt32 = .max - 1

  init(_ key: SummaryKey, _ ranges: ValueRanges) {
    self.key = key
    self.ranges = ranges
  }

  /// The number of counted slots: those of the ranges, of no value, and of NaN.
  var slotCount: Int { ranges.bounds.count + 3 }

  @inline(__always)
  func slot(of id: RowID) -> UInt32 { id < slots.count ? slots[Int(id)] : Self.absent }

  /// Sets the range of a row; nil for a row that was removed.
  mutating func update(_ id: RowID, at address: UnsafeRawPointer?) {
    if slots.count <= id {
      slots += repeatElement(Self.absent, count: Int(id) + 1 - slots.count)
    }
    slots[Int(id)] = address.map { read(at: $0) } ?? Self.absent
  }

  /// Enters all rows of a table.
  mutating func enter(_ rows: RowBits, in table: RowTable) {
    slots = Array(repeating: Self.absent, count: table.count)
    rows.forEach { slots[Int($0)] = read(at: table.address(of: $0)) }
  }

  private func read(at address: UnsafeRawPointer) -> UInt32 {
    do throws(EvaluationError) {
      switch ranges.slot(of: try key.read(address)) {
      case .range(let index): return UInt32(index)
      case .null: return UInt32(ranges.bounds.count + 1)
      case .notANumber: return UInt32(ranges.bounds.count + 2)
      case .other: return Self.failed
      }
    } catch {
      return Self.failed
    }
  }
}
