internal import FilterEngine

// Rows that are replaced one by one in a batch are put into place together: what is done for all rows at once costs
// a fraction of what it costs row by row. Whoever reads the state finds them in place.
extension ResultsStore {
  /// Below how many rows each is put into place by itself.
  private static var fewCount: Int { 16 }

  /// Above which part of all rows they are put into place with all others.
  private static var manyPart: Int { 8 }

  /// Puts rows of the same identities into place.
  ///
  /// - Throws: The first `limit`; the rows that hit one are as they were.
  func replaceContents(_ changes: [(id: RowID, row: StoredRow)]) throws(ResultsError) {
    guard changes.count >= Self.fewCount, let rows = state?.rows, let count = state?.count else {
      return try updateEach(changes)
    }
    var moved: [(id: RowID, row: StoredRow)] = []
    var stayed: [(id: RowID, row: StoredRow)] = []
    stayed.reserveCapacity(changes.count)
    for change in changes {
      if rules.stays(rows.address(of: change.id), change.row.address) {
        stayed.append(change)
      } else {
        moved.append(change)
      }
    }
    // The test after the filters would be asked about all rows.
    let isMany = { (part: Int) in part > count / Self.manyPart && self.rules.test == nil }
    if isMany(moved.count), replaceTogether(changes, areInOrder: false) { return }
    if isMany(stayed.count), replaceTogether(stayed, areInOrder: true) {
      return try updateEach(moved)
    }
    var failure: ResultsError?
    do throws(ResultsError) { try replaceInPlace(stayed) } catch { failure = error }
    do throws(ResultsError) { try updateEach(moved) } catch { failure = failure ?? error }
    if let failure { throw failure }
  }

  private func updateEach(_ changes: [(id: RowID, row: StoredRow)]) throws(ResultsError) {
    var failure: ResultsError?
    for change in changes {
      do throws(ResultsError) {
        try update(change.id, change.row)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Puts content into rows that stay where they are, and shows or hides them.
  private func replaceInPlace(_ changes: [(id: RowID, row: StoredRow)]) throws(ResultsError) {
    var failure: ResultsError?
    var turned: [(id: RowID, visibility: RowVisibility)] = []
    for change in changes {
      let old = address(of: change.id)
      if let old, rules.content.differs(old, change.row.address) {
        do throws(ResultsError) {
          let before = knownVisibility(of: change.id)
          let visibility = try visibility(at: change.row.address, of: change.id)
          if before != visibility { turned.append((change.id, visibility)) }
        } catch {
          failure = failure ?? error
          continue
        }
      }
      put(change.row, into: change.id)
      noteEdit(change.id)
    }
    show(turned)
    if let failure { throw failure }
  }
}
