internal import FilterEngine

// Unsafe: rows are given by their addresses.

/// The store and its arrangement, a value whose versions share their common parts.
///
/// It is a single reference, as each edit and each lookup passes it on.
struct ResultsState {
  // Unchecked exclusivity: parts are written only if `isKnownUniquelyReferenced` shows that no other version has them,
  // and the accesses of one version are those of a value.
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

  @inline(never)
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

  /// Numbers of sections by key that grow along their order.
  private var sectionLabels: RowTrie {
    _read { yield parts.sectionLabels }
    _modify {
      own()
      yield &parts.sectionLabels
    }
  }

  /// The contents of the rows.
  var rows: RowTable { store.rows }

  /// The address of a row, which is valid for the lifetime of a version with the row.
  @inline(__always)
  func address(of id: RowID) -> UnsafeRawPointer { parts.store.rows.address(of: id) }

  /// The number of rows in the store.
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
