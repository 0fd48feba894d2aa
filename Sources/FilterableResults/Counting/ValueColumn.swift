internal import FilterEngine
internal import FilterSummaries

// Unsafe: rows are read at their addresses, which are good for as long as the call.

/// The values of a key for all rows, each as the number of its spelling.
///
/// A value has one spelling for each of its forms: 1, 1.0 and true are three spellings of one value. It takes 4 bytes a
/// row, and 4 bytes an element for a row with a list.
struct ValueColumn {
  let key: SummaryKey

  /// The slot of each row: the number of a spelling, of a list with `listFlag`, or one of the constants.
  private var slots: [UInt32] = []

  /// The distinct spellings of the elements of each list.
  private var lists: [[UInt32]] = []
  private var freeLists: [UInt32] = []

  /// The content of each spelling, as facets share it.
  private(set) var contents: [StoredRow] = []

  /// The number of the value of each spelling, equal for equal values.
  private(set) var values: [UInt32] = []

  /// The number of uses of each spelling, and the spellings of each value.
  private var uses: [UInt32] = []
  private var spellings: [UInt32] = []
  private var freeSpellings: [UInt32] = []
  private var freeValues: [UInt32] = []
  private var index = IdentityIndex()

  /// The number of the value nil; nil if no row has it.
  private var null: UInt32?

  /// The numbering of the spellings, another one after `removeAll()`.
  private(set) var numbering = SlotNumbering()

  static let absent: UInt32 = .max
  static let failed: UInt32 = .max - 1
  private static let listFlag: UInt32 = 1 &<< 31

  init(_ key: SummaryKey) { self.key = key }

  /// The number of spellings, including free ones.
  var spellingCount: Int { contents.count }

  /// The number of values, including free ones.
  var valueCount: Int { spellings.count }

  /// The value of a spelling.
  func value(of spelling: UInt32) -> FilterValue { contents[Int(spelling)].item() }

  /// Whether a value is nil.
  func isNull(value: UInt32) -> Bool { value == null }

  /// The slot of a row.
  @inline(__always)
  func slot(of id: RowID) -> UInt32 { id < slots.count ? slots[Int(id)] : Self.absent }

  /// Whether a slot is one spelling.
  @inline(__always)
  static func isSpelling(_ slot: UInt32) -> Bool { slot < listFlag }

  /// Calls `body` with each spelling of a slot; a slot without values has none.
  @inline(__always)
  func forEachSpelling(in slot: UInt32, _ body: (UInt32) -> Void) {
    if Self.isSpelling(slot) { return body(slot) }
    guard slot < Self.failed else { return }
    for spelling in lists[Int(slot & ~Self.listFlag)] { body(spelling) }
  }

  /// Whether a row has a list.
  var hasLists: Bool { lists.count > freeLists.count }

  /// Whether a row has a value that is neither nil nor a list.
  ///
  /// - Complexity: O(n) for n rows.
  var hasScalars: Bool {
    slots.contains { Self.isSpelling($0) && !value(of: $0).isNull }
  }

  // MARK: - Changing

  /// Removes all rows.
  mutating func removeAll() { self = ValueColumn(key) }

  /// Reserves entries for rows.
  mutating func grow(to count: Int) {
    guard slots.count < count else { return }
    slots += repeatElement(Self.absent, count: count - slots.count)
  }

  /// Sets the slot of a row to that of its value; nil for a row that was removed. Returns the old slot, which is valid
  /// until `release(_:)`.
  mutating func update(_ id: RowID, at address: UnsafeRawPointer?) -> UInt32 {
    grow(to: Int(id) + 1)
    let old = slots[Int(id)]
    slots[Int(id)] = address.map { enter(at: $0) } ?? Self.absent
    return old
  }

  /// Releases a slot that `update(_:at:)` returned.
  mutating func release(_ slot: UInt32) {
    if Self.isSpelling(slot) { return releaseSpelling(slot) }
    guard slot < Self.failed else { return }
    let list = Int(slot & ~Self.listFlag)
    for spelling in lists[list] { releaseSpelling(spelling) }
    lists[list] = []
    freeLists.append(UInt32(list))
  }

  /// The rows that are entered before the next question whether to go on, in words of bits.
  private static let wordsOfPart = 64

  /// Enters all rows of a table. Returns false if `goesOn` does.
  mutating func enter(
    _ rows: RowBits, in table: RowTable, while goesOn: (_ count: Int) -> Bool
  ) -> Bool {
    removeAll()
    grow(to: table.count)
    guard let column = key.column else {
      for word in rows.words.indices {
        if word % Self.wordsOfPart == 0 {
          guard goesOn(min(Self.wordsOfPart, rows.words.count - word) * 64) else { return false }
        }
        RowBits.forEach(in: rows.words[word], word) {
          slots[Int($0)] = enter(at: table.address(of: $0))
        }
      }
      return true
    }
    guard goesOn(table.count) else { return false }
    // Values with the same bytes are equal, whatever they are; few values have many rows.
    var recent: [(words: ValueWords, slot: UInt32)?] = Array(repeating: nil, count: 4096)
    rows.forEach { id in
      let address = table.address(of: id)
      let words = column.words(at: address)
      let mixed = (words.low ^ words.high &* 31) &* 0x9E37_79B9_7F4A_7C15
      let place = Int(truncatingIfNeeded: mixed &>> 52)
      if let known = recent[place], known.words == words {
        uses[Int(known.slot)] += 1
        slots[Int(id)] = known.slot
      } else {
        let slot = enter(at: address)
        slots[Int(id)] = slot
        if Self.isSpelling(slot) { recent[place] = (words, slot) }
      }
    }
    return true
  }

  private mutating func enter(at address: UnsafeRawPointer) -> UInt32 {
    let value: FilterValue
    do throws(EvaluationError) { value = try key.read(address) } catch { return Self.failed }
    guard value.elements != nil else { return enter(value) }
    var list: [UInt32] = []
    for element in value.countedElements.leastSpellings { list.append(enter(element)) }
    if let free = freeLists.popLast() {
      lists[Int(free)] = list
      return free | Self.listFlag
    }
    lists.append(list)
    return UInt32(lists.count - 1) | Self.listFlag
  }

  /// The spelling of a value, which counts as used once more.
  private mutating func enter(_ value: FilterValue) -> UInt32 {
    let hash = index.hasher.hash(value)
    let known = index.find(hash: hash) { self.value(of: $0).isSpelled(as: value) }
    if let known {
      uses[Int(known)] += 1
      return known
    }
    let equal = index.find(hash: hash) { self.value(of: $0) == value }
    let spelling = freeSpellings.popLast() ?? UInt32(contents.count)
    let number =
      equal.map { values[Int($0)] } ?? freeValues.popLast() ?? UInt32(spellings.count)
    if spelling == contents.count {
      contents.append(StoredRow(value))
      values.append(number)
      uses.append(1)
    } else {
      contents[Int(spelling)] = StoredRow(value)
      values[Int(spelling)] = number
      uses[Int(spelling)] = 1
    }
    if number == spellings.count { spellings.append(1) } else { spellings[Int(number)] += 1 }
    if value.isNull { null = number }
    index.insert(spelling, hash: hash) { [contents, index] in
      index.hasher.hash(contents[Int($0)].item() as FilterValue)
    }
    return spelling
  }

  private mutating func releaseSpelling(_ spelling: UInt32) {
    uses[Int(spelling)] -= 1
    guard uses[Int(spelling)] == 0 else { return }
    index.remove(spelling, value(of: spelling))
    freeSpellings.append(spelling)
    let number = values[Int(spelling)]
    spellings[Int(number)] -= 1
    guard spellings[Int(number)] == 0 else { return }
    freeValues.append(number)
    if null == number { null = nil }
  }
}
