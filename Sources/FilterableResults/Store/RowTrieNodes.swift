// Unsafe: a leaf holds the owners of its rows, one reference for each bit of `rows`. A trie writes to a node only if no
// other version has it.

/// The label of a row number, and the address and owner of its content if there is one. The leaf holds the owner.
// Without counted references, as leaves are copied and freed as a whole.
struct TrieEntry: BitwiseCopyable {
  var address: UnsafeRawPointer?
  var owner: Unmanaged<AnyObject>?
  var label: UInt64 = 0
}

/// Masks of those of 16 numbers that have entries and of those that have content, and the capacity for entries.
struct TrieLeafHeader {
  var entries: UInt16 = 0
  var rows: UInt16 = 0
  var capacity: UInt16 = 0

  var count: Int { entries.nonzeroBitCount }

  /// The slot of the entry of a number, nil if it has none.
  @inline(__always)
  func slot(of number: Int) -> Int? {
    let bit = Self.bit(number)
    return entries & bit == 0 ? nil : (entries & (bit - 1)).nonzeroBitCount
  }

  @inline(__always)
  static func bit(_ number: Int) -> UInt16 {
    1 &<< UInt16(truncatingIfNeeded: number & RowTrie.mask)
  }
}

/// The entries of 16 numbers; numbers without an entry take no memory.
final class TrieLeaf: ManagedBuffer<TrieLeafHeader, TrieEntry> {
  /// Returns a leaf that no other version has, with an entry for a number; `isOwn` is whether `known` is such a leaf.
  static func own(_ known: TrieLeaf?, isOwn: Bool, at number: Int) -> TrieLeaf {
    let header = known?.withUnsafeMutablePointerToHeader { $0.pointee } ?? TrieLeafHeader()
    if let known, isOwn, header.slot(of: number) != nil { return known }
    let leaf =
      if let known, isOwn, header.count < header.capacity { known } else { make(header, isOwn) }
    let bit = TrieLeafHeader.bit(number)
    let isNew = header.entries & bit == 0
    let (count, slot) = (header.count, (header.entries & (bit - 1)).nonzeroBitCount)
    known?.withUnsafeMutablePointerToElements { old in
      leaf.withUnsafeMutablePointerToElements { new in
        // The later entries first, as the memory may be the same.
        (new + slot + (isNew ? 1 : 0)).update(from: old + slot, count: count - slot)
        if new != old { new.update(from: old, count: slot) }
      }
    }
    if isNew { leaf.withUnsafeMutablePointerToElements { $0[slot] = TrieEntry() } }
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

  /// Creates a leaf with capacity for one more entry than another has, or for twice as many if the other one grows.
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
      header.pointee.slot(of: number).map { entries[$0] }
    }
  }

  /// The address of the content of a number, nil if it has none.
  @inline(__always)
  func address(_ number: Int) -> UnsafeRawPointer? { entry(number)?.address }

  /// The label of a number, 0 if it has none.
  @inline(__always)
  func label(_ number: Int) -> UInt64 { entry(number)?.label ?? 0 }

  /// The content of a number, nil if it has none.
  func row(_ number: Int) -> StoredRow? {
    guard let entry = entry(number), let address = entry.address, let owner = entry.owner else {
      return nil
    }
    return StoredRow(address, of: owner.takeUnretainedValue())
  }

  /// Sets the content of a number that has an entry, nil to remove it.
  func set(_ row: StoredRow?, at number: Int) {
    let bit = TrieLeafHeader.bit(number)
    withUnsafeMutablePointers { header, entries in
      guard let slot = header.pointee.slot(of: number) else { return }
      if row == nil { header.pointee.rows &= ~bit } else { header.pointee.rows |= bit }
      let old = entries[slot].owner
      entries[slot].address = row?.address
      entries[slot].owner = row.map { Unmanaged.passRetained($0.owner) }
      old?.release()
    }
  }

  /// Sets the label of a number that has an entry.
  func set(label: UInt64, at number: Int) {
    withUnsafeMutablePointers { header, entries in
      guard let slot = header.pointee.slot(of: number) else { return }
      entries[slot].label = label
    }
  }

  private func forEachOwner(_ body: (Unmanaged<AnyObject>) -> Void) {
    withUnsafeMutablePointers { header, entries in
      guard header.pointee.rows != 0 else { return }
      for slot in 0..<header.pointee.count { if let owner = entries[slot].owner { body(owner) } }
    }
  }

  deinit { forEachOwner { $0.release() } }
}

/// An inner node with 16 children.
final class TrieBranch: ManagedBuffer<Void, AnyObject?> {
  /// Creates a copy of a branch, or an empty one.
  static func make(_ other: TrieBranch?) -> TrieBranch {
    let buffer = create(minimumCapacity: RowTrie.fanout) { _ in () }
    buffer.withUnsafeMutablePointerToElements { nodes in
      if let other {
        // As pointers, because the runtime copies optional references through function tables.
        for slot in 0..<RowTrie.fanout {
          let node = other.opaque(slot)
          if let node { _ = Unmanaged<AnyObject>.fromOpaque(node).retain() }
          UnsafeMutableRawPointer(nodes + slot).storeBytes(of: node, as: type(of: node))
        }
      } else {
        nodes.initialize(repeating: nil, count: RowTrie.fanout)
      }
    }
    return unsafeDowncast(buffer, to: TrieBranch.self)
  }

  /// Creates a branch with one child, in the first slot.
  static func make(first node: AnyObject) -> TrieBranch {
    let branch = make(nil)
    branch.withUnsafeMutablePointerToElements { $0[0] = node }
    return branch
  }

  /// The child in a slot, without counting a reference.
  @inline(__always)
  func opaque(_ slot: Int) -> UnsafeMutableRawPointer? {
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0 + slot).load(as: UnsafeMutableRawPointer?.self)
    }
  }

  deinit {
    for slot in 0..<RowTrie.fanout {
      if let node = opaque(slot) { Unmanaged<AnyObject>.fromOpaque(node).release() }
    }
  }
}
