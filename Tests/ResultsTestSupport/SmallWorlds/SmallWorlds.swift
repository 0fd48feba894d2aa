/// All worlds of at most so many rows in at most so many sections.
package struct SmallWorlds: Sendable {
  package let rows: Int
  package let sections: Int

  package init(rows: Int, sections: Int) {
    self.rows = rows
    self.sections = sections
  }

  /// The worlds whose rows and sections are numbered from the first on: one of each shape.
  package var shapes: [SmallWorld] {
    all.filter { world in
      world.rows.joined().enumerated().allSatisfy { $0 == $1.id }
        && world.sections.enumerated().allSatisfy { $0 == $1.name }
    }
  }

  /// All worlds, whatever the names.
  package var all: [SmallWorld] {
    arrangements(of: sections).flatMap { names in
      arrangements(of: rows).flatMap { ids in
        Self.splits(of: ids.count, into: names.count).map { counts in
          SmallWorld(names.map { SmallWorld.Section(name: $0, rows: []) }).filled(ids, counts)
        }
      }
    }
  }

  /// All worlds with the numbers of their shapes.
  func all(by shapes: [SmallWorld]) -> [(world: SmallWorld, shape: Int)] {
    let numbers = Dictionary(
      shapes.enumerated().map { ($1.rows.map(\.count), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return all.map { ($0, numbers[$0.rows.map(\.count)] ?? 0) }
  }

  /// Whether `new` is one of those that differ only in the names of what is not in `old`: the one
  /// that numbers it in order. `old` is a shape.
  package func isCanonical(_ new: SmallWorld, after old: SmallWorld) -> Bool {
    Self.isInOrder(new.sections.map(\.name), from: old.sections.count)
      && Self.isInOrder(new.rows.joined().map(\.id), from: old.rows.joined().count)
  }

  static func isInOrder(_ names: [Int], from start: Int) -> Bool {
    var next = start
    for name in names where name >= start {
      guard name == next else { return false }
      next += 1
    }
    return true
  }

  /// All orders of all subsets of the numbers below `count`.
  private func arrangements(of count: Int) -> [[Int]] {
    var result: [[Int]] = [[]]
    var start = 0
    for _ in 0..<count {
      let end = result.count
      for index in start..<end {
        for number in 0..<count where !result[index].contains(number) {
          result.append(result[index] + [number])
        }
      }
      start = end
    }
    return result
  }

  /// All ways to share `count` rows among sections.
  static func splits(of count: Int, into parts: Int) -> [[Int]] {
    guard parts > 1 else { return parts == 1 ? [[count]] : count == 0 ? [[]] : [] }
    return (0...count).flatMap { first in
      splits(of: count - first, into: parts - 1).map { [first] + $0 }
    }
  }

  /// The worlds that are `new` with other content in some of the rows that are in `old`: none of
  /// them, each single one, or with `exhaustive` each set of them.
  package static func contents(
    of new: SmallWorld, after old: SmallWorld, exhaustive: Bool
  ) -> [SmallWorld] {
    let known = Set(old.rows.joined().map(\.id))
    var places: [(Int, Int)] = []
    for (section, contents) in new.sections.enumerated() {
      for (item, row) in contents.rows.enumerated() where known.contains(row.id) {
        places.append((section, item))
      }
    }
    var result: [SmallWorld] = []
    for mask in 0..<(1 << places.count) where exhaustive || mask.nonzeroBitCount <= 1 {
      var world = new
      for (bit, place) in places.enumerated() where mask >> bit & 1 == 1 {
        world.sections[place.0].rows[place.1].isChanged = true
      }
      result.append(world)
    }
    return result
  }
}

extension SmallWorlds: CustomStringConvertible {
  package var description: String { "\(rows) rows in \(sections) sections" }
}
