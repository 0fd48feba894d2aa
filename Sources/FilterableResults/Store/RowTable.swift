// Unsafe: rows are read at their addresses, in the array or beside it, both of which live as long as the
// table. Nothing of a table is written to while another version of it has it, so tables can be sent where
// items can.

/// The contents of rows by their numbers, and where each stands in the store's order.
///
/// The array that was set is kept as it is; beside it are the rows that were edited or added since.
struct RowTable<Item> {
  private let base: [Item]
  private var edited = SparseTable<StoredRow>()
  private var labels = RowLabels()

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
    if let row = edited[Int(id)] {
      return body(row.address.assumingMemoryBound(to: Item.self))
    }
    return base.withUnsafeBufferPointer { items in
      precondition(id < items.count)
      // A row that is not beside the array is in it, so it has an address.
      return body(items.baseAddress.unsafelyUnwrapped + Int(id))
    }
  }

  /// Calls `body` with the addresses of all rows.
  func withRows<Result>(_ body: (RowAddresses) -> Result) -> Result {
    base.withUnsafeBufferPointer { items in
      body(
        RowAddresses(
          base: items.baseAddress.map { UnsafeRawPointer($0) }, count: items.count,
          stride: MemoryLayout<Item>.stride, edited: edited, labels: labels))
    }
  }

  /// Puts other content into a row.
  mutating func update(_ id: UInt32, _ item: Item) { edited.set(TypedRow(item), at: Int(id)) }

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

  /// A number that grows along the store's order.
  func label(_ id: UInt32) -> UInt64 { labels[id] }

  mutating func setLabel(_ label: UInt64, of id: UInt32) { labels[id] = label }

  /// A label between those of two neighbours, nil where there is no room.
  func label(between lower: UInt32?, and upper: UInt32?) -> UInt64? {
    labels.label(between: lower, and: upper)
  }

  /// The distance between rows that were numbered in order.
  static var spacing: UInt64 { RowLabels.spacing }
}

extension RowTable: @unchecked Sendable where Item: Sendable {}

/// Where the rows of a table lie, for the length of one call.
struct RowAddresses {
  fileprivate let base: UnsafeRawPointer?
  fileprivate let count: Int
  fileprivate let stride: Int
  fileprivate let edited: SparseTable<StoredRow>
  let labels: RowLabels

  fileprivate init(
    base: UnsafeRawPointer?, count: Int, stride: Int, edited: SparseTable<StoredRow>,
    labels: RowLabels
  ) {
    self.base = base
    self.count = count
    self.stride = stride
    self.edited = edited
    self.labels = labels
  }

  /// Whether the rows numbered from `64 * word` lie one behind the other.
  func areTogether(_ word: UInt32) -> Bool { !edited.hasWord(Int(word)) }

  /// The address of a row, which is one of the table's.
  func address(of id: UInt32) -> UnsafeRawPointer {
    if let row = edited[Int(id)] { return row.address }
    precondition(id < count)
    // A row that is not beside the array is in it, so it has an address.
    return base.unsafelyUnwrapped + Int(id) &* stride
  }
}
