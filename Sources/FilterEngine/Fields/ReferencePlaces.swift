/// Where a row holds arrays and strings, whose reference counts change when the row is copied.
///
/// Counting waits for the memory of each object in turn. Reading from the objects of many rows first
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
        #if !canImport(ObjectiveC)
          // Elsewhere a list of strings may be an object of another kind.
          arrays.append(base + offset)
        #endif
      case (.string, _):
        if StringWords.isKnown { strings.append(base + offset) }
      default: break
      }
    }
  }

  /// Reads a word near the reference counts of the rows of `mask`; the result has no meaning.
  func touch(_ base: Row, stride: Int, _ mask: UInt64) -> UInt64 {
    var words: UInt64 = 0
    var rest = mask
    while rest != 0 {
      let row = base.advanced(by: rest.trailingZeroBitCount &* stride)
      for offset in arrays {
        words ^= UInt64(truncatingIfNeeded: row.elementCount(at: offset))
      }
      for offset in strings { words ^= StringWords(row, at: offset).storageWord }
      rest &= rest &- 1
    }
    return words
  }
}
