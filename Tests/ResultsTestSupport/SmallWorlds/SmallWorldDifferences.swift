import FilterableResults

/// Compares every small world with every other one, without a controller: the difference of rows
/// alone, which is all that depends on their number.
package struct SmallWorldDifferences: Sendable {
  /// Which rows that stay have other content.
  package enum Contents: Sendable {
    /// None, and then one of them, another one from pair to pair.
    case one
    /// None, and then each for itself.
    case each
    /// Every set of them.
    case all
  }

  private let worlds: SmallWorlds
  private let contents: Contents
  private let all: [SmallWorld]

  /// A search through all pairs of worlds.
  package init(_ worlds: SmallWorlds, contents: Contents) {
    self.worlds = worlds
    self.contents = contents
    all = worlds.all
  }

  /// Runs everything, on all processors; gives the number of pairs, and of transitions: pairs with
  /// other contents.
  ///
  /// - Throws: The first `SmallWorldFailure`.
  package func run() async throws -> (pairs: Int, transitions: Int) {
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for old in worlds.shapes.reversed() { group.addTask { try differences(from: old) } }
      return try await group.reduce(into: (pairs: 0, transitions: 0)) {
        $0.pairs += $1.0
        $0.transitions += $1.1
      }
    }
  }

  private func differences(from old: SmallWorld) throws -> (Int, Int) {
    let before = NumberedWorld(old)
    let known = old.rows.joined().count
    var (pairs, transitions) = (0, 0)
    for new in all where worlds.isCanonical(new, after: old) {
      pairs += 1
      let fewest = SmallWorldMinimum(from: old, to: new, byEquality: false).structural
      let after = NumberedWorld(new)
      // Rows of a shape are numbered from the first on.
      let kept = after.ids.joined().enumerated().filter { $1 < known }.map { $0.offset }
      for mask in masks(kept, pairs) {
        transitions += 1
        try Self.check(before, after.changing(mask), fewest, inverts: mask == 0)
      }
    }
    return (pairs, transitions)
  }

  /// The sets of rows with other content, as bits.
  private func masks(_ bits: [Int], _ pair: Int) -> [Int] {
    switch contents {
    case .one: bits.isEmpty ? [0] : [0, 1 << bits[pair % bits.count]]
    case .each: [0] + bits.map { 1 << $0 }
    case .all:
      bits.reduce([0]) { masks, bit in masks + masks.map { $0 | 1 << bit } }
    }
  }

  /// One transition.
  static func check(_ old: SmallWorld, _ new: SmallWorld) throws {
    let fewest = SmallWorldMinimum(from: old, to: new, byEquality: false).structural
    try check(NumberedWorld(old), NumberedWorld(new), fewest, inverts: true)
  }

  private static func check(
    _ old: NumberedWorld, _ new: NumberedWorld, _ fewest: Int, inverts: Bool
  ) throws {
    if let reason = problem(old, new, fewest, inverts: inverts) {
      throw SmallWorldFailure(old: old.world, new: new.world, kind: nil, reason: reason)
    }
  }

  private static func problem(
    _ old: NumberedWorld, _ new: NumberedWorld, _ fewest: Int, inverts: Bool
  ) -> String? {
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
    let changes = Changeset(from: old.ids, in: old.names, to: new.ids, in: new.names) {
      changed >> $0 & 1 == 1
    }
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
