/// What may have changed since the last delivery.
struct PendingChanges {
  /// How much has to be compared.
  enum Extent: Int {
    case nothing
    /// Single rows.
    case rows
    /// What is shown; order and content are the same.
    case visibility
    /// Everything.
    case all
  }

  private(set) var extent = Extent.nothing

  /// Rows that are in both states and were edited.
  private(set) var edited = RowSet()

  /// Those of `edited` whose content is known to differ from that of the last delivery.
  private(set) var modified = RowSet()

  /// The plan of the only edit; nil if there are several edits or none, or the edit had no plan.
  private(set) var plan: RowPlan?

  /// Rows that came.
  private(set) var inserted = RowSet()

  /// Rows that are gone, by their numbers at the last delivery.
  private(set) var removed: [UInt32] = []

  /// Rows that count as changed although nothing tells that they are.
  var forced: Set<UInt32> = []

  /// The new number of each row of the last delivery; nil where numbers have stayed, the largest
  /// number for a row that is gone.
  private(set) var translation: [UInt32]?

  /// Whether rows have been told apart in another way for a while, so that their numbers say nothing.
  var comparesIdentities = false

  /// Numbers that no row has any more.
  private(set) var released: [UInt32] = []

  static var gone: UInt32 { .max }

  mutating func needs(_ other: Extent) {
    plan = nil
    switch (extent, other) {
    case (.nothing, _): extent = other
    case (_, .nothing): break
    case (.rows, .rows), (.visibility, .visibility): break
    default: extent = .all
    }
  }

  /// Records the edit of a plan that was applied.
  mutating func record(_ plan: RowPlan) {
    let isOnly = extent == .nothing
    switch (plan.position, plan.newPosition) {
    case (nil, _?):
      needs(.rows)
      inserted.insert(plan.id)
    case (_?, nil): remove(plan.id)
    default: edit(plan.id)
    }
    if isOnly { self.plan = plan }
  }

  /// Records that a row was edited; `isModified` if its content is known to differ from the one before.
  mutating func edit(_ id: RowID, isModified: Bool = false) {
    needs(.rows)
    guard !inserted.contains(id) else { return }
    if !edited.insert(id) {
      // It may have become again what it was.
      modified.remove(id)
    } else if isModified {
      modified.insert(id)
    }
  }

  /// The rows at `places` were edited, which is one access for all of them.
  mutating func edit(_ ids: [RowID], at places: [Int], areModified: [Bool], isForced: Bool) {
    for place in places {
      edit(ids[place], isModified: areModified[place])
      if isForced { forced.insert(ids[place]) }
    }
  }

  /// Forgets what is known of contents, as they are compared in another way from now on.
  mutating func forgetComparisons() { modified = RowSet() }

  private mutating func remove(_ id: RowID) {
    needs(.rows)
    released.append(id)
    forced.remove(id)
    if inserted.remove(id) { return }
    edited.remove(id)
    modified.remove(id)
    if translation == nil { removed.append(id) }
  }

  /// Everything was replaced.
  mutating func replace(with translation: [UInt32]) {
    self = PendingChanges()
    extent = .all
    self.translation = translation
  }
}
