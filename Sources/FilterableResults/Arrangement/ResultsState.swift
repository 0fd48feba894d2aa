internal import FilterEngine

// Unsafe: rows are given by their addresses.

/// The store and its arrangement at one moment; a value whose versions share what they have in common.
///
/// It is one reference wide, as each edit and each look-up hands it on.
struct ResultsState {
  // Unchecked exclusivity: parts are written to only where `isKnownUniquelyReferenced` tells that no other version
  // has them, and the accesses of one version are those of a value.
  private final class Parts {
    @exclusivity(unchecked) var store: StoreContents
    @exclusivity(unchecked) var arranged: SectionTree
    @exclusivity(unchecked) var sectionLabels: RowTrie

    init(_ store: StoreContents, _ arranged: SectionTree, _ sectionLabels: RowTrie) {
      self.store = store
      self.arranged = arranged
      self.sectionLabels = sectionLabels
    }
  }

  private var parts: Parts

  init(_ store: StoreContents) { parts = Parts(store, SectionTree(), RowTrie()) }

  private mutating func own() {
    if !isKnownUniquelyReferenced(&parts) {
      parts = Parts(parts.store, parts.arranged, parts.sectionLabels)
    }
  }

  var store: StoreContents {
    _read { yield parts.store }
    _modify {
      own()
      yield &parts.store
    }
  }

  /// The sections as they are shown, with all rows in order, hidden ones too.
  var arranged: SectionTree {
    _read { yield parts.arranged }
    _modify {
      own()
      yield &parts.arranged
    }
  }

  /// Numbers of arranged sections that grow along their order, where rows have section keys.
  private var sectionLabels: RowTrie {
    _read { yield parts.sectionLabels }
    _modify {
      own()
      yield &parts.sectionLabels
    }
  }

  /// The contents of the rows.
  var rows: RowTable { store.rows }

  /// The address of a row, which is good for as long as a version that has the row.
  @inline(__always)
  func address(of id: RowID) -> UnsafeRawPointer { parts.store.rows.address(of: id) }

  /// How many rows the store holds.
  var count: Int { store.count }
}

// MARK: - The order of sections

extension ResultsState {
  /// A number of a section with a section key that grows along the arrangement.
  func label(ofSection id: Int) -> UInt64 {
    let number = UInt32(truncatingIfNeeded: id)
    let label = sectionLabels.label(of: number)
    return label == 0 ? Labels.initial(number) : label
  }

  mutating func setLabel(_ label: UInt64, ofSection id: Int) {
    sectionLabels.set(label: label, of: UInt32(truncatingIfNeeded: id))
  }
}
