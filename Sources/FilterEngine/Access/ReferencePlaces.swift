/// The offsets of arrays and strings in a row. Their reference counts change when the row is copied.
///
/// Counting references waits for the memory of one object after another. Prefetching the objects of many rows
/// overlaps these waits.
struct ReferencePlaces: Sendable {
  private var arrays: [Int] = []
  private var strings: [Int] = []

  /// The offsets of the cache lines of a row that begins at a cache line, and of its last byte.
  private let lines: [Int]

  /// The offsets in rows of `size` bytes.
  init(_ layout: RowLayout, size: Int) {
    lines = Array(stride(from: 0, to: size - 1, by: 64)) + [max(size - 1, 0)]
    collect(layout, at: 0)
  }

  private mutating func collect(_ layout: RowLayout, at base: Int) {
    guard case .fields(let table) = layout.storage else { return }
    for field in table.fields {
      guard let offset = field.offset else { continue }
      switch (field.type.storage.base, field.type.storage.wrapper) {
      case (.opaque, _):
        // An object is not stored in the row, so its fields are skipped; they could also refer to its own
        // class. A struct has itself as a field only if its table names `\.self`.
        if field.type.isInPlace, let members = field.type.members, !members.isClass,
          members != layout.itemType
        {
          collect(members.rowLayout, at: base + offset)
        }
      case (_, .array):
        arrays.append(base + offset)
      case (.string, _):
        if StringWords.isKnown { strings.append(base + offset) }
      default: break
      }
    }
  }

  /// Prefetches the rows of `mask` and their reference counts.
  func prepare(_ base: Row, stride: Int, _ mask: UInt64) {
    // Prefetches all rows first: finding their objects takes many steps, and would wait for each row.
    var rest = mask
    while rest != 0 {
      let row = base.advanced(by: rest.trailingZeroBitCount &* stride)
      for offset in lines { row.willRead(at: offset) }
      rest &= rest &- 1
    }
    rest = mask
    while rest != 0 {
      let row = base.advanced(by: rest.trailingZeroBitCount &* stride)
      for offset in arrays { row.willRetainObject(at: offset) }
      for offset in strings where !StringWords(row, at: offset).isSmall {
        row.willRetainObject(at: offset &+ 8)
      }
      rest &= rest &- 1
    }
  }
}
