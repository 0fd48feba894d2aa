/// Where a row holds arrays and strings, whose reference counts change when the row is copied.
///
/// Counting waits for the memory of each object in turn. Asking for the objects of many rows first
/// lets that memory come for all of them at once.
struct ReferencePlaces: Sendable {
  private var arrays: [Int] = []
  private var strings: [Int] = []

  /// Where the lines of memory begin that a row fills, as if it began with one, and where it ends.
  private let lines: [Int]

  /// The places of rows that take `size` bytes.
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
        // A class may have itself as a field; nothing of an object lies in the row. A struct has
        // itself as a field only where its table names `\.self`.
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
    // All the rows first: finding their objects takes many steps, and would wait for each row.
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
