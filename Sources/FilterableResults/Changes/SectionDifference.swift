/// Which sections came, went, moved and stayed.
struct SectionDifference {
  /// How the places of sections that stayed follow from each other.
  private enum Places {
    /// The new place of each old section and the old place of each new one, or -1.
    case listed(new: [Int], old: [Int])
    case shifted(ShiftedPlaces, back: ShiftedPlaces, counts: (old: Int, new: Int))
  }

  private let places: Places

  /// Sections that are gone, descending.
  let deleted: [Int]

  /// Sections that came, ascending.
  let inserted: [Int]

  let moved: [Changeset.SectionPair]

  /// The sections that stayed and may differ, by their new places; nil for all that stayed.
  private let changed: [Changeset.SectionPair]?

  /// The same sections in the same places.
  init(unchanged count: Int) {
    let same = Array(0..<count)
    places = .listed(new: same, old: same)
    (deleted, inserted, moved, changed) = ([], [], [], nil)
  }

  init<ID: Hashable>(from old: [ID], to new: [ID]) {
    guard old != new else {
      self = SectionDifference(unchanged: old.count)
      return
    }
    var newPlaces = Array(repeating: -1, count: old.count)
    var oldPlaces = Array(repeating: -1, count: new.count)
    let places = Dictionary(
      old.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    for (place, id) in new.enumerated() {
      if let origin = places[id], newPlaces[origin] < 0 {
        oldPlaces[place] = origin
        newPlaces[origin] = place
      }
    }
    deleted = newPlaces.indices.reversed().filter { newPlaces[$0] < 0 }
    inserted = oldPlaces.indices.filter { oldPlaces[$0] < 0 }
    moved = Self.moves(oldPlaces)
    changed = nil
    self.places = .listed(new: newPlaces, old: oldPlaces)
  }

  /// What is known without looking at all sections; `changed` has the sections that stayed and differ.
  init(
    deleted: [Int], inserted: [Int], moved: [Changeset.SectionPair],
    changed: [Changeset.SectionPair], counts: (old: Int, new: Int)
  ) {
    self.deleted = deleted.sorted(by: >)
    self.inserted = inserted.sorted()
    self.moved = moved
    self.changed = changed.sorted { $0.to < $1.to }
    let left = (deleted + moved.map(\.from)).sorted()
    let came = (inserted + moved.map(\.to)).sorted()
    places = .shifted(
      ShiftedPlaces(left: left, came: came), back: ShiftedPlaces(left: came, came: left),
      counts: counts)
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
    changes.deletedSections = deleted
    changes.insertedSections = inserted
    changes.movedSections = moved
  }
}

// MARK: - Places

extension SectionDifference {
  /// The new place of an old section, nil where it is gone.
  func newPlace(of place: Int) -> Int? {
    switch places {
    case .listed(let new, _): new[place] >= 0 ? new[place] : nil
    case .shifted(let shifted, _, _):
      moved.first { $0.from == place }?.to ?? shifted.place(of: place)
    }
  }

  /// The old place of a new section, nil where it came.
  func oldPlace(of place: Int) -> Int? {
    switch places {
    case .listed(_, let old): old[place] >= 0 ? old[place] : nil
    case .shifted(_, let back, _):
      moved.first { $0.to == place }?.from ?? back.place(of: place)
    }
  }

  /// The new place of each old section, or -1.
  ///
  /// - Complexity: O(n) for n sections.
  var newPlaces: [Int] {
    switch places {
    case .listed(let new, _): new
    case .shifted(_, _, let counts): (0..<counts.old).map { newPlace(of: $0) ?? -1 }
    }
  }

  /// The old place of each new section, or -1.
  ///
  /// - Complexity: O(n) for n sections.
  var oldPlaces: [Int] {
    switch places {
    case .listed(_, let old): old
    case .shifted(_, _, let counts): (0..<counts.new).map { oldPlace(of: $0) ?? -1 }
    }
  }

  /// The sections that stayed, by their new places.
  ///
  /// - Complexity: O(n) for n sections.
  var kept: [Changeset.SectionPair] {
    oldPlaces.enumerated().filter { $0.element >= 0 }.map {
      Changeset.SectionPair(from: $0.element, to: $0.offset)
    }
  }

  /// The sections that stayed and may differ, by their new places.
  var differing: [Changeset.SectionPair] { changed ?? kept }
}

/// A list that some places have left, as numbered before, and others have come to, as numbered
/// afterwards; both ascend.
struct ShiftedPlaces: Sendable {
  var left: [Int] = []
  var came: [Int] = []

  /// The new place of what stays, nil for what has left.
  func place(of old: Int) -> Int? {
    var place = old
    for other in left where other <= old {
      if other == old { return nil }
      place -= 1
    }
    for other in came where other <= place { place += 1 }
    return place
  }
}
