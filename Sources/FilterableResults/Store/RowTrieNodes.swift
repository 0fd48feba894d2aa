// Unsafe: a leaf holds the owners of its rows, one reference for each bit of `rows`. Nodes are written to only by
// their trie, where no other version has them.

/// What a number has: an address where it has a row, and its owner, which the leaf holds.
// Without references, as leaves are copied and freed whole.
struct TrieEntry: BitwiseCopyable {
  var address: UnsafeRawPointer?
  var owner: Unmanaged<AnyObject>?
  var label: UInt64 = 0
}

/// Which of 16 numbers have entries, which of these have rows, and for how many there is memory.
struct TrieLeafHeader {
  var entries: UInt16 = 0
  var rows: UInt16 = 0
  var capacity: UInt16 = 0

  var count: Int { entries.nonzeroBitCount }

  /// Where the entry of a number is, nil where it has none.
  @inline(__always)
  func place(of number: Int) -> Int? {
    let bit = Self.bit(number)
    return entries & bit == 0 ? nil : (entries & (bit - 1)).nonzeroBitCount
  }

  @inline(__always)
  static func bit(_ number: Int) -> UInt16 {
    1 &<< UInt16(truncatingIfNeeded: number & RowTrie.mask)
  }
}

/// The entries of those of 16 numbers that have one: where few rows are edited, a leaf has few.
final class TrieLeaf: ManagedBuffer<TrieLeafHeader, TrieEntry> {
  /// A leaf that no other version has, with an entry for a number; `isOwn` says whether `known` is such a leaf.
  static func own(_ known: TrieLeaf?, isOwn: Bool, at number: Int) -> TrieLeaf {
    let header = known?.withUnsafeMutablePointerToHeader { $0.pointee } ?? TrieLeafHeader()
    if let known, isOwn, header.place(of: number) != nil { return known }
    let leaf =
      if let known, isOwn, header.count < header.capacity { known } else { make(header, isOwn) }
    let bit = TrieLeafHeader.bit(number)
    let isNew = header.entries & bit == 0
    let (count, place) = (header.count, (header.entries & (bit - 1)).nonzeroBitCount)
    known?.withUnsafeMutablePointerToElements { old in
      leaf.withUnsafeMutablePointerToElements { new in
        // The memory may be the same: the entries behind come first.
        (new + place + (isNew ? 1 : 0)).update(from: old + place, count: count - place)
        if new != old { new.update(from: old, count: place) }
      }
    }
    if isNew { leaf.withUnsafeMutablePointerToElements { $0[place] = TrieEntry() } }
    if let known, leaf !== known {
      if isOwn {
        known.withUnsafeMutablePointerToHeader { $0.pointee.rows = 0 }
      } else {
        known.forEachOwner { _ = $0.retain() }
      }
    }
    leaf.withUnsafeMutablePointerToHeader {
      $0.pointee.entries = header.entries | bit
      $0.pointee.rows = header.rows
    }
    return leaf
  }

  /// A leaf with memory for one entry more than another has, or for twice as many where the other one grows.
  private static func make(_ header: TrieLeafHeader, _ grows: Bool) -> TrieLeaf {
    let capacity = min(RowTrie.fanout, grows ? max(2, 2 * header.count) : header.count + 1)
    let buffer = create(minimumCapacity: capacity) { _ in
      TrieLeafHeader(capacity: UInt16(truncatingIfNeeded: capacity))
    }
    return unsafeDowncast(buffer, to: TrieLeaf.self)
  }

  @inline(__always)
  private func entry(_ number: Int) -> TrieEntry? {
    withUnsafeMutablePointers { header, entries in
      header.pointee.place(of: number).map { entries[$0] }
    }
  }

  /// The address of the row of a number, nil where it has none.
  @inline(__always)
  func address(_ number: Int) -> UnsafeRawPointer? { entry(number)?.address }

  /// The label of a number, 0 where it has none.
  @inline(__always)
  func label(_ number: Int) -> UInt64 { entry(number)?.label ?? 0 }

  /// The row of a number, nil where it has none.
  func row(_ number: Int) -> StoredRow? {
    guard let entry = entry(number), let address = entry.address, let owner = entry.owner else {
      return nil
    }
    return StoredRow(address, of: owner.takeUnretainedValue())
  }

  /// Gives a number that has an entry a row, or takes it away.
  func set(_ row: StoredRow?, at number: Int) {
    let bit = TrieLeafHeader.bit(number)
    withUnsafeMutablePointers { header, entries in
      guard let place = header.pointee.place(of: number) else { return }
      if row == nil { header.pointee.rows &= ~bit } else { header.pointee.rows |= bit }
      let old = entries[place].owner
      entries[place].address = row?.address
      entries[place].owner = row.map { Unmanaged.passRetained($0.owner) }
      old?.release()
    }
  }

  /// Gives a number that has an entry a label.
  func set(label: UInt64, at number: Int) {
    withUnsafeMutablePointers { header, entries in
      guard let place = header.pointee.place(of: number) else { return }
      entries[place].label = label
    }
  }

  private func forEachOwner(_ body: (Unmanaged<AnyObject>) -> Void) {
    withUnsafeMutablePointers { header, entries in
      guard header.pointee.rows != 0 else { return }
      for place in 0..<header.pointee.count { if let owner = entries[place].owner { body(owner) } }
    }
  }

  deinit { forEachOwner { $0.release() } }
}

/// 16 nodes.
final class TrieBranch: ManagedBuffer<Void, AnyObject?> {
  /// A copy of a branch, or an empty one.
  static func make(_ other: TrieBranch?) -> TrieBranch {
    let buffer = create(minimumCapacity: RowTrie.fanout) { _ in () }
    buffer.withUnsafeMutablePointerToElements { nodes in
      if let other {
        // As pointers: the runtime copies and frees optional references through tables of functions.
        for place in 0..<RowTrie.fanout {
          let node = other.opaque(place)
          if let node { _ = Unmanaged<AnyObject>.fromOpaque(node).retain() }
          UnsafeMutableRawPointer(nodes + place).storeBytes(of: node, as: type(of: node))
        }
      } else {
        nodes.initialize(repeating: nil, count: RowTrie.fanout)
      }
    }
    return unsafeDowncast(buffer, to: TrieBranch.self)
  }

  /// A branch above a node.
  static func make(first node: AnyObject) -> TrieBranch {
    let branch = make(nil)
    branch.withUnsafeMutablePointerToElements { $0[0] = node }
    return branch
  }

  /// The node at a place, without a reference to it.
  @inline(__always)
  func opaque(_ place: Int) -> UnsafeMutableRawPointer? {
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0 + place).load(as: UnsafeMutableRawPointer?.self)
    }
  }

  deinit {
    for place in 0..<RowTrie.fanout {
      if let node = opaque(place) { Unmanaged<AnyObject>.fromOpaque(node).release() }
    }
  }
}
