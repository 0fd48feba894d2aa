internal import FilterEngine

/// What a delivery starts from or leads to, one reference wide.
final class ResultsVersion {
  private(set) var state: ResultsState?

  /// What is shown, nil before there is data; it may be something else than the state.
  private(set) var shown: SnapshotStorage?
  let rules: ResultsRules

  /// Where rows are shown, once many were looked for.
  private var paths: ShownPaths?

  /// How many rows were looked for before.
  private var lookUpCount = 0

  init(state: ResultsState?, shown: SnapshotStorage?, rules: ResultsRules) {
    self.state = state
    self.shown = shown
    self.rules = rules
  }

  /// Whether nothing else holds what is shown.
  var isAlone: Bool { isKnownUniquelyReferenced(&shown) }

  /// Gives up what it holds, for an edit that puts another state in its place.
  func clear() {
    (state, shown, paths) = (nil, nil, nil)
    lookUpCount = 0
  }

  /// Puts a state in the place of what was given up.
  func set(_ state: ResultsState, _ shown: SnapshotStorage) {
    (self.state, self.shown) = (state, shown)
  }

  /// For how many rows a search takes as long as a row takes when all paths are listed.
  private static var searchCost: Int { 64 }

  /// Where the rows of the state are shown, nil as long as it takes less to search for each that is looked for.
  ///
  /// Most versions are gone before many rows were looked for in them.
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

  /// Whether rows are shown that are not of a store.
  fileprivate var hasLists: Bool { shown?.hasLists == true }
}

/// Compares two versions of a controller's results, looking only at what may have changed.
struct ResultsDifference {
  let old: ResultsVersion
  let new: ResultsVersion
  let pending: PendingChanges
  let sections: SectionDifference

  /// Above how many single rows everything is compared.
  private static var rowLimit: Int { 256 }

  init(from old: ResultsVersion, to new: ResultsVersion, _ pending: PendingChanges) {
    self.old = old
    self.new = new
    self.pending = pending
    sections = SectionDifference(from: old.shown, to: new.shown)
  }

  /// The change set; `type` is that of the items.
  func changeset<Item>(of type: Item.Type) -> Changeset {
    var changes: Changeset
    if old.hasLists || new.hasLists || pending.comparesIdentities {
      changes = identityChanges(of: type)
    } else {
      switch pending.extent {
      case .rows where keepsPlaces && pending.edited.count > 1: changes = contentChanges()
      case .rows where pending.plan != nil && !new.rules.showsGroupRows:
        changes = pending.plan.map { $0.changes(old, new, sections) } ?? rowChanges()
      case .rows
      where pending.edited.count + pending.inserted.count + pending.removed.count
        <= Self.rowLimit:
        changes = rowChanges()
      case .visibility: changes = visibilityChanges() ?? fullChanges()
      default: changes = fullChanges()
      }
    }
    sections.reportHeads(old.shown, new.shown, to: &changes)
    if movesEqualRowsOnly(changes, type) { changes.movedItems = [] }
    return changes
  }

  /// Whether only rows without a key moved, past rows that equal them: such rows are what they are equal
  /// to, so nothing that is shown has changed. Where rows have keys, some may still be without one.
  ///
  /// - Complexity: O(1) where another row is now at the place that the first one left, and O(n) at most.
  private func movesEqualRowsOnly<Item>(_ changes: Changeset, _ type: Item.Type) -> Bool {
    guard let first = changes.movedItems.first, changes.count == changes.movedItems.count else {
      return false
    }
    let (before, after) = (
      ResultsSnapshot<Item>(storage: old.shown), ResultsSnapshot<Item>(storage: new.shown)
    )
    guard isSame(before.row(at: first.from), after.row(at: first.from)) else { return false }
    // A section with another number of rows shows something else, whatever they equal.
    var growth: [Int: Int] = [:]
    for move in changes.movedItems {
      growth[move.from.section, default: 0] -= 1
      growth[move.to.section, default: 0] += 1
    }
    guard growth.values.allSatisfy({ $0 == 0 }) else { return false }
    var ranges: [Int: ClosedRange<Int>] = [:]
    for path in changes.movedItems.flatMap({ [$0.from, $0.to] }) {
      let range = ranges[path.section] ?? path.item...path.item
      ranges[path.section] = min(range.lowerBound, path.item)...max(range.upperBound, path.item)
    }
    return ranges.allSatisfy { section, range in
      range.allSatisfy { item in
        let path = ItemPath(section: section, item: item)
        return isSame(before.row(at: path), after.row(at: path))
      }
    }
  }

  /// Whether a row stands for what another one stands for, and shows the same.
  private func isSame<Item>(_ before: ResultsRow<Item>?, _ after: ResultsRow<Item>?) -> Bool {
    guard let before, let after else { return false }
    // What is equal may still show something else: 3 and 3.0.
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

  /// Whether two group rows stand for different items, or for items that differ.
  func isGroupModified(_ origin: Int, _ place: Int, _ number: (UInt32) -> UInt32?) -> Bool {
    guard let before = old.shown?.face(at: origin).tree,
      let after = new.shown?.face(at: place).tree
    else { return false }
    if before.isIdentical(to: after), pending.forced.isEmpty, pending.edited.isEmpty {
      return false
    }
    let (was, now) = (before.groupedIDs, after.groupedIDs)
    guard was.count == now.count else { return true }
    return zip(was, now).contains { number($0) != $1 || isModified($0, $1) }
  }

  /// The rows that went and came under the same identity: old number to new number.
  func returned(_ gone: [UInt32], _ come: some Sequence<UInt32>) -> [UInt32: UInt32] {
    guard !gone.isEmpty, let oldRows = old.state?.rows, let newRows = new.state?.rows else {
      return [:]
    }
    var places: [RowIdentity: [UInt32]] = [:]
    for id in gone.reversed() {
      places[RowIdentity(at: oldRows.address(of: id), new.rules), default: []].append(id)
    }
    var result: [UInt32: UInt32] = [:]
    for id in come.sorted() {
      let identity = RowIdentity(at: newRows.address(of: id), new.rules)
      if let before = places[identity]?.popLast() { result[before] = id }
    }
    return result
  }
}

extension SectionDifference {
  /// Sections of one store are told apart by their numbers, others by their keys.
  init(from old: SnapshotStorage?, to new: SnapshotStorage?) {
    if let before = old?.shown, let after = new?.shown,
      let difference = SectionDifference(from: before, to: after)
    {
      self = difference
      return
    }
    let (old, new) = (old?.faces ?? [], new?.faces ?? [])
    if (old + new).contains(where: { $0.tree == nil }) {
      self.init(from: old.map { $0.key }, to: new.map { $0.key })
    } else {
      self.init(from: old.map { $0.id }, to: new.map { $0.id })
    }
  }

  /// Writes which sections that stayed have other heads.
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
      if new.face(at: pair.to).hasOtherHead(than: old.face(at: pair.from)) {
        changes.updatedSections.append(pair)
      }
    }
  }
}

extension SectionFace {
  /// Whether titles differ, or whether rows are put away where no row comes or goes to tell it.
  fileprivate func hasOtherHead(than old: SectionFace) -> Bool {
    title != old.title || indexTitle != old.indexTitle
      || (isCollapsed != old.isCollapsed && count == 0 && old.count == 0)
  }
}
