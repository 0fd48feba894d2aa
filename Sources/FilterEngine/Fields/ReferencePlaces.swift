/// Where a row holds arrays and strings, whose reference counts change when the row is copied.
///
/// Counting waits for the memory of each object in turn. Asking for the objects of many rows first
/// lets that memory come for all of them at once.
struct ReferencePlaces: Sendable {
  private var arrays: [Int] = []
  private var strings: [Int] = []

  init(_ layout: RowLayout) { collect(layout, at: 0) }

  private mutating func collect(_ layout: RowLayout, at base: Int) {
    guard case .fields(let fields, _) = layout.storage else { return }
    for field in fields {
      guard let offset = field.offset else { continue }
      switch (field.type.storage.base, field.type.storage.wrapper) {
      case (.opaque, _):
        // A class may have itself as a field; nothing of an object lies in the row.
        if field.type.isInPlace, let members = field.type.members, !(members is AnyObject.Type) {
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

  /// Has memory fetch the reference counts of the rows of `mask`.
  func prepare(_ base: Row, stride: Int, _ mask: UInt64) {
    var rest = mask
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
