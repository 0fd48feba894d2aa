import FilterableResults

/// Compares every small world with every other one, without a controller: the difference of rows
/// alone, which is all that depends on their number.
package struct SmallWorldDifferences: Sendable {
  private let worlds: SmallWorlds
  private let exhaustive: Bool
  private let all: [SmallWorld]

  /// A search; `exhaustive` changes the contents of every set of rows, not of single ones alone.
  package init(_ worlds: SmallWorlds, exhaustive: Bool) {
    self.worlds = worlds
    self.exhaustive = exhaustive
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
    var (pairs, transitions) = (0, 0)
    for frame in all where worlds.isCanonical(frame, after: old) {
      pairs += 1
      let fewest = SmallWorldMinimum(from: old, to: frame, byEquality: false).structural
      for new in SmallWorlds.contents(of: frame, after: old, exhaustive: exhaustive) {
        transitions += 1
        try Self.check(old, before, new, fewest)
      }
    }
    return (pairs, transitions)
  }

  /// One transition.
  static func check(_ old: SmallWorld, _ new: SmallWorld) throws {
    let fewest = SmallWorldMinimum(from: old, to: new, byEquality: false).structural
    try check(old, NumberedWorld(old), new, fewest)
  }

  private static func check(
    _ old: SmallWorld, _ before: NumberedWorld, _ new: SmallWorld, _ fewest: Int
  ) throws {
    if let reason = problem(before, NumberedWorld(new), fewest) {
      throw SmallWorldFailure(old: old, new: new, kind: nil, reason: reason)
    }
  }

  private static func problem(
    _ old: NumberedWorld, _ new: NumberedWorld, _ fewest: Int
  ) -> String? {
    let codes = Set(old.rows.joined()).union(new.rows.joined())
    let isUpdated = { (id: Int) in codes.contains(id * 2) && codes.contains(id * 2 + 1) }
    let changes = Changeset(
      from: old.ids, in: old.names, to: new.ids, in: new.names, isUpdated: isUpdated)
    guard changes.structuralCount == fewest else {
      return "\(changes.structuralCount) events where \(fewest) do"
    }
    var updates = 0
    for (section, name) in new.names.enumerated() where old.names.contains(name) {
      for row in new.rows[section] where isUpdated(row / 2) {
        // Out of a section that goes a row does not stay.
        let isThere = zip(old.names, old.ids).contains { name, ids in
          new.names.contains(name) && ids.contains(row / 2)
        }
        updates += isThere ? 1 : 0
      }
    }
    guard changes.updatedItems.count == updates else {
      return "\(changes.updatedItems.count) updates, not \(updates)"
    }
    if let problem = NumberedReplay(old: old, new: new, changes: changes).problem() {
      return problem
    }
    if let problem = NumberedReplay(old: new, new: old, changes: changes.inverse).problem() {
      return "inverse: \(problem)"
    }
    return nil
  }
}
