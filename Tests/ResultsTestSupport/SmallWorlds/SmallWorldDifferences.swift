import FilterableResults
import TestSupport

/// Compares every small world with every other one, without a controller: the difference of rows
/// alone, which is all that depends on their number.
package struct SmallWorldDifferences: Sendable {
  private let worlds: SmallWorlds
  private let contents: SmallWorldContents
  private let all: [SmallWorld]

  /// A search through all pairs of worlds, or those with one of `part` worlds as their second.
  package init(_ worlds: SmallWorlds, contents: SmallWorldContents, oneOf part: Int = 1) {
    self.worlds = worlds
    self.contents = contents
    all = RandomSearch.sample(worlds.all, oneOf: part)
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
      for mask in contents.masks(after.places(ofRowsBelow: known), turn: pairs) {
        transitions += 1
        try Self.check(before, after.changing(mask), fewest, inverts: mask == 0)
      }
    }
    return (pairs, transitions)
  }

  /// One transition.
  static func check(_ old: SmallWorld, _ new: SmallWorld) throws {
    let fewest = SmallWorldMinimum(from: old, to: new, byEquality: false).structural
    try check(NumberedWorld(old), NumberedWorld(new), fewest, inverts: true)
  }

  private static func check(
    _ old: NumberedWorld, _ new: NumberedWorld, _ fewest: Int, inverts: Bool
  ) throws {
    let difference = NumberedDifference(from: old, to: new, isKeyed: true)
    if let reason = difference.problem(difference.changes, fewest: fewest, inverts: inverts) {
      throw SmallWorldFailure(old: old.world, new: new.world, kind: nil, reason: reason)
    }
  }
}
