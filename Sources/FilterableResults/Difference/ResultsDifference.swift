internal import FilterEngine

/// A version that is delivered, in one reference.
final class ResultsVersion {
  private(set) var state: ResultsState?

  /// The snapshot of the version; nil without data. A substitute may differ from the state.
  private(set) var shown: SnapshotStorage?
  let rules: ResultsRules

  /// The index paths of all rows, after many lookups.
  private var paths: ShownPaths?

  /// The number of lookups so far.
  private var lookUpCount = 0

  init(state: ResultsState?, shown: SnapshotStorage?, rules: ResultsRules) {
    self.state = state
    self.shown = shown
    self.rules = rules
  }

  /// Whether nothing else holds the snapshot.
  var isAlone: Bool { isKnownUniquelyReferenced(&shown) }

  /// Releases its contents, for an edit that replaces them.
  func clear() {
    (state, shown, paths) = (nil, nil, nil)
    lookUpCount = 0
  }

  /// Sets the contents after they were released.
  func set(_ state: ResultsState, _ shown: SnapshotStorage) {
    (self.state, self.shown) = (state, shown)
  }

  /// The number of rows that can be listed in the time of one search.
  private static var searchCost: Int { 64 }

  /// The index paths of all rows; nil while searching for each row costs less.
  ///
  /// Most versions are released before many lookups.
  func pathsOfManyLookUps() -> ShownPaths? {
    if let paths { return paths }
    lookUpCount += 1
    guard let state, lookUpCount * Self.searchCost > state.store.rows.count,
      let shown = shown?.shown, !shown.showsGroups, shown.tree.root === state.arranged.root
    else { return nil }
    let paths = ShownPaths(shown, count: state.store.rows.count)
    self.paths = paths
    return paths
  }
}

/// Compares two versions of a controller's results, limited to the rows that may have changed.
final class ResultsDifference {
  let old: ResultsVersion
  let new: ResultsVersion
  let pending: PendingChanges
  let sections: SectionDifference

  init(from old: ResultsVersion, to new: ResultsVersion, _ pending: PendingChanges) {
    self.old = old
    self.new = new
    self.pending = pending
    sections = SectionDifference(from: old.shown, to: new.shown)
  }

  /// The change set; `type` is that of the items.
  func changeset<Item>(of type: Item.Type) -> Changeset {
    var known: Changeset?
    if haveStore {
      switch pending.extent {
      case .rows: known = plannedChanges ?? rowChanges()
      case .visibility: known = visibilityChanges()
      case .nothing, .all: break
      }
    }
    var changes = known ?? fullChanges(of: type)
    sections.reportHeads(old.shown, new.shown, to: &changes)
    if movesEqualRowsOnly(changes, type) { changes.movedItems = [] }
    return changes
  }

  /// Whether all rows are of one store, in which their numbers identify them.
  var haveStore: Bool {
    old.shown?.hasLists != true && new.shown?.hasLists != true && !pending.comparesIdentities
  }

  /// The report of the plan of the only edit; nil if there is none, or if it may change a group row.
  private var plannedChanges: Changeset? {
    new.rules.showsGroupRows ? nil : pending.plan?.changes(old, new, sections)
  }

  /// Whether only rows without a key move, past rows that equal them, so that the list looks the same. Some rows may
  /// lack a key although others have one.
  ///
  /// - Complexity: O(1) if the row at the old index path of the first move differs, and O(n) at most.
  private func movesEqualRowsOnly<Item>(_ changes: Changeset, _ type: Item.Type) -> Bool {
    guard let first = changes.movedItems.first, changes.count == changes.movedItems.count else {
      return false
    }
    let (before, after) = (
      ResultsSnapshot<Item>(storage: old.shown), ResultsSnapshot<Item>(storage: new.shown)
    )
    guard isSame(before.row(at: first.from), after.row(at: first.from)) else { return false }
    // A section with another number of rows looks different.
    var growth: [Int: Int] = [:]
    for move in changes.movedItems {
      growth[move.from.section, default: 0] -= 1
      growth[move.to.section, default: 0] += 1
    }
    guard growth.values.allSatisfy({ $0 == 0 }) else { return false }
    // In each section from the first of these index paths to the last.
    let paths = (changes.movedItems.map(\.from) + changes.movedItems.map(\.to)).ascending()
    for (index, path) in paths.enumerated() {
      var end = path.item + 1
      if index + 1 < paths.count, paths[index + 1].section == path.section {
        end = paths[index + 1].item
      }
      for item in path.item..<end {
        let path = ResultsPath(section: path.section, item: item)
        guard isSame(before.row(at: path), after.row(at: path)) else { return false }
      }
    }
    return true
  }

  /// Whether two rows have the same identity and content.
  private func isSame<Item>(_ before: ResultsRow<Item>?, _ after: ResultsRow<Item>?) -> Bool {
    guard let before, let after else { return false }
    // Equal values may differ in content: 3 and 3.0.
    if let before = before.item, let after = after.item,
      new.rules.content.isModified(before, after)
    {
      return false
    }
    return RowIdentity(before, new.rules) == RowIdentity(after, new.rules)
  }

  /// Whether the content of a row differs.
  func isModified(_ before: UInt32, _ after: UInt32) -> Bool {
    guard let oldRows = old.state?.rows, let newRows = new.state?.rows else { return false }
    if before == after, pending.translation == nil, pending.modified.contains(after) { return true }
    return pending.forced.contains(after)
      || new.rules.content.differs(oldRows.address(of: before), newRows.address(of: after))
  }

  /// Whether two group rows have different items, or items with different content.
  func isGroupModified(_ origin: Int, _ place: Int, _ number: (UInt32) -> UInt32?) -> Bool {
    guard let before = old.shown?.header(at: origin).tree,
      let after = new.shown?.header(at: place).tree
    else { return false }
    if before.isIdentical(to: after), pending.forced.isEmpty, pending.edited.isEmpty {
      return false
    }
    let (was, now) = (before.groupedIDs, after.groupedIDs)
    guard was.count == now.count else { return true }
    return zip(was, now).contains { number($0) != $1 || isModified($0, $1) }
  }

  /// The rows that were removed and inserted with the same identity: old number to new number.
  func returned(_ gone: [UInt32], _ come: RowSet) -> [UInt32: UInt32] {
    guard !gone.isEmpty, let oldRows = old.state?.rows, let newRows = new.state?.rows else {
      return [:]
    }
    var places: [RowIdentity: [UInt32]] = [:]
    for id in gone.reversed() {
      places[RowIdentity(at: oldRows.address(of: id), new.rules), default: []].append(id)
    }
    var result: [UInt32: UInt32] = [:]
    for id in come.map({ Int($0) }).ascending().map({ UInt32($0) }) {
      let identity = RowIdentity(at: newRows.address(of: id), new.rules)
      if let before = places[identity]?.popLast() { result[before] = id }
    }
    return result
  }
}

extension SectionDifference {
  /// Compares sections of one store by their numbers, others by their keys.
  init(from old: SnapshotStorage?, to new: SnapshotStorage?) {
    if let before = old?.shown, let after = new?.shown,
      let difference = SectionDifference(from: before, to: after)
    {
      self = difference
      return
    }
    let (old, new) = (old?.headers ?? [], new?.headers ?? [])
    if (old + new).contains(where: { $0.tree == nil }) {
      var numbers = SectionGrouping([])
      self.init(
        from: old.map { numbers.member(of: $0.key) }, to: new.map { numbers.member(of: $0.key) })
    } else {
      self.init(from: old.map { $0.id }, to: new.map { $0.id })
    }
  }

  /// Adds the updates of kept sections whose headers differ.
  func reportHeads(
    _ old: SnapshotStorage?, _ new: SnapshotStorage?, to changes: inout Changeset
  ) {
    guard let old, let new else { return }
    for pair in differing {
      if let before = old.shown, let after = new.shown {
        let (section, other) = (before.section(at: pair.from), after.section(at: pair.to))
        if section.head === other.head, before.isCollapsed(section) == after.isCollapsed(other) {
          continue
        }
      }
      if new.header(at: pair.to).hasOtherHead(than: old.header(at: pair.from)) {
        changes.updatedSections.append(pair)
      }
    }
  }
}

extension SectionHeader {
  /// Whether titles differ, or whether a section without rows is collapsed or expanded, which no row event reports.
  fileprivate func hasOtherHead(than old: SectionHeader) -> Bool {
    title != old.title || indexTitle != old.indexTitle
      || (isCollapsed != old.isCollapsed && count == 0 && old.count == 0)
  }
}
