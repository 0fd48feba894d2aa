internal import FilterEngine

/// What a controller stores and how it is arranged, without the type of the items: the only writer of rows, keys,
/// row numbers, stamps and verdicts, which change together.
///
/// An item comes in as a row, which is made once; from then on rows are known by their numbers and addresses.
// A class: filters and comparators are the caller's code and may read the controller while an edit is under way.
final class ResultsStore {
  /// The rows and their arrangement, with all edits.
  private(set) var state: ResultsState? {
    get {
      if !deferred.isEmpty { settle() }
      return settled
    }
    _modify {
      if !deferred.isEmpty { settle() }
      yield &settled
    }
  }

  /// The state without the rows that are put into place later.
  private var settled: ResultsState?

  /// Rows that were replaced in a batch and are put into place when somebody looks.
  private var deferred: [(id: RowID, row: StoredRow)] = []
  private var deferredIDs = RowSet()

  /// What the configuration means.
  private(set) var rules: ResultsRules

  /// The filters in force and what they have said of rows.
  private let asked = AskedFilters()

  /// Rows by key.
  private(set) var index = IdentityIndex()

  /// Row numbers that can be given again.
  private var freeIDs: [RowID] = []

  /// The stamp of every row whose item has one.
  private var stamps: [RowID: FilterValue] = [:]

  /// What may have changed since the last delivery; all where rows wait to be put into place.
  private(set) var pending = PendingChanges()

  /// The rows at the last delivery, from which `pending` counts.
  private(set) var taken: ResultsState?

  /// What observers have received last.
  var delivered: ResultsVersion

  /// Whether the next edit is delivered at once, and only to observers who receive it afterwards.
  var deliversAtOnce = false

  /// An edit of one row that was made in the version that was delivered last.
  private var inPlace: InPlaceEdit?

  /// What each open batch goes back to.
  private var batches: [Saved] = []

  /// The failures of the last edit by the numbers of their rows.
  var failures: FilterFailures {
    if !deferred.isEmpty { settle() }
    return asked.failures
  }

  var filters: [FilterTest] { asked.tests }

  /// The keys that the last edit met twice.
  private(set) var duplicateKeys: [FilterValue] = []

  init(_ rules: ResultsRules) {
    self.rules = rules
    delivered = ResultsVersion(state: nil, shown: nil, rules: rules)
  }

  // MARK: - Edits

  /// Begins the time of an edit.
  func beginTime() { asked.beginTime(rules.limits) }

  func resetDiagnostics() {
    asked.resetFailures()
    if !duplicateKeys.isEmpty { duplicateKeys = [] }
  }

  /// Keeps a key that was met twice.
  func repeatKey(_ key: FilterValue) { duplicateKeys.append(key) }

  /// Has more compared at the next delivery.
  func needs(_ extent: PendingChanges.Extent) { pending.needs(extent) }

  /// Whether anything may have changed since the last delivery.
  var hasChanges: Bool { pending.extent != .nothing || !deferred.isEmpty || inPlace != nil }

  /// Gives the edit that was made in the version that was delivered last, if there is one.
  func takeInPlaceEdit() -> InPlaceEdit? {
    guard inPlace != nil else { return nil }
    defer { inPlace = nil }
    return inPlace
  }

  /// Gives what may have changed since the last delivery; the next one starts here.
  func takeChanges() -> PendingChanges {
    defer {
      freeIDs += pending.released
      pending = PendingChanges()
      taken = state
    }
    return pending
  }

  // MARK: - Batches

  /// What a batch goes back to.
  private struct Saved {
    let state: ResultsState?
    let rules: ResultsRules
    let asked: AskedFilters.Saved
    let pending: PendingChanges
    let freeIDs: [RowID]
    let stamps: [RowID: FilterValue]
  }

  var isInBatch: Bool { !batches.isEmpty }

  func beginBatch() {
    if !deferred.isEmpty { settle() }
    batches.append(
      Saved(
        state: state, rules: rules, asked: asked.saved(), pending: pending, freeIDs: freeIDs,
        stamps: stamps))
  }

  func endBatch() {
    if !deferred.isEmpty { settle() }
    batches.removeLast()
    if batches.isEmpty { asked.endBatches() }
  }

  /// Ends the batch and takes its edits back.
  func rollback() {
    let saved = batches.removeLast()
    (deferred, deferredIDs) = ([], RowSet())
    settled = saved.state
    rules = saved.rules
    pending = saved.pending
    freeIDs = saved.freeIDs
    stamps = saved.stamps
    indexRows()
    asked.restore(saved.asked)
    if batches.isEmpty { asked.endBatches() }
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

extension ResultsStore {
  /// Asks the filters again about one row.
  ///
  /// - Throws: `limit`.
  func refilter(_ id: RowID) throws(ResultsError) {
    guard let address = state?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    settled?.set(visibility, of: id, rules)
    pending.edit(id)
  }

  /// Asks all filters about all rows.
  ///
  /// - Throws: `limit`.
  func refilter() throws(ResultsError) {
    var next = state
    try asked.askAll(&next, rules)
    settled = next
    if next != nil { pending.needs(.visibility) }
  }

  /// Puts other filters in force, and asks what is not known about them.
  ///
  /// - Throws: `limit`; then those before stay in force.
  func setFilters(
    _ new: [FilterTest], implies: (Int, Int) -> Bool
  ) throws(ResultsError) {
    var next = state
    guard try asked.replace(with: new, &next, rules, implies: implies) else { return }
    settled = next
    if next != nil { pending.needs(.visibility) }
  }

  /// The names of the filters that hide a row.
  func filtersHiding(_ id: RowID) -> [String] {
    if !deferred.isEmpty { settle() }
    return address(of: id).map { asked.names(hiding: $0, rules.limits) } ?? []
  }

  /// Whether and how a row is shown that is about to have the content at `address`.
  ///
  /// - Throws: `limit`.
  func visibility(
    at address: UnsafeRawPointer, of id: RowID
  ) throws(ResultsError) -> RowVisibility {
    try asked.visibility(at: address, of: id, rules, inBatch: !batches.isEmpty)
  }

  /// What the filters have said of a row, nil where that is not known or a test follows them.
  func knownVisibility(of id: RowID) -> RowVisibility? { asked.knownVisibility(of: id, rules) }

  /// Arranges all rows of `next`, and puts it in the place of the state.
  ///
  /// - Throws: `limit`; then the state is as it was.
  func rearrange(_ next: ResultsState?) throws(ResultsError) {
    guard var next else { return }
    try asked.arrange(&next, rules)
    settled = next
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
    if !deferred.isEmpty { settle() }
    guard settled != nil else { return }
    let visibility = try visibility(at: row.address, of: nextID)
    if canEditInPlace,
      let plan = settled?.planInsertion(of: nextID, row.address, visibility, at: position, rules),
      editInPlace(plan, row)
    {
      if plan.id == freeIDs.last { freeIDs.removeLast() }
      enter(plan.id, key)
      return keepStamp(plan.id, row.address)
    }
    insert(row, key, visibility, at: position)
  }

  /// Enters a row by its key.
  private func enter(_ id: RowID, _ key: FilterValue?) {
    guard let key, let rows = settled?.rows else { return }
    index.insert(id, key) { rules.key(at: rows.address(of: $0)) ?? .null }
  }

  /// The number that the next row to be inserted gets.
  private var nextID: RowID { freeIDs.last ?? RowID(settled?.rows.count ?? 0) }

  private func insert(
    _ row: StoredRow, _ key: FilterValue?, _ visibility: RowVisibility, at position: ItemPath
  ) {
    guard let id = settled?.insertIntoStore(row, as: freeIDs.popLast(), at: position) else {
      return
    }
    enter(id, key)
    let place = settled?.arrange(id, visibility, rules)
    keepStamp(id, row.address)
    pending.insert(id, EditedRow(from: nil, to: place.flatMap { settled?.shown($0) }))
  }

  /// Takes a row out.
  func remove(_ id: RowID, isIndexed: Bool = true) {
    if !deferred.isEmpty { settle() }
    guard let address = settled?.rows.address(of: id) else { return }
    let key = rules.key(at: address)
    if canEditInPlace, isIndexed, let plan = settled?.planRemoval(of: id, rules),
      editInPlace(plan, nil)
    {
      freeIDs.append(id)
      if let key { index.remove(id, key) }
      if !stamps.isEmpty { stamps[id] = nil }
      return
    }
    var from: EditedRow.Place?
    if let place = settled?.place(of: id, rules) {
      from = settled?.shown(place)
      settled?.unarrange(at: place, rules)
    }
    settled?.removeFromStore(id)
    if let key, isIndexed { index.remove(id, key) }
    if !stamps.isEmpty { stamps[id] = nil }
    pending.remove(id, EditedRow(from: from, to: nil))
  }

  /// Puts other content of the same identity into a row, in a batch together with others.
  ///
  /// - Throws: `limit`.
  func replaceContent(_ id: RowID, _ row: StoredRow) throws(ResultsError) {
    guard !batches.isEmpty, rules.identity != nil, rules.version == nil, !rules.content.areOwn,
      asked.limits.time == nil
    else { return try update(id, row) }
    if !deferredIDs.insert(id) {
      settle()
      deferredIDs.insert(id)
    }
    deferred.append((id, row))
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

  private func settle() {
    // Failures tell of a limit.
    try? settleOrThrow()
  }

  /// The address of a row.
  func address(of id: RowID) -> UnsafeRawPointer? { settled?.rows.address(of: id) }

  /// Puts content into a row that stays where it is.
  func put(_ row: StoredRow, into id: RowID) { settled?.rows.update(id, row) }

  /// Has a row compared at the next delivery.
  func noteEdit(_ id: RowID) {
    pending.edit(id)
    if rules.reportsEqualReplacements { pending.forced.insert(id) }
  }

  /// Shows or hides rows.
  func show(_ rows: [(id: RowID, visibility: RowVisibility)]) {
    for row in rows { settled?.set(row.visibility, of: row.id, rules) }
  }

  /// Puts other content into many rows and asks the filters about them, and arranges all rows where they are not in
  /// order; false where a filter hits a limit, and nothing has changed then.
  func replaceTogether(_ changes: [(id: RowID, row: StoredRow)], areInOrder: Bool) -> Bool {
    guard var next = settled else { return false }
    next.rows.updateMany(changes)
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

  /// Puts other content of the same identity into a row.
  ///
  /// - Throws: `limit`.
  func update(_ id: RowID, _ row: StoredRow, isForced: Bool = false) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    guard let old = settled?.rows.address(of: id) else { return }
    let isForced = isForced || hasNewStamp(id, row.address)
    let isModified = isForced || rules.content.differs(old, row.address)
    let isReported = isForced || rules.reportsEqualReplacements
    // Where the caller says what counts as other content, the arrangement may still have to follow.
    guard isModified || rules.content.areOwn else {
      // It may differ in what nobody can see.
      settled?.rows.update(id, row)
      pending.edit(id)
      if isReported { pending.forced.insert(id) }
      return
    }
    let visibility = try visibility(at: row.address, of: id)
    if canEditInPlace,
      let plan = settled?.planUpdate(of: id, row.address, visibility, rules),
      editInPlace(plan, row, isModified: isModified || isReported)
    {
      return keepStamp(id, row.address)
    }
    var places = settled?.update(id, row, visibility, rules)
    places?.isModified = isModified || isReported
    keepStamp(id, row.address)
    pending.edit(id, places)
    if isReported { pending.forced.insert(id) }
  }

  /// Takes a row to another position of the store, which is counted without it.
  ///
  /// - Throws: `limit`.
  func move(_ id: RowID, to position: ItemPath) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    guard let address = settled?.rows.address(of: id) else { return }
    let visibility = try visibility(at: address, of: id)
    settled?.unarrange(id, rules)
    settled?.removeFromStore(id)
    settled?.insertIntoStore(id, at: position)
    settled?.arrange(id, visibility, rules)
    pending.edit(id)
  }

  /// Puts a row of another identity in the place of a row.
  ///
  /// - Throws: `limit`.
  func replace(_ id: RowID, with row: StoredRow, key: FilterValue?) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
    // Two steps are one delivery.
    deliversAtOnce = false
    guard let position = settled?.storePlace(of: id) else { return }
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

// MARK: - In place

/// An edit of one row that was made in the version that was delivered last: what it changes for those who see it.
struct InPlaceEdit {
  let changes: Changeset
  let old: UndoneSnapshot
}

// Versions share what they have in common, so that an edit copies what it changes. The version that was delivered
// last is given up instead where nobody else holds it: then there is nothing to copy. Who asks for what was shown
// before the edit gets it by undoing the edit.
extension ResultsStore {
  /// Whether an edit of one row may be made in the version that was delivered last, if nobody else holds that.
  private var canEditInPlace: Bool {
    deliversAtOnce && inPlace == nil && pending.extent == .nothing && batches.isEmpty
      && rules.identity != nil && !rules.showsGroupRows && !rules.reloadsFromEmpty
      && delivered.rules === rules && delivered.shown?.shown?.collapsed.isNone == true
  }

  /// Makes an edit in the version that was delivered last; false where somebody else holds that.
  private func editInPlace(_ plan: RowPlan, _ row: StoredRow?, isModified: Bool = false) -> Bool {
    guard isKnownUniquelyReferenced(&delivered), delivered.isAlone else { return false }
    let edit = ShownEdit(
      id: plan.id, from: plan.from, to: plan.to, row: settled?.rows.ownRow(plan.id),
      prefix: rules.order.prefix)
    // From here to where the version is there again nothing is called that is not ours.
    taken = nil
    delivered.clear()
    settled?.apply(plan, row, rules)
    taken = settled
    guard let settled else { return false }
    let shown = SnapshotStorage(settled, rules, collapsed: CollapsedSections())
    delivered.set(settled, shown)
    inPlace = InPlaceEdit(
      changes: Changeset(
        from: plan.from?.shownPath, to: plan.to?.shownPath, isModified: isModified),
      old: UndoneSnapshot(edit, before: shown))
    return true
  }
}

extension RowPlace {
  /// The index path where all sections are shown, nil where the row is not.
  fileprivate var shownPath: ItemPath? {
    visibility == .shown ? ItemPath(section: section, item: rank) : nil
  }
}

extension Changeset {
  /// What one row changes where no section comes, goes or moves; nil where the row is not shown.
  fileprivate init(from: ItemPath?, to: ItemPath?, isModified: Bool) {
    self.init()
    guard let from, let to else {
      if let from { deletedItems = [from] }
      if let to { insertedItems = [to] }
      return
    }
    let pair = ItemPair(from: from, to: to)
    if from != to { movedItems = [pair] }
    if isModified { updatedItems = [pair] }
  }
}

// MARK: - Finding rows

extension ResultsStore {
  /// The row of a key.
  func id(forKey key: FilterValue) -> RowID? {
    // Rows that wait to be put into place have the same keys.
    guard let rows = settled?.rows, let identity = rules.identity, key.kind != .null else {
      return nil
    }
    guard let column = rules.keyColumn, let words = column.words(of: key) else {
      return index.find(key) { identity.value(of: $0, in: rows) == key }
    }
    return withExtendedLifetime(key) { id(ofWords: words, column, in: rows) }
  }

  /// The row of a key by its words.
  private func id(ofWords words: ValueWords, _ column: FieldColumn, in rows: RowTable) -> RowID? {
    index.find(hash: column.hash(words, index.hasher)) {
      column.has(words, at: rows.address(of: $0))
    }
  }

  /// Where the arrangement has a row, and the number of the section there.
  func place(of id: RowID) -> (place: RowPlace, section: Int)? {
    if !deferred.isEmpty { settle() }
    guard let settled, let place = settled.place(of: id, rules) else { return nil }
    return (place, settled.arranged.withSection(at: place.section) { $0.id })
  }

  /// The row of a key among those of the type of the row at an address.
  func id(ofKey key: FilterValue, like address: UnsafeRawPointer) -> RowID? {
    guard let type = rules.type, let rows = settled?.rows, let identity = rules.identity else {
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
    if let column = rules.keyColumn, let rows = settled?.rows {
      return id(ofWords: column.words(at: address), column, in: rows)
    }
    if let key = rules.key(at: address) { return id(ofKey: key, like: address) }
    guard let state else { return nil }
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
    if !deferred.isEmpty { settle() }
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
  func setLimits(_ new: ResultsRules) {
    if !deferred.isEmpty { settle() }
    rules = new
  }

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
    replaceState(nil, IdentityIndex())
    asked.forgetRows()
    pending.replace(
      with: Array(repeating: PendingChanges.gone, count: taken?.rows.count ?? 0))
  }

  /// Puts rows in the place of all data; what is invalid is found before anything is changed.
  ///
  /// - Throws: `duplicateKey` where duplicates are refused; `limit`.
  func load(
    _ rows: RowTable, _ sections: [LoadedSection], isFlat: Bool, isDelivering: Bool
  ) throws(ResultsError) {
    if !deferred.isEmpty { settle() }
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
    try asked.arrange(&next, rules)
    pending.replace(with: entered.translation ?? translation(to: next))
    forceStamped(in: next)
    replaceState(next, entered.index)
    if rules.version != nil {
      for id in next.storeIDs { keepStamp(id, next.rows.address(of: id)) }
    }
  }

  private func replaceState(_ state: ResultsState?, _ index: IdentityIndex) {
    settled = state
    self.index = index
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
