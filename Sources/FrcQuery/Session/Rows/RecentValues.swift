internal import FilterEngine
internal import FilterableResults

/// The values of some rows that were read last. An edit of a row reads it several times.
struct RecentValues {
  private struct Entry {
    // Unowned: a text is not kept for this, and its memory is not given to another text with the same identifier.
    unowned let text: RowText
    let identifier: ObjectIdentifier
    let index: UInt32
    let value: FilterValue
  }

  private static let count = 64

  private var entries: [Entry?] = Array(repeating: nil, count: count)

  /// The position of the only entry that can be of a row.
  private static func position(_ row: OpenRow) -> Int {
    // Texts are objects, whose addresses are multiples of 16.
    let address = UInt(bitPattern: ObjectIdentifier(row.text)) &>> 4
    return Int((address ^ address &>> 6 ^ UInt(row.index)) % UInt(count))
  }

  /// The value of a row, nil if it is not known.
  subscript(row: OpenRow) -> FilterValue? {
    get {
      guard let entry = entries[Self.position(row)], entry.index == row.index,
        entry.identifier == ObjectIdentifier(row.text)
      else { return Optional<FilterValue>.none }
      return entry.value
    }
    set {
      entries[Self.position(row)] = newValue.map { value in
        Entry(
          text: row.text, identifier: ObjectIdentifier(row.text), index: row.index, value: value)
      }
    }
  }
}
