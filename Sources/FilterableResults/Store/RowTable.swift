internal import FilterEngine

// Unsafe: rows are read at their addresses, which are valid as long as a version of the table has the row. Memory that
// another version shares is never written to.

/// The contents of rows by number, and labels that ascend along the order of the store.
///
/// The array of items that was set is never changed. Rows that were edited or added later are stored separately.
// Unchecked: sendable if the items are, which `ResultsSnapshot` requires. Rows are never written to.
struct RowTable: @unchecked Sendable {
  /// The array that was set, or a new one after a change of most rows.
  private(set) var base: RowArray
  private var entries = RowTrie()

  /// The number of row numbers in use, including those of removed rows.
  private(set) var count: Int

  /// Creates a table whose rows are numbered in order.
  init<Item>(_ items: [Item]) {
    base = TypedRowArray(items)
    count = items.count
  }

  /// Creates a table of some rows of another one, which are numbered in this order.
  init(_ table: RowTable, _ ids: [RowID]) {
    base = withExtendedLifetime(table) { table.base.copy(of: ids.map(table.address(of:))) }
    count = ids.count
  }

  /// The address of the content of a row.
  @inline(__always)
  func address(of id: RowID) -> UnsafeRawPointer {
    if let address = entries.address(of: id) { return address }
    precondition(id < base.count)
    // A row without an entry is in the array, which so has an address.
    return base.address.unsafelyUnwrapped + Int(id) &* base.stride
  }

  /// The item of a row, whose type must be that of the items that were set.
  ///
  /// The type is a parameter because it would be inferred as an optional if the context is one.
  func item<Item>(_ id: RowID, as type: Item.Type) -> Item {
    assert(base.itemType == type, "the rows are \(base.itemType)")
    return withExtendedLifetime(self) { address(of: id).assumingMemoryBound(to: type).pointee }
  }

  /// The content of a row, which retains the memory that it is part of.
  func row(_ id: RowID) -> StoredRow {
    entries.row(of: id) ?? StoredRow(address(of: id), of: base)
  }

  /// Replaces the content of a row.
  mutating func update(_ id: RowID, _ row: StoredRow) { entries.set(row, of: id) }

  /// Replaces the contents of the rows at some indices of `changes`, and copies all rows to one new array.
  ///
  /// - Complexity: O(n) for n rows of the table.
  mutating func update(_ changes: GatheredRows, at indices: [Int]) {
    let array: RowArray
    if indices.count == changes.count, let all = changes.array(of: count) {
      array = all
    } else {
      var addresses = (0..<RowID(count)).map { address(of: $0) }
      for index in indices { addresses[Int(changes.ids[index])] = changes.address(at: index) }
      array = withExtendedLifetime((self, changes)) { base.copy(of: addresses) }
    }
    let labels = entries.labels
    base = array
    entries = RowTrie()
    for (id, label) in labels { entries.set(label: label, of: id) }
  }

  /// Sets the content of a row; `id` is a number in use or the next one.
  mutating func put(_ row: StoredRow, as id: RowID) {
    if id == count { count += 1 }
    update(id, row)
  }

  /// The content of a row that was edited or added, nil if the row is one of the array.
  func ownRow(_ id: RowID) -> StoredRow? { entries.row(of: id) }

  /// Restores the content that `ownRow(_:)` returned.
  mutating func restore(_ row: StoredRow?, of id: RowID) { entries.set(row, of: id) }

  /// Whether the 64 rows numbered from `64 * word` are contiguous in memory.
  func areContiguous(_ word: Int) -> Bool {
    entries.isEmpty || !entries.hasRow(inWord: word)
  }

  /// The rows that were edited or added: one bit for each number, 64 in a word, without empty words.
  var editedWords: [(word: Int, bits: UInt64)] { entries.words }

  /// The words of the values of a stored property for some rows; those of strings are valid as long as the table
  /// exists.
  func words(_ column: FieldColumn, of ids: [RowID]) -> [ValueWords] {
    // The count of the empty array, which all threads share, would be written to.
    guard !ids.isEmpty else { return [] }
    return Array(unsafeUninitializedCapacity: ids.count) { words, count in
      count = ids.count
      guard let words = words.baseAddress else { return }
      var start = 0
      while start < ids.count {
        let part = ids[start] &>> 6
        let isPart = areContiguous(Int(part))
        var end = start + 1
        while isPart, end < ids.count, ids[end] &>> 6 == part { end += 1 }
        // A row that is not contiguous with others is read alone.
        column.read(
          address(of: isPart ? part &<< 6 : ids[start]), stride: base.stride,
          ids: ids[start..<end], mask: isPart ? 63 : 0, into: words + start)
        start = end
      }
    }
  }
}

// MARK: - Order

extension RowTable {
  /// A number that ascends along the order of the store.
  @inline(__always)
  func label(_ id: RowID) -> UInt64 {
    let label = entries.label(of: id)
    return label == 0 ? Labels.initial(id) : label
  }

  mutating func setLabel(_ label: UInt64, of id: RowID) {
    if entries.label(of: id) == 0, label == Labels.initial(id) { return }
    entries.set(label: label, of: id)
  }

  /// A label between those of two neighbours, nil if there is none.
  func label(between lower: RowID?, and upper: RowID?) -> UInt64? {
    Labels.between(lower.map(label), upper.map(label))
  }
}

/// Numbers that ascend along an order.
enum Labels {
  /// The distance between the labels of elements that are numbered in order.
  static let spacing: UInt64 = 1 &<< 28

  /// The label of the element with number 0.
  static let origin: UInt64 = 1 &<< 62

  /// The label of an element that is numbered in order.
  @inline(__always)
  static func initial(_ number: RowID) -> UInt64 { origin + UInt64(number) * spacing }

  /// A label between two others, nil if there is none.
  static func between(_ lower: UInt64?, _ upper: UInt64?) -> UInt64? {
    switch (lower, upper) {
    case (nil, nil): origin
    case (let lower?, nil): lower < .max - spacing ? lower + spacing : nil
    case (nil, let upper?): upper > spacing ? upper - spacing : nil
    case (let lower?, let upper?): upper > lower &+ 1 ? lower + (upper - lower) / 2 : nil
    }
  }
}
