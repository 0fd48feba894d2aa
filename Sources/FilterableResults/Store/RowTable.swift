internal import FilterEngine

// Unsafe: rows are read at their addresses, which are good for as long as a version of the table is there that
// has the row. Nothing of a table is written to while another version has it.

/// The number of a row, which it has for as long as it is stored.
typealias RowID = UInt32

/// The contents of rows by their numbers, and where each is in the store's order.
///
/// The array that was set is kept as it is; beside it are the rows that were edited or added since.
// Unchecked: sendable if the items are, which `ResultsSnapshot` requires. No row is written to.
struct RowTable: @unchecked Sendable {
  /// The array that was set, or that was made where most rows had other content.
  private(set) var base: RowArray
  private var entries = RowTrie()

  /// How many numbers there are, those of removed rows included.
  private(set) var count: Int

  /// A table whose rows are numbered in order.
  init<Item>(_ items: [Item]) {
    base = TypedRowArray(items)
    count = items.count
  }

  /// A table of some rows of another one, which are numbered in this order.
  init(_ table: RowTable, _ ids: [RowID]) {
    base = withExtendedLifetime(table) { table.base.copy(of: ids.map(table.address(of:))) }
    count = ids.count
  }

  /// The address of a row.
  @inline(__always)
  func address(of id: RowID) -> UnsafeRawPointer {
    if let address = entries.address(of: id) { return address }
    precondition(id < base.count)
    // A row that is not beside the array is in it, so it has an address.
    return base.address.unsafelyUnwrapped + Int(id) &* base.stride
  }

  /// The item of a row, whose type is that of the items that were set.
  ///
  /// The type is always written: inferred where an optional is wanted, it would be the optional's.
  func item<Item>(_ id: RowID, as type: Item.Type) -> Item {
    assert(base.itemType == type, "the rows are \(base.itemType)")
    return withExtendedLifetime(self) { address(of: id).assumingMemoryBound(to: type).pointee }
  }

  /// A row by itself, which holds what it is part of.
  func row(_ id: RowID) -> StoredRow {
    entries.row(of: id) ?? StoredRow(address(of: id), of: base)
  }

  /// Puts other content into a row.
  mutating func update(_ id: RowID, _ row: StoredRow) { entries.set(row, of: id) }

  /// Puts those contents at `places` into their rows: all rows become an array of their own, one behind the other.
  ///
  /// - Complexity: O(n) for n rows of the table.
  mutating func update(_ changes: GatheredRows, at places: [Int]) {
    let array: RowArray
    if places.count == changes.count, let all = changes.array(of: count) {
      array = all
    } else {
      var addresses = (0..<RowID(count)).map { address(of: $0) }
      for place in places { addresses[Int(changes.ids[place])] = changes.address(at: place) }
      array = withExtendedLifetime((self, changes)) { base.copy(of: addresses) }
    }
    let labels = entries.labels
    base = array
    entries = RowTrie()
    for (id, label) in labels { entries.set(label: label, of: id) }
  }

  /// Gives a row its content; `id` is a number that there is, or the next one.
  mutating func put(_ row: StoredRow, as id: RowID) {
    if id == count { count += 1 }
    update(id, row)
  }

  /// The content that was given to a row by itself, nil for one that is as it was set.
  func ownRow(_ id: RowID) -> StoredRow? { entries.row(of: id) }

  /// Gives a row the content back that `ownRow` gave before.
  mutating func restore(_ row: StoredRow?, of id: RowID) { entries.set(row, of: id) }

  /// Whether the rows numbered from `64 * word` are one behind the other.
  func areTogether(_ word: UInt32) -> Bool {
    entries.isEmpty || !entries.hasRow(inWord: Int(word))
  }

  /// The rows that are beside the array, by their numbers: 64 a word.
  var editedWords: [(word: Int, bits: UInt64)] { entries.words }

  /// The words of a stored property for rows by number; those of strings are valid for as long as the table is.
  func words(_ column: FieldColumn, of ids: [RowID]) -> [ValueWords] {
    // The count of an array of no capacity, which is one for all threads, would be written.
    guard !ids.isEmpty else { return [] }
    return Array(unsafeUninitializedCapacity: ids.count) { words, count in
      count = ids.count
      guard let words = words.baseAddress else { return }
      var start = 0
      while start < ids.count {
        let part = ids[start] >> 6
        let isPart = areTogether(part)
        var end = start + 1
        while isPart, end < ids.count, ids[end] >> 6 == part { end += 1 }
        // A row that may be anywhere is read by itself.
        column.read(
          address(of: isPart ? part << 6 : ids[start]), stride: base.stride,
          ids: ids[start..<end], mask: isPart ? 63 : 0, into: words + start)
        start = end
      }
    }
  }
}

// MARK: - Order

extension RowTable {
  /// A number that grows along the store's order.
  @inline(__always)
  func label(_ id: RowID) -> UInt64 {
    let label = entries.label(of: id)
    return label == 0 ? Labels.initial(id) : label
  }

  mutating func setLabel(_ label: UInt64, of id: RowID) {
    if entries.label(of: id) == 0, label == Labels.initial(id) { return }
    entries.set(label: label, of: id)
  }

  /// A label between those of two neighbours, nil where there is no room.
  func label(between lower: RowID?, and upper: RowID?) -> UInt64? {
    Labels.between(lower.map(label), upper.map(label))
  }
}

/// Numbers that grow along an order.
enum Labels {
  /// The distance between elements that were numbered in order.
  static let spacing: UInt64 = 1 << 28

  /// The label of the element that was numbered first.
  static let origin: UInt64 = 1 << 62

  /// The label of an element that was numbered in order.
  @inline(__always)
  static func initial(_ number: UInt32) -> UInt64 { origin + UInt64(number) * spacing }

  /// A label between two, nil where there is no room.
  static func between(_ lower: UInt64?, _ upper: UInt64?) -> UInt64? {
    switch (lower, upper) {
    case (nil, nil): origin
    case (let lower?, nil): lower < .max - spacing ? lower + spacing : nil
    case (nil, let upper?): upper > spacing ? upper - spacing : nil
    case (let lower?, let upper?): upper > lower &+ 1 ? lower + (upper - lower) / 2 : nil
    }
  }
}
