internal import FilterEngine

// Rows that are replaced one by one in a batch are put into place together: what is done for all rows at once costs
// a fraction of what it costs row by row. Whoever reads the state finds them in place.
extension ResultsStore {
  /// Puts other content of the same identity into a row, in a batch together with others.
  ///
  /// - Throws: `limit`.
  func replaceContent(_ id: RowID, _ row: StoredRow) throws(ResultsError) {
    guard isInBatch, rules.identity != nil, rules.version == nil, !rules.content.areOwn,
      asked.limits.time == nil
    else { return try update(id, row) }
    if !deferredIDs.insert(id) {
      settle()
      deferredIDs.insert(id)
    }
    deferred.append(RowReplacement(id: id, row: row))
  }

  /// Puts rows into place that wait for it.
  ///
  /// - Throws: The first `limit`.
  func settleOrThrow() throws(ResultsError) {
    guard !deferred.isEmpty else { return }
    let changes = deferred
    (deferred, deferredIDs) = ([], RowSet())
    try replaceContents(changes)
  }

  func settle() {
    // Failures tell of a limit.
    try? settleOrThrow()
  }

  /// Below how many rows each is put into place by itself.
  private static var fewCount: Int { 4 }

  /// Above which part of all rows they are put into place with all others.
  private static var manyPart: Int { 8 }

  /// Puts rows of the same identities into place.
  ///
  /// - Throws: The first `limit`; the rows that hit one are as they were.
  func replaceContents(_ changes: [RowReplacement]) throws(ResultsError) {
    guard changes.count >= Self.fewCount, let rows = state?.rows, let count = state?.count else {
      return try updateEach(changes)
    }
    var moved: [RowReplacement] = []
    var stayed: [RowReplacement] = []
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

  private func updateEach(_ changes: [RowReplacement]) throws(ResultsError) {
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
  private func replaceInPlace(_ changes: [RowReplacement]) throws(ResultsError) {
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

  /// Puts other content into many rows and asks the filters about them, and arranges all rows where they are not in
  /// order; false where a filter hits a limit, and nothing has changed then.
  func replaceTogether(_ changes: [RowReplacement], areInOrder: Bool) -> Bool {
    guard var next = settled else { return false }
    next.store.updateMany(changes)
    let failures = asked.failures
    do throws(ResultsError) {
      let ids = changes.map(\.id)
      if areInOrder {
        try asked.askAgain(about: ids, &next, rules)
      } else {
        try asked.arrange(&next, rules, changed: ids)
      }
    } catch {
      asked.restoreFailures(failures)
      return false
    }
    settled = next
    for change in changes { noteEdit(change.id) }
    return true
  }

  /// The address of a row.
  func address(of id: RowID) -> UnsafeRawPointer? { settled?.rows.address(of: id) }

  /// Puts content into a row that stays where it is.
  func put(_ row: StoredRow, into id: RowID) { settled?.store.update(id, row) }

  /// Has a row compared at the next delivery.
  func noteEdit(_ id: RowID) {
    pending.edit(id)
    if rules.reportsEqualReplacements { pending.forced.insert(id) }
  }

  /// Shows or hides rows.
  func show(_ rows: [(id: RowID, visibility: RowVisibility)]) {
    for row in rows { settled?.set(row.visibility, of: row.id, rules) }
  }
}
