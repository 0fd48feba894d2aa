/// Which sections came, went, moved and stayed.
struct SectionDifference {
  /// The new place of each old section, or -1.
  private(set) var newPlaces: [Int]

  /// The old place of each new section, or -1.
  private(set) var oldPlaces: [Int]

  private(set) var moved: [Changeset.SectionPair] = []

  /// The same sections in the same places.
  init(unchanged count: Int) {
    newPlaces = Array(0..<count)
    oldPlaces = newPlaces
  }

  init<ID: Hashable>(from old: [ID], to new: [ID]) {
    guard old != new else {
      self = SectionDifference(unchanged: old.count)
      return
    }
    newPlaces = Array(repeating: -1, count: old.count)
    oldPlaces = Array(repeating: -1, count: new.count)
    let places = Dictionary(
      old.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    for (place, id) in new.enumerated() {
      if let origin = places[id], newPlaces[origin] < 0 {
        oldPlaces[place] = origin
        newPlaces[origin] = place
      }
    }
    moved = Self.moves(oldPlaces)
  }

  /// Fewest moves; but a section that would "move" to its own place stays, whatever the others cost.
  private static func moves(_ oldPlaces: [Int]) -> [Changeset.SectionPair] {
    let survivors = oldPlaces.indices.filter { oldPlaces[$0] >= 0 }
    var stays = LongestRun.of(survivors.map { oldPlaces[$0] })
    if zip(survivors, stays).contains(where: { !$1 && oldPlaces[$0] == $0 }) {
      let anchors = survivors.filter { oldPlaces[$0] == $0 }
      let compatible = survivors.indices.filter { index in
        let place = survivors[index]
        let range = min(place, oldPlaces[place])...max(place, oldPlaces[place])
        return oldPlaces[place] == place || !anchors.contains { range.contains($0) }
      }
      let run = LongestRun.of(compatible.map { oldPlaces[survivors[$0]] })
      stays = Array(repeating: false, count: survivors.count)
      for (index, isInRun) in zip(compatible, run) { stays[index] = isInRun }
      // Every anchor goes with every other and with all that is compatible.
      for index in survivors.indices where oldPlaces[survivors[index]] == survivors[index] {
        stays[index] = true
      }
    }
    return zip(survivors, stays).filter { !$1 }.map {
      Changeset.SectionPair(from: oldPlaces[$0.0], to: $0.0)
    }
  }

  /// Writes the section events.
  func report(to changes: inout Changeset) {
    changes.deletedSections = newPlaces.indices.reversed().filter { newPlaces[$0] < 0 }
    changes.insertedSections = oldPlaces.indices.filter { oldPlaces[$0] < 0 }
    changes.movedSections = moved
  }
}
