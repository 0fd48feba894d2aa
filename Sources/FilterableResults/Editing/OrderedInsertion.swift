internal import FilterEngine

// Unsafe: rows are given by their addresses, which are good for as long as the call.
extension ResultsStore {
  /// Inserts a row into a sorted flat list at its position, or replaces the row of its identity.
  ///
  /// - Throws: As `append`.
  /// - Complexity: O(log² n) in the number of rows.
  func put(_ row: StoredRow, inOrder order: RowOrder) throws(ResultsError) {
    let old = id(at: row.address)
    guard let old else {
      let item = offset(of: row, in: order, without: nil)
      return try insertNew(row, at: StorePosition(section: 0, offset: item))
    }
    let isAtHome = state.map { order.areAlike($0.rows.address(of: old), row.address) } ?? true
    try update(old, row)
    guard !isAtHome else { return }
    let item = offset(of: row, in: order, without: old)
    if position(of: old)?.offset != item {
      try move(old, to: StorePosition(section: 0, offset: item))
    }
  }

  private func position(of id: RowID) -> StorePosition? { state?.store.position(of: id) }

  /// The number of rows before a row, without the row `own`.
  private func offset(of row: StoredRow, in order: RowOrder, without own: RowID?) -> Int {
    guard let state, state.store.sections.count > 0 else { return 0 }
    let gap = own.flatMap { state.store.position(of: $0)?.offset } ?? .max
    return withExtendedLifetime(row) {
      let pivot = order.pivot(row.address, label: .max)
      var (low, high) = (0, state.store.count(ofSection: 0) - (own == nil ? 0 : 1))
      while low < high {
        let middle = (low + high) / 2
        let path = StorePosition(section: 0, offset: middle < gap ? middle : middle + 1)
        guard let id = state.store.id(at: path) else { return low }
        if order.precedes(id, pivot, in: state.rows) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
