internal import FilterEngine

// Rows that are replaced one by one in a batch are gathered and written together, which costs a fraction of writing
// each. An operation that reads the state writes them first.
extension ResultsStore {
  /// Replaces the content of a row by content of the same identity, in a batch together with others.
  ///
  /// - Throws: `limit`.
  func replaceContent<Item>(_ id: RowID, _ item: Item) throws(ResultsError) {
    guard isInBatch, rules.gathersReplacements, verdicts.limits.time == nil else {
      return try update(id, StoredRow(item))
    }
    if !deferred.append(id, item, most: keys.index.count) {
      settle()
      deferred.append(id, item, most: keys.index.count)
    }
  }

  /// Writes the gathered rows. If `endsBatches` is true, the outermost batch has no edits after them.
  ///
  /// - Throws: The first `limit`.
  func settleOrThrow(endsBatches: Bool = false) throws(ResultsError) {
    guard !deferred.isEmpty else { return }
    let changes = deferred
    deferred = GatheredRows()
    try editing { () throws(ResultsError) in
      try replaceContents(changes, endsBatches: endsBatches)
    }
  }

  /// Writes the gathered rows; the failures record a limit that is hit.
  func settle() {
    if !deferred.isEmpty { try? settleOrThrow() }
  }

  /// The state, after writing the gathered rows.
  func settledState() -> ResultsState? {
    settle()
    return state
  }

  /// The number of rows below which each is written by itself.
  private static var fewCount: Int { 4 }

  /// The part of all rows above which all rows are written.
  private static var manyPart: Int { 8 }

  /// Replaces the contents of rows by contents of the same identities.
  ///
  /// - Throws: The first `limit`; the rows that hit one do not change.
  private func replaceContents(
    _ changes: GatheredRows, endsBatches: Bool
  ) throws(ResultsError) {
    guard changes.count >= Self.fewCount, let count = state?.count else {
      return try updateEach(changes.ids, changes.takeRows())
    }
    let compared = compared(changes)
    // The test after the filters would run for all rows.
    let isMany = { (part: Int) in part > count / Self.manyPart && self.rules.test == nil }
    if isMany(compared.moved.count), replaceTogether(changes, compared, areInOrder: false) {
      return
    }
    if isMany(compared.stayed.count), replaceTogether(changes, compared, areInOrder: true) {
      return try updateEach(
        compared.moved.map { changes.ids[$0] }, compared.moved.map { changes.row(at: $0) })
    }
    var failure: ResultsError?
    let rows = changes.takeRows()
    do throws(ResultsError) {
      try replaceInPlace(changes.ids, rows, compared, endsBatches: endsBatches)
    } catch {
      failure = error
    }
    do throws(ResultsError) {
      try updateEach(compared.moved.map { changes.ids[$0] }, compared.moved.map { rows[$0] })
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  /// The comparison of new contents with old ones, by index.
  private struct Compared {
    /// The contents whose rows keep their positions.
    var stayed: [Int] = []

    /// The contents whose rows move.
    var moved: [Int] = []

    /// Whether each content differs.
    var areModified: [Bool] = []
  }

  private func compared(_ changes: GatheredRows) -> Compared {
    var result = Compared()
    guard let rows = state?.rows else { return result }
    // Read once: each use of a property of a class retains it.
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

  private func updateEach(_ ids: [RowID], _ rows: [StoredRow]) throws(ResultsError) {
    var failure: ResultsError?
    for index in ids.indices {
      do throws(ResultsError) {
        try update(ids[index], rows[index])
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Replaces the contents of the rows that keep their positions, and shows or hides them.
  private func replaceInPlace(
    _ ids: [RowID], _ rows: [StoredRow], _ compared: Compared, endsBatches: Bool
  ) throws(ResultsError) {
    let answers = verdicts.ask(
      about: ids, rows, at: compared.stayed, areModified: compared.areModified, rules,
      inBatch: isInBatch)
    let plan = ContentPlan(
      ids: ids, rows: rows, places: answers.passed, areModified: compared.areModified,
      turned: answers.turned)
    let isOnly = endsBatches && compared.moved.isEmpty && answers.failure == nil
    noteContents(of: ids, at: plan.places)
    follow { changes in
      for place in plan.places { changes.change(ids[place]) }
    }
    if !(isOnly && makeInShown(plan)) {
      state?.apply(plan, rules)
      noteEdits(ids, at: plan.places, compared)
    }
    if let failure = answers.failure { throw failure }
  }

  /// Replaces the contents of many rows and tests them: of those that keep their positions, or of all, which are then
  /// arranged again. Returns false if a filter hits a limit, and changes nothing then.
  private func replaceTogether(
    _ changes: GatheredRows, _ compared: Compared, areInOrder: Bool
  ) -> Bool {
    guard var next = state else { return false }
    let places = areInOrder ? compared.stayed : Array(changes.ids.indices)
    let ids = places.count == changes.count ? changes.ids : places.map { changes.ids[$0] }
    next.store.update(changes, at: places)
    let failures = verdicts.failures
    do throws(ResultsError) {
      if areInOrder {
        try verdicts.askAgain(about: ids, &next, rules)
      } else {
        try verdicts.arrange(&next, rules, changed: ids)
      }
    } catch {
      verdicts.restoreFailures(failures)
      return false
    }
    noteContents(of: changes.ids, at: places)
    follow { rows in
      for place in places { rows.change(changes.ids[place]) }
      // Rows may be in other sections.
      if !areInOrder { rows.needs(.counts) }
    }
    state = next
    noteEdits(changes.ids, at: places, compared)
    return true
  }

  /// Records that rows get other contents.
  private func noteContents(of ids: [RowID], at places: [Int]) {
    contentNumber &+= 1
    guard log != nil else { return }
    for place in places {
      if let step = undoing(ids[place], by: StoreStep.replace) { log?.record(step) }
    }
  }

  /// Records the rows at `places` as edited.
  private func noteEdits(_ ids: [RowID], at places: [Int], _ compared: Compared) {
    pending.edit(
      ids, at: places, areModified: compared.areModified, isForced: rules.reportsEqualReplacements)
  }
}
