internal import FilterEngine

// Rows that are replaced one by one in a batch are put into place together: what is done for all rows at once costs
// a fraction of what it costs row by row. An operation that reads the state puts them into place first.
extension ResultsStore {
  /// Puts other content of the same identity into a row, in a batch together with others.
  ///
  /// - Throws: `limit`.
  func replaceContent<Item>(_ id: RowID, _ item: Item) throws(ResultsError) {
    guard isInBatch, rules.gathersReplacements, asked.limits.time == nil else {
      return try update(id, StoredRow(item))
    }
    if !deferred.append(id, item, most: keys.index.count) {
      settle()
      deferred.append(id, item, most: keys.index.count)
    }
  }

  /// Puts rows into place that wait for it.
  ///
  /// - Throws: The first `limit`.
  func settleOrThrow() throws(ResultsError) {
    guard !deferred.isEmpty else { return }
    let changes = deferred
    deferred = GatheredRows()
    try replaceContents(changes)
  }

  /// Puts gathered rows into place; a limit that is hit is among the failures.
  func settle() {
    if !deferred.isEmpty { try? settleOrThrow() }
  }

  /// The state with all gathered rows in place.
  func settledState() -> ResultsState? {
    settle()
    return state
  }

  /// Below how many rows each is put into place by itself.
  private static var fewCount: Int { 4 }

  /// Above which part of all rows they are put into place with all others.
  private static var manyPart: Int { 8 }

  /// Puts rows of the same identities into place.
  ///
  /// - Throws: The first `limit`; the rows that hit one are as they were.
  private func replaceContents(_ changes: GatheredRows) throws(ResultsError) {
    guard changes.count >= Self.fewCount, let count = state?.count else {
      return try updateEach(zip(changes.ids, changes.takeRows()))
    }
    let compared = compared(changes)
    // The test after the filters would be asked about all rows.
    let isMany = { (part: Int) in part > count / Self.manyPart && self.rules.test == nil }
    if isMany(compared.moved.count), replaceTogether(changes, compared, areInOrder: false) {
      return
    }
    if isMany(compared.stayed.count), replaceTogether(changes, compared, areInOrder: true) {
      return try updateEach(compared.moved.map { (changes.ids[$0], changes.row(at: $0)) })
    }
    var failure: ResultsError?
    let rows = changes.takeRows()
    do throws(ResultsError) {
      try replaceInPlace(changes.ids, rows, compared)
    } catch {
      failure = error
    }
    do throws(ResultsError) {
      try updateEach(compared.moved.map { (changes.ids[$0], rows[$0]) })
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  /// New contents beside those before, by their places.
  private struct Compared {
    /// Those whose rows stay where they are.
    var stayed: [Int] = []

    /// Those whose rows belong elsewhere now.
    var moved: [Int] = []

    /// Whether each differs.
    var areModified: [Bool] = []
  }

  private func compared(_ changes: GatheredRows) -> Compared {
    var result = Compared()
    guard let rows = state?.rows else { return result }
    // Taken out once: a property of a class is counted at each use.
    let rules = rules
    let differs = rules.content.differs
    result.stayed.reserveCapacity(changes.count)
    result.areModified.reserveCapacity(changes.count)
    for (place, id) in changes.ids.enumerated() {
      let (old, new) = (rows.address(of: id), changes.address(at: place))
      result.areModified.append(differs(old, new))
      if rules.stays(old, new) { result.stayed.append(place) } else { result.moved.append(place) }
    }
    return result
  }

  private func updateEach(_ rows: some Sequence<(RowID, StoredRow)>) throws(ResultsError) {
    var failure: ResultsError?
    for (id, row) in rows {
      do throws(ResultsError) {
        try update(id, row)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Puts content into those rows that stay where they are, and shows or hides them.
  private func replaceInPlace(
    _ ids: [RowID], _ rows: [StoredRow], _ compared: Compared
  ) throws(ResultsError) {
    let answers = asked.ask(
      about: ids, rows, at: compared.stayed, areModified: compared.areModified, rules,
      inBatch: isInBatch)
    let plan = ContentPlan(
      ids: ids, rows: rows, places: answers.passed, areModified: compared.areModified,
      turned: answers.turned)
    let isOnly = compared.moved.isEmpty && answers.failure == nil
    noteContents(of: ids, at: plan.places)
    if !(isOnly && makeInShown(plan)) {
      state?.apply(plan, rules)
      noteEdits(ids, at: plan.places, compared)
    }
    if let failure = answers.failure { throw failure }
  }

  /// Puts other content into many rows and asks the filters about them: into those that stay where they are, or into
  /// all, which are arranged again then. False where a filter hits a limit, and nothing has changed then.
  private func replaceTogether(
    _ changes: GatheredRows, _ compared: Compared, areInOrder: Bool
  ) -> Bool {
    guard var next = state else { return false }
    let places = areInOrder ? compared.stayed : Array(changes.ids.indices)
    let ids = places.count == changes.count ? changes.ids : places.map { changes.ids[$0] }
    next.store.update(changes, at: places)
    let failures = asked.failures
    do throws(ResultsError) {
      if areInOrder {
        try asked.askAgain(about: ids, &next, rules)
      } else {
        try asked.arrange(&next, rules, changed: ids)
      }
    } catch {
      asked.restoreFailures(failures)
      return false
    }
    noteContents(of: changes.ids, at: places)
    state = next
    noteEdits(changes.ids, at: places, compared)
    return true
  }

  /// The address of a row.
  func address(of id: RowID) -> UnsafeRawPointer? { state?.address(of: id) }

  /// Has the rows at `places` compared at the next delivery.
  private func noteEdits(_ ids: [RowID], at places: [Int], _ compared: Compared) {
    pending.edit(
      ids, at: places, areModified: compared.areModified, isForced: rules.reportsEqualReplacements)
  }
}
