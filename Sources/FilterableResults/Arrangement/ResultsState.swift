internal import FilterEngine

/// The store and its arrangement at one moment; a value whose versions share what they have in common.
struct ResultsState {
  var store: RowStore

  /// The sections as they are shown, with all rows in order, hidden ones too.
  var arranged = SectionTree()

  /// Numbers of arranged sections that grow along their order, where rows have section keys.
  private(set) var sectionLabels = RowTrie()

  init(_ store: RowStore) { self.store = store }

  /// The contents of the rows.
  var rows: RowTable { store.rows }

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
