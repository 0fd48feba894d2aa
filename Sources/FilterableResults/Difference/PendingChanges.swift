/// The rows that may have changed since the last delivery.
struct PendingChanges {
  /// The extent of the comparison.
  enum Extent: Int {
    case nothing
    /// Single rows.
    case rows
    /// Visibility; order and content are the same.
    case visibility
    /// Everything.
    case all
  }

  private(set) var extent = Extent.nothing

  /// The snapshot before an edit that was made in the version that was delivered last, and is not compared.
  private(set) var shown: UndoneSnapshot?

  /// Whether nothing may have changed.
  var isEmpty: Bool { extent == .nothing && shown == nil }

  /// Edited rows that are in both states.
  private(set) var edited = RowSet()

  /// The edited rows whose content is known to differ from that of the last delivery.
  private(set) var modified = RowSet()

  /// The plan of the only edit; nil if there are several edits or none, or the edit had no plan.
  private(set) var plan: RowPlan?

  /// Inserted rows.
  private(set) var inserted = RowSet()

  /// Removed rows, by their numbers at the last delivery.
  private(set) var removed: [UInt32] = []

  /// Rows that are reported as updated although their content does not differ.
  var forced: Set<UInt32> = []

  /// The new number of each row of the last delivery, `gone` for a removed row; nil if rows keep their numbers.
  private(set) var translation: [UInt32]?

  /// Whether the identity of rows has changed, so that their numbers do not identify them.
  var comparesIdentities = false

  /// Numbers of removed rows.
  private(set) var released: [UInt32] = []

  static var gone: UInt32 { .max }

  /// Records an edit that was made in the version that was delivered last.
  mutating func show(_ before: UndoneSnapshot) { shown = before }

  /// Removes and returns the edit that was made in the version that was delivered last.
  mutating func takeShown() -> UndoneSnapshot? {
    guard let before = shown else { return nil }
    shown = nil
    return before
  }

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
      // It may have its old content again.
      modified.remove(id)
    } else if isModified {
      modified.insert(id)
    }
  }

  /// Records that the rows at `places` were edited, with one access for all of them.
  mutating func edit(_ ids: [RowID], at places: [Int], areModified: [Bool], isForced: Bool) {
    for place in places {
      edit(ids[place], isModified: areModified[place])
      if isForced { forced.insert(ids[place]) }
    }
  }

  /// Removes the results of comparisons of content, as another rule compares it now.
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

  /// Records that all rows were replaced.
  mutating func replace(with translation: [UInt32]) {
    let shown = shown
    self = PendingChanges()
    self.shown = shown
    extent = .all
    self.translation = translation
  }
}
