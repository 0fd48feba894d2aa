// Unsafe: nodes are visited without counting references, as the root holds all of them. A node is written to only if
// `isKnownUniquelyReferenced` shows that no other version has it.

/// A sparse map from row numbers to contents and labels: a value whose versions share nodes.
///
/// A change copies at most one node of 16 elements in each level.
// Unchecked: sendable if the items are, like `RowTable`. The references of nodes are untyped.
struct RowTrie: @unchecked Sendable {
  static let bits = 4
  static let fanout = 1 &<< bits
  static let mask = fanout - 1

  private var root: AnyObject?

  /// The number of bits of a row number below the root; 0 if the root is a leaf.
  private var shift = 0

  /// Whether no number has a row or a label.
  var isEmpty: Bool { root == nil }

  /// The address of the content of a row, nil if it has none here.
  @inline(__always)
  func address(of number: RowID) -> UnsafeRawPointer? {
    leaf(of: Int(number))?._withUnsafeGuaranteedRef { $0.address(Int(number)) }
  }

  /// The content of a row, nil if it has none here.
  func row(of number: RowID) -> StoredRow? {
    leaf(of: Int(number))?._withUnsafeGuaranteedRef { $0.row(Int(number)) }
  }

  /// The label of a row, 0 if it has none here.
  @inline(__always)
  func label(of number: RowID) -> UInt64 {
    leaf(of: Int(number))?._withUnsafeGuaranteedRef { $0.label(Int(number)) } ?? 0
  }

  /// Whether one of the 64 numbers from `64 * word` has content.
  func hasRow(inWord word: Int) -> Bool {
    stride(from: word * 64, to: word * 64 + 64, by: Self.fanout).contains { rows(from: $0) != 0 }
  }

  /// A mask of those of 16 numbers that have content.
  private func rows(from number: Int) -> UInt64 {
    leaf(of: number).map { UInt64($0._withUnsafeGuaranteedRef { $0.header.rows }) } ?? 0
  }

  @inline(__always)
  private func leaf(of number: Int) -> Unmanaged<TrieLeaf>? {
    guard let root, number &>> shift < Self.fanout else { return nil }
    var node = Unmanaged.passUnretained(root).toOpaque()
    var shift = shift
    while shift > 0 {
      let inner = Unmanaged<TrieBranch>.fromOpaque(node)
      guard
        let next = inner._withUnsafeGuaranteedRef({ $0.opaque(number &>> shift & Self.mask) })
      else { return nil }
      node = next
      shift -= Self.bits
    }
    return Unmanaged<TrieLeaf>.fromOpaque(node)
  }

  // MARK: - Changing

  /// Sets the content of a row, nil to remove it.
  mutating func set(_ row: StoredRow?, of number: RowID) {
    change(Int(number)) { $0.set(row, at: $1) }
  }

  /// Sets the label of a row, which is not 0.
  mutating func set(label: UInt64, of number: RowID) {
    change(Int(number)) { $0.set(label: label, at: $1) }
  }

  private mutating func change(_ number: Int, _ body: (TrieLeaf, Int) -> Void) {
    while number &>> shift >= Self.fanout {
      if let top = root { root = TrieBranch.make(first: top) }
      shift += Self.bits
    }
    Self.change(&root, shift, number, body)
  }

  private static func change(
    _ node: inout AnyObject?, _ shift: Int, _ number: Int, _ body: (TrieLeaf, Int) -> Void
  ) {
    let isOwn = isKnownUniquelyReferenced(&node)
    if shift == 0 {
      let known = node.map { unsafeDowncast($0, to: TrieLeaf.self) }
      let leaf = TrieLeaf.own(known, isOwn: isOwn, at: number & mask)
      if leaf !== known { node = leaf }
      return body(leaf, number & mask)
    }
    if !isOwn { node = TrieBranch.make(node.map { unsafeDowncast($0, to: TrieBranch.self) }) }
    // As a pointer, because a reference would be counted in each level.
    let opaque = withUnsafePointer(to: &node) {
      UnsafeRawPointer($0).load(as: UnsafeMutableRawPointer?.self)
    }
    guard let branch = opaque else { return }
    Unmanaged<TrieBranch>.fromOpaque(branch)._withUnsafeGuaranteedRef {
      $0.withUnsafeMutablePointerToElements {
        change(&$0[number &>> shift & mask], shift - bits, number, body)
      }
    }
  }

  // MARK: - All rows

  /// The numbers that have content: one bit for each, 64 in a word, without empty words.
  var words: [(word: Int, bits: UInt64)] {
    var words: [(word: Int, bits: UInt64)] = []
    visit(root, shift, 0) { number, leaf in
      guard leaf.header.rows != 0 else { return }
      let bits = UInt64(leaf.header.rows) &<< UInt64(number & 63)
      if let last = words.last, last.word == number &>> 6 {
        words[words.count - 1].bits |= bits
      } else {
        words.append((number &>> 6, bits))
      }
    }
    return words
  }

  /// All labels with their row numbers.
  var labels: [(number: RowID, label: UInt64)] {
    var labels: [(number: RowID, label: UInt64)] = []
    visit(root, shift, 0) { first, leaf in
      for number in first..<first + Self.fanout {
        let label = leaf.label(number)
        if label != 0 { labels.append((RowID(number), label)) }
      }
    }
    return labels
  }

  // MARK: - Comparing

  /// The label and the content of a number; 0 and nil if it has none.
  typealias Entry = (label: UInt64, row: StoredRow?)

  /// The entries of the numbers that have another label, or other content with a label, than in `other`.
  ///
  /// - Complexity: O(k log n) for k numbers in leaves that the tries do not share.
  func labels(differingFrom other: RowTrie) -> [(new: Entry, old: Entry)] {
    var differing: [(new: Entry, old: Entry)] = []
    _ = Self.areAlike(self, other) { left, right, number in
      let entries: (Entry, Entry) = (
        (left?.label(number) ?? 0, left?.row(number)),
        (right?.label(number) ?? 0, right?.row(number))
      )
      if entries.0.label != entries.1.label
        || entries.0.label != 0 && entries.0.row?.address != entries.1.row?.address
      {
        differing.append(entries)
      }
      return true
    }
    return differing
  }

  /// Whether both have content for the same numbers, which is the same or satisfies `areEqual`.
  ///
  /// - Complexity: As `hasSameLabels(as:)`.
  func hasSameRows(as other: RowTrie, where areEqual: (StoredRow, StoredRow) -> Bool) -> Bool {
    Self.areAlike(self, other) { left, right, number in
      switch (left?.row(number), right?.row(number)) {
      case (nil, nil): true
      case (let left?, let right?): left.address == right.address || areEqual(left, right)
      default: false
      }
    }
  }

  /// Whether `areAlike` holds for each number of the leaves that two tries do not share.
  private static func areAlike(
    _ left: RowTrie, _ right: RowTrie, _ areAlike: (TrieLeaf?, TrieLeaf?, Int) -> Bool
  ) -> Bool {
    func compare(_ left: (AnyObject?, Int), _ right: (AnyObject?, Int), _ shift: Int) -> Bool {
      if left.0 === right.0, left.1 == right.1 { return true }
      guard shift > 0 else {
        let (left, right) = (
          left.0.map { unsafeDowncast($0, to: TrieLeaf.self) },
          right.0.map { unsafeDowncast($0, to: TrieLeaf.self) }
        )
        return (0..<fanout).allSatisfy { areAlike(left, right, $0) }
      }
      return (0..<fanout).allSatisfy {
        compare(child(left, $0, shift), child(right, $0, shift), shift - bits)
      }
    }
    let shift = max(left.shift, right.shift)
    return compare((left.root, left.shift), (right.root, right.shift), shift)
  }

  /// The child of a node with a height, in a slot below a height that may be greater.
  private static func child(
    _ node: (AnyObject?, Int), _ slot: Int, _ shift: Int
  ) -> (AnyObject?, Int) {
    guard let object = node.0 else { return (nil, shift - bits) }
    if node.1 < shift { return slot == 0 ? node : (nil, shift - bits) }
    let branch = unsafeDowncast(object, to: TrieBranch.self)
    return (branch.withUnsafeMutablePointerToElements { $0[slot] }, shift - bits)
  }

  private func visit(
    _ node: AnyObject?, _ shift: Int, _ number: Int, _ body: (Int, TrieLeaf) -> Void
  ) {
    guard let node else { return }
    guard shift > 0 else { return body(number, unsafeDowncast(node, to: TrieLeaf.self)) }
    let branch = unsafeDowncast(node, to: TrieBranch.self)
    for slot in 0..<Self.fanout {
      let child = branch.withUnsafeMutablePointerToElements { $0[slot] }
      visit(child, shift - Self.bits, number | slot &<< shift, body)
    }
  }
}
