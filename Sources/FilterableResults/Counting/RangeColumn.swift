internal import FilterEngine
internal import FilterSummaries

// Unsafe: rows are read at their addresses, which are good for as long as the call.

/// The range between bounds of a key for all rows, in 4 bytes for each row.
struct RangeColumn {
  private let key: SummaryKey
  private let ranges: ValueRanges
  private var slots: [UInt32] = []

  static let absent: UInt32 = .max
  static let failed: UInt32 = .max - 1

  init(_ key: SummaryKey, _ ranges: ValueRanges) {
    self.key = key
    self.ranges = ranges
  }

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
      let slot = RangeState.slot(of: try key.read(address), in: ranges)
      return slot.map { UInt32($0) } ?? Self.failed
    } catch {
      return Self.failed
    }
  }
}
