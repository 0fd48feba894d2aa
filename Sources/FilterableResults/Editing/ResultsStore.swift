internal import FilterEngine

/// What a controller stores and how it is arranged, without the type of the items: the only writer of rows, keys,
/// row numbers, stamps and verdicts, which change together.
///
/// An item comes in as a row, which is made once; from then on rows are known by their numbers and addresses.
// A class: filters and comparators are the caller's code and may read the controller while an edit is under way.
final class ResultsStore {
  /// The rows and their arrangement, with all edits.
  private(set) var state: ResultsState?

  /// What the configuration means.
  private(set) var rules: ResultsRules

  /// The filters in force.
  private(set) var filters: [FilterTest] = []

  /// Rows by key.
  private(set) var index = IdentityIndex()

  /// What the filters said of rows. Versions do not hold it: what is unknown is asked again.
  private(set) var verdicts = FilterVerdicts()

  /// Row numbers that can be given again.
  private var freeIDs: [RowID] = []

  /// The stamp of every row whose item has one.
  private var stamps: [RowID: FilterValue] = [:]

  /// What may have changed since the last delivery.
  private(set) var pending = PendingChanges()

  /// The rows at the last delivery.
  private(set) var delivered: ResultsState?

  /// What each open batch goes back to.
  private var batches: [Saved] = []

  /// The rows about which filters were asked one by one in the open batches.
  private var askedRows: [RowID] = []

  /// How often filters were asked about all rows, and how often rows were numbered from the start.
  private var passCount = 0

  /// What the edit under way may take, its time begun.
  private var limits = EvaluationLimits.standard

  /// How often filters were asked about a single item.
  private var askedCount = 0

  /// The failures of the last edit by the numbers of their rows.
  private(set) var failures = FilterFailures()

  /// The keys that the last edit met twice.
  private(set) var duplicateKeys: [FilterValue] = []

  init(_ rules: ResultsRules) { self.rules = rules }

  // MARK: - Edits

  /// Begins the time of an edit.
  func beginTime() {
    limits = rules.limits
    if limits.time != nil { limits = limits.beginning() }
  }

  func resetDiagnostics() {
    if failures.count > 0 || failures.limit != nil { failures = FilterFailures() }
    if !duplicateKeys.isEmpty { duplicateKeys = [] }
  }

  /// Keeps a key that was met twice.
  func repeatKey(_ key: FilterValue) { duplicateKeys.append(key) }

  /// Has more compared at the next delivery.
  func needs(_ extent: PendingChanges.Extent) { pending.needs(extent) }

  /// Gives what may have changed since the last delivery; the next one starts here.
  func takeChanges() -> PendingChanges {
    defer {
      freeIDs += pending.released
      pending = PendingChanges()
      delivered = state
    }
    return pending
  }

  // MARK: - Batches

  /// What a batch goes back to.
  private struct Saved {
    let state: ResultsState?
    let rules: ResultsRules
    let filters: [FilterTest]
    let pending: PendingChanges
    let freeIDs: [RowID]
    let stamps: [RowID: FilterValue]

    /// The `passCount`, and how many of `askedRows` there were.
    let passCount: Int
    let askedCount: Int
  }

  var isInBatch: Bool { !batches.isEmpty }

  func beginBatch() {
    batches.append(
      Saved(
        state: state, rules: rules, filters: filters, pending: pending, freeIDs: freeIDs,
        stamps: stamps, passCount: passCount, askedCount: askedRows.count))
  }

  func endBatch() {
    batches.removeLast()
    forgetAskedRows()
  }

  /// Ends the batch and takes its edits back.
  func rollback() {
    let saved = batches.removeLast()
    state = saved.state
    rules = saved.rules
    filters = saved.filters
    pending = saved.pending
    freeIDs = saved.freeIDs
    stamps = saved.stamps
    indexRows()
    // A filter may look at more than the rows, and at something else then than now.
    if passCount == saved.passCount {
      verdicts = verdicts.following(filters)
      verdicts.forget(askedRows[saved.askedCount...])
    } else {
      verdicts = FilterVerdicts(filters)
    }
    forgetAskedRows()
  }

  /// Rows that were asked about matter only to batches that can be taken back.
  private func forgetAskedRows() {
    if batches.isEmpty, !askedRows.isEmpty { askedRows = [] }
  }

  /// Enters all rows by key.
  private func indexRows() {
    index = IdentityIndex()
    guard let state, rules.identity != nil else { return }
    index.reserve(state.count)
    for id in state.storeIDs { enter(id, in: state.rows) }
  }

  private func enter(_ id: RowID, in rows: RowTable) {
    guard let key = rules.key(at: rows.address(of: id)) else { return }
    index.insert(id, key) { rules.key(at: rows.address(of: $0)) ?? .null }
  }
}

// MARK: - Asking filters

// A limit that is hit is an error of the edit, which has changed nothing then: the filters are asked before a step
// changes the store.
extension ResultsStore {
  /// Whether and how a row is shown that is about to have the content at `address`.
  ///
  /// - Throws: `limit`.
  private func visibility(
    at address: UnsafeRawPointer, of id: RowID
  ) throws(ResultsError) -> RowVisibility {
    // Each item has a run of its own, which may be too short to look at the time.
    askedCount &+= 1
    if askedCount & 0xFF == 0, let end = limits.end { throw refused(by: end) }
    var verdict = RowVerdict()
    for filter in filters {
      do throws(EvaluationError) {
        guard try filter.passes(address, limits) else { break }
        verdict.passed += 1
      } catch {
        verdict.hasFailed = true
        if error.isLimit { throw refused(by: error, of: id) }
        failures.record(error, of: id)
        break
      }
    }
    verdicts.record(verdict, of: id)
    if !batches.isEmpty { askedRows.append(id) }
    guard verdict.passed == filters.count else { return .hidden }
    return rules.test?(address) == false ? .grouped : .shown
  }

  /// Asks the filters again about one row.
  ///
  /// - Throws: `limit`.
  func refilter(_ id: RowID) throws(ResultsError) {
    guard let address = state?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    state?.set(visibility, of: id, rules)
    pending.edit(id)
  }

  /// Puts other filters in force, and asks what is not known about them.
  ///
  /// - Throws: `limit`; then those before stay in force.
  func setFilters(
    _ new: [FilterTest], implies: (Int, Int) -> Bool
  ) throws(ResultsError) {
    let old = filters
    let (known, kept) = (Set(old.map(\.identity)), Set(new.map(\.identity)))
    let hasAdded = !known.isSuperset(of: kept)
    // A row that an old filter hid stays hidden where a new one is at least as strict.
    let narrows = old.indices.allSatisfy { place in
      kept.contains(old[place].identity) || new.indices.contains { implies($0, place) }
    }
    let following = verdicts.following(new)
    filters = new
    if narrows, !hasAdded {
      verdicts = following
      return
    }
    do throws(ResultsError) {
      try runFilters(narrows ? .visible : .all, following)
    } catch {
      filters = old
      throw error
    }
  }

  /// Asks all filters about all rows.
  ///
  /// - Throws: `limit`.
  func refilter() throws(ResultsError) { try runFilters(.all, FilterVerdicts(filters)) }

  private func runFilters(
    _ scope: FilterScope, _ known: FilterVerdicts
  ) throws(ResultsError) {
    var verdicts = known
    if var next = state {
      try evaluating { next.filter(rules, filters, limits, among: scope, &verdicts, &$0) }
      state = next
      pending.needs(.visibility)
    }
    self.verdicts = verdicts
    passCount += 1
  }

  /// The names of the filters that hide a row.
  func filtersHiding(_ id: RowID) -> [String] {
    guard let address = state?.rows.address(of: id) else { return [] }
    let limits = rules.limits.beginning()
    var names: [String] = []
    for filter in filters where (try? filter.passes(address, limits)) != true {
      names.append(filter.name)
    }
    return names
  }

  /// Carries out `body`, which asks the filters.
  ///
  /// - Throws: `limit` where a filter hit one.
  private func evaluating(_ body: (inout FilterFailures) -> Void) throws(ResultsError) {
    var found = FilterFailures()
    body(&found)
    if let limit = found.limit { throw refused(by: limit) }
    if found.count > 0 { failures.record(found) }
  }

  private func refused(by limit: EvaluationError, of id: RowID? = nil) -> ResultsError {
    failures.refuse(limit)
    return .limit(limit)
  }

  /// Arranges all rows of `next`, and puts it in the place of the state.
  ///
  /// - Throws: `limit`; then the state is as it was.
  func rearrange(_ next: ResultsState?) throws(ResultsError) {
    guard var next else { return }
    var verdicts = FilterVerdicts()
    try evaluating { next.arrange(rules, filters, limits, &verdicts, &$0) }
    state = next
    self.verdicts = verdicts
    passCount += 1
    pending.needs(.all)
  }
}

// MARK: - Single rows

// The steps that every edit is made of. One that fails, as a filter hits a limit, has changed nothing.
extension ResultsStore {
  /// Puts a row in at a position of the store that exists.
  ///
  /// - Throws: `limit`.
  func insert(_ row: StoredRow, key: FilterValue?, at position: ItemPath) throws(ResultsError) {
    guard state != nil else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    insert(row, key, visibility, at: position)
  }

  /// The number that the next row to be inserted gets.
  private var nextID: RowID { freeIDs.last ?? RowID(state?.rows.count ?? 0) }

  private func insert(
    _ row: StoredRow, _ key: FilterValue?, _ visibility: RowVisibility, at position: ItemPath
  ) {
    guard let id = state?.insertIntoStore(row, as: freeIDs.popLast(), at: position) else { return }
    if let key, let rows = state?.rows {
      index.insert(id, key) { rules.key(at: rows.address(of: $0)) ?? .null }
    }
    let place = state?.arrange(id, visibility, rules)
    keepStamp(id, row.address)
    pending.insert(id, EditedRow(from: nil, to: place.flatMap { state?.shown($0) }))
  }

  /// Takes a row out.
  func remove(_ id: RowID, isIndexed: Bool = true) {
    guard let key = state.map({ rules.key(at: $0.rows.address(of: id)) }) else { return }
    var from: EditedRow.Place?
    if let place = state?.place(of: id, rules) {
      from = state?.shown(place)
      state?.unarrange(at: place, rules)
    }
    state?.removeFromStore(id)
    if let key, isIndexed { index.remove(id, key) }
    if !stamps.isEmpty { stamps[id] = nil }
    pending.remove(id, EditedRow(from: from, to: nil))
  }

  /// Puts other content of the same identity into a row.
  ///
  /// - Throws: `limit`.
  func update(_ id: RowID, _ row: StoredRow, isForced: Bool = false) throws(ResultsError) {
    guard let old = state?.rows.address(of: id) else { return }
    let isForced = isForced || hasNewStamp(id, row.address)
    let isModified = isForced || rules.content.differs(old, row.address)
    let isReported = isForced || rules.reportsEqualReplacements
    // Where the caller says what counts as other content, the arrangement may still have to follow.
    guard isModified || rules.content.areOwn else {
      // It may differ in what nobody can see.
      state?.rows.update(id, row)
      pending.edit(id)
      if isReported { pending.forced.insert(id) }
      return
    }
    let visibility = try visibility(at: row.address, of: id)
    var places = state?.update(id, row, visibility, rules)
    places?.isModified = isModified || isReported
    keepStamp(id, row.address)
    pending.edit(id, places)
    if isReported { pending.forced.insert(id) }
  }

  /// Takes a row to another position of the store, which is counted without it.
  ///
  /// - Throws: `limit`.
  func move(_ id: RowID, to position: ItemPath) throws(ResultsError) {
    guard let address = state?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    state?.unarrange(id, rules)
    state?.removeFromStore(id)
    state?.insertIntoStore(id, at: position)
    state?.arrange(id, visibility, rules)
    pending.edit(id)
  }

  /// Puts a row of another identity in the place of a row.
  ///
  /// - Throws: `limit`.
  func replace(_ id: RowID, with row: StoredRow, key: FilterValue?) throws(ResultsError) {
    guard let position = state?.storePlace(of: id) else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    remove(id)
    insert(row, key, visibility, at: position)
  }

  // MARK: Stamps

  private func keepStamp(_ id: RowID, _ address: UnsafeRawPointer) {
    if let version = rules.version { stamps[id] = version.read(address) }
  }

  /// Whether the stamp of the content at `address` is another than the one of the row.
  func hasNewStamp(_ id: RowID, _ address: UnsafeRawPointer) -> Bool {
    guard let version = rules.version, let stamp = stamps[id] else { return false }
    return !stamp.isSameContent(as: version.read(address))
  }
}

// MARK: - Finding rows

extension ResultsStore {
  /// The row of a key.
  func id(forKey key: FilterValue) -> RowID? {
    guard let rows = state?.rows, let identity = rules.identity, key.kind != .null else {
      return nil
    }
    return index.find(key) { identity.value(of: $0, in: rows) == key }
  }

  /// The row of a key among those of the type of the row at an address.
  func id(ofKey key: FilterValue, like address: UnsafeRawPointer) -> RowID? {
    guard let type = rules.type, let rows = state?.rows, let identity = rules.identity else {
      return id(forKey: key)
    }
    let wanted = type(address)
    return index.find(key) {
      let other = rows.address(of: $0)
      return identity.read(other) == key && type(other) == wanted
    }
  }

  /// The row of the identity of the item at an address; equal items stand for each other where there is no key.
  func id(at address: UnsafeRawPointer) -> RowID? {
    guard let state else { return nil }
    if let key = rules.key(at: address) { return id(ofKey: key, like: address) }
    return state.storeIDs.first {
      let row = state.rows.address(of: $0)
      return rules.key(at: row) == nil && rules.content.areEqual(row, address)
    }
  }
}

// MARK: - All rows

extension ResultsStore {
  /// Puts other rules in the place of the present ones, and arranges all rows by them.
  ///
  /// - Throws: `duplicateKey` where a new identity finds duplicates and they are refused; `limit`.
  func configure(_ new: ResultsRules) throws(ResultsError) {
    let isSameIdentity = new.hasSameIdentity(as: rules)
    rules = new
    beginTime()
    guard state != nil else { return }
    try rearrange(state)
    guard !isSameIdentity else { return }
    pending.comparesIdentities = true
    try identifyRows()
  }

  /// Replaces the limits alone.
  func setLimits(_ new: ResultsRules) { rules = new }

  /// Enters all rows by their new keys; rows whose key another one has are removed.
  private func identifyRows() throws(ResultsError) {
    index = IdentityIndex()
    guard let state, rules.identity != nil else { return }
    index.reserve(state.count)
    var repeated: [(id: RowID, known: RowID, key: FilterValue)] = []
    for id in state.storeIDs {
      let address = state.rows.address(of: id)
      guard let key = rules.key(at: address) else { continue }
      if let known = self.id(ofKey: key, like: address) {
        guard rules.duplicates != .refuse else { throw .duplicateKey(key) }
        repeated.append((id, known, key))
      } else {
        enter(id, in: state.rows)
      }
    }
    for row in repeated {
      duplicateKeys.append(row.key)
      remove(row.id, isIndexed: false)
      guard rules.duplicates == .last else { continue }
      try update(row.known, state.rows.row(row.id))
    }
  }

  /// Forgets all data.
  func unload() {
    guard state != nil else { return }
    replaceState(nil, FilterVerdicts(filters), IdentityIndex())
    pending.replace(
      with: Array(repeating: PendingChanges.gone, count: delivered?.rows.count ?? 0))
  }

  /// Puts rows in the place of all data; what is invalid is found before anything is changed.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused; `limit`.
  func load(
    _ rows: RowTable, _ sections: [LoadedSection], isFlat: Bool, isDelivering: Bool
  ) throws(ResultsError) {
    let entered: EnteredRows
    if !isDelivering, let quick = replacement(rows) {
      entered = quick
    } else {
      entered = try enter(rows)
    }
    var store: [RowSection] = []
    var start: RowID = 0
    for section in sections {
      let range = start..<start + RowID(section.count)
      start = range.upperBound
      let ids = entered.kept.map { kept in range.filter { kept[Int($0)] } } ?? Array(range)
      store.append(
        RowSection(
          id: rules.numbers.number(of: section.key), key: section.key, title: section.title,
          tree: RowTree(hidden: ids)))
    }
    var next = ResultsState(rows: entered.rows, store: SectionTree(store), isFlat: isFlat)
    var verdicts = FilterVerdicts()
    try evaluating { next.arrange(rules, filters, limits, &verdicts, &$0) }
    pending.replace(with: entered.translation ?? translation(to: next))
    forceStamped(in: next)
    replaceState(next, verdicts, entered.index)
    if rules.version != nil {
      for id in next.storeIDs { keepStamp(id, next.rows.address(of: id)) }
    }
  }

  private func replaceState(
    _ state: ResultsState?, _ verdicts: FilterVerdicts, _ index: IdentityIndex
  ) {
    self.state = state
    self.verdicts = verdicts
    self.index = index
    passCount += 1
    freeIDs = []
    stamps = [:]
  }

  /// Marks the rows whose stamp is another than the one that is kept.
  private func forceStamped(in next: ResultsState) {
    guard rules.version != nil || rules.reportsEqualReplacements,
      let translation = pending.translation
    else { return }
    for (before, after) in translation.enumerated() where after != PendingChanges.gone {
      if rules.reportsEqualReplacements
        || hasNewStamp(RowID(before), next.rows.address(of: after))
      {
        pending.forced.insert(after)
      }
    }
  }
}

// MARK: - Sections of the store

extension ResultsStore {
  /// Puts a section without rows in at a place.
  func insertSection(_ key: FilterValue, title: String?, at place: Int) {
    state?.store.insert(
      RowSection(id: rules.numbers.number(of: key), key: key, title: title), at: place)
    arrangeSections()
  }

  /// Takes out the section at a place with its rows.
  func removeSection(at place: Int) {
    removeRows(ofSection: place)
    state?.store.remove(at: place)
    arrangeSections()
  }

  /// Takes out the rows of the section at a place.
  func removeRows(ofSection place: Int) {
    for id in state?.store[place].tree.ids ?? [] { remove(id) }
  }

  /// Makes the arrangement follow the store's sections, whose rows it has already.
  private func arrangeSections() {
    pending.needs(.all)
    guard rules.section == nil, let store = state?.store else { return }
    let known = Dictionary(
      (state?.arranged.list ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    state?.arranged = SectionTree(
      store.list.map { section in
        known[section.id] ?? rules.section(id: section.id, key: section.key, title: section.title)
      })
  }
}
