import FilterableResults

/// What leads from one small world to another, and how it is checked.
struct NumberedDifference {
  private let old: NumberedWorld
  private let new: NumberedWorld
  private let isKeyed: Bool

  /// What the library makes of the two worlds.
  let changes: Changeset

  /// How many rows stay with other content.
  private let updates: Int

  /// With keys a row of other content is the same row; without them it is another one.
  init(from old: NumberedWorld, to new: NumberedWorld, isKeyed: Bool) {
    (self.old, self.new, self.isKeyed) = (old, new, isKeyed)
    guard isKeyed else {
      updates = 0
      changes = Changeset(from: old.rows, in: old.names, to: new.rows, in: new.names) { _ in false }
      return
    }
    // The content of a row that was there is another one; a row that was not has no old one.
    var codes = 0
    for rows in old.rows { for row in rows { codes |= 1 << row } }
    var staying = 0
    for (section, name) in old.names.enumerated() where new.names.contains(name) {
      for row in old.rows[section] { staying |= 1 << row }
    }
    var changed = 0
    var updates = 0
    for (section, name) in new.names.enumerated() {
      for row in new.rows[section] where codes >> (row ^ 1) & 1 == 1 {
        changed |= 1 << (row / 2)
        if staying >> (row ^ 1) & 1 == 1, old.names.contains(name) { updates += 1 }
      }
    }
    self.updates = updates
    changes = Changeset(from: old.ids, in: old.names, to: new.ids, in: new.names) {
      changed >> $0 & 1 == 1
    }
  }

  /// The fewest events that the list can be told.
  var fewest: Int {
    SmallWorldMinimum(from: old.world, to: new.world, byEquality: !isKeyed).structural
  }

  /// What is wrong with changes that lead from the one world to the other, nil for nothing.
  func problem(_ changes: Changeset, fewest: Int, inverts: Bool) -> String? {
    guard changes.structuralCount == fewest else {
      return "\(changes.structuralCount) events where \(fewest) do"
    }
    guard changes.updatedItems.count == updates else {
      return "\(changes.updatedItems.count) updates, not \(updates)"
    }
    if let problem = NumberedReplay(old: old, new: new, changes: changes).problem() {
      return problem
    }
    guard inverts else { return nil }
    let replay = NumberedReplay(old: new, new: old, changes: changes.inverse)
    return replay.problem().map { "inverse: \($0)" }
  }
}
