// Unsafe in two ways. Rows are read at their addresses, in the array or in buffers of one, which both
// live as long as the table; and a buffer of one is known to be a `SingleRow<Item>` without asking,
// as nothing else is ever put there: the lists of a table have no type parameter, as the types of such
// lists would be looked up again and again. So it is for this file to say that such buffers, which nobody
// writes to once they are made, can be sent where the items can.

/// The contents of rows by their numbers, and where each stands in the store's order.
///
/// The array that was set is kept as it is; beside it are the rows that were edited or added since.
struct RowTable<Item> {
  private let base: [Item]
  private var edited = SparseTable<AnyObject>()
  private var labels = SparseTable<UInt64>()

  /// How many numbers there are, those of removed rows included.
  private(set) var count: Int

  /// A table whose rows are numbered in order.
  init(_ items: [Item]) {
    base = items
    count = items.count
  }

  subscript(id: UInt32) -> Item { withRow(id) { $0.pointee } }

  /// Calls `body` with the address of a row.
  func withRow<Result>(_ id: UInt32, _ body: (UnsafePointer<Item>) -> Result) -> Result {
    guard let row = edited[Int(id)] else {
      return base.withUnsafeBufferPointer { items in
        // The row is one of the array's, so there is an address.
        precondition(id < items.count)
        return body(items.baseAddress.unsafelyUnwrapped + Int(id))
      }
    }
    return unsafeDowncast(row, to: SingleRow<Item>.self).withUnsafeMutablePointerToElements {
      body($0)
    }
  }

  /// Puts other content into a row.
  mutating func update(_ id: UInt32, _ item: Item) {
    edited.set(SingleRow.make(item), at: Int(id))
  }

  /// A new row.
  mutating func append(_ item: Item) -> UInt32 {
    let id = UInt32(count)
    count += 1
    update(id, item)
    return id
  }

  /// Calls `body` with the array that was set.
  func withBase<Result>(_ body: (UnsafeBufferPointer<Item>) -> Result) -> Result {
    base.withUnsafeBufferPointer(body)
  }

  /// The rows that stand beside the array, by their numbers: 64 a word.
  var editedWords: [(word: Int, bits: UInt64)] { edited.words }

  /// Calls `body` with the rows numbered from `64 * word`, which are copied where one was edited.
  func withPart<Result>(_ word: Int, _ body: (UnsafeBufferPointer<Item>) -> Result) -> Result {
    let range = word * 64..<min(word * 64 + 64, count)
    if edited.hasWord(word) {
      return range.map { self[UInt32($0)] }.withUnsafeBufferPointer(body)
    }
    return base.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}

// MARK: - Order

extension RowTable {
  /// The distance between rows that were numbered in order.
  static var spacing: UInt64 { 1 << 28 }
  private static var origin: UInt64 { 1 << 62 }

  /// A number that grows along the store's order.
  func label(_ id: UInt32) -> UInt64 {
    labels[Int(id)] ?? Self.origin + UInt64(id) * Self.spacing
  }

  mutating func setLabel(_ label: UInt64, of id: UInt32) { labels.set(label, at: Int(id)) }

  /// A label between those of two neighbours, nil where there is no room.
  func label(between lower: UInt32?, and upper: UInt32?) -> UInt64? {
    switch (lower.map(label), upper.map(label)) {
    case (nil, nil): return Self.origin
    case (let lower?, nil):
      return lower < .max - Self.spacing ? lower + Self.spacing : nil
    case (nil, let upper?):
      return upper > Self.spacing ? upper - Self.spacing : nil
    case (let lower?, let upper?):
      return upper > lower &+ 1 ? lower + (upper - lower) / 2 : nil
    }
  }
}

extension RowTable: @unchecked Sendable where Item: Sendable {}
