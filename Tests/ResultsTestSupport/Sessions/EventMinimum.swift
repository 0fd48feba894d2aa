import FilterableResults

/// The fewest structural events that lead from one snapshot of keyed rows to another, counted
/// the slow way.
struct EventMinimum {
  private(set) var structural = 0

  init(from old: ResultsSnapshot<Row>, to new: ResultsSnapshot<Row>) {
    let oldKeys = old.sections.map(\.key)
    let newKeys = new.sections.map(\.key)
    let places = newKeys.map { key in oldKeys.firstIndex { $0 == key } ?? -1 }
    let survivors = places.indices.filter { places[$0] >= 0 }
    structural += oldKeys.count + newKeys.count - 2 * survivors.count
    structural += Self.sectionMoves(survivors.map { ($0, places[$0]) })

    var origins: [String: (section: Int, item: Int)] = [:]
    for (section, contents) in old.sections.enumerated() where newKeys.contains(contents.key) {
      for (item, row) in contents.rows.enumerated() {
        origins[Self.identity(row)] = (section, item)
      }
    }
    for place in survivors {
      var stayers: [Int] = []
      for row in new.sections[place].rows {
        guard let origin = origins.removeValue(forKey: Self.identity(row)) else {
          structural += 1
          continue
        }
        if origin.section == places[place] { stayers.append(origin.item) } else { structural += 1 }
      }
      var lengths: [Int] = []
      for (index, value) in stayers.enumerated() {
        let before = (0..<index).filter { stayers[$0] < value }.map { lengths[$0] }.max() ?? 0
        lengths.append(before + 1)
      }
      structural += stayers.count - (lengths.max() ?? 0)
    }
    structural += origins.count
  }

  /// The fewest moves of sections, none of which moves to its own place.
  private static func sectionMoves(_ sections: [(new: Int, old: Int)]) -> Int {
    var most = 0
    for mask in 0..<(1 << sections.count) {
      var last = -1
      let isPossible = sections.enumerated().allSatisfy { bit, place in
        guard mask >> bit & 1 == 1 else { return place.new != place.old }
        defer { last = place.old }
        return place.old > last
      }
      if isPossible { most = max(most, mask.nonzeroBitCount) }
    }
    return sections.count - most
  }

  /// The fewest moves of the sections that stay through `changes`, some of which may "move" to the
  /// places that they have.
  static func sectionMoves(_ changes: Changeset, to count: Int) -> Int {
    let gone = Set(changes.deletedSections + changes.movedSections.map { $0.from })
    let come = Dictionary(
      uniqueKeysWithValues: changes.movedSections.map { ($0.to, $0.from) }
        + changes.insertedSections.map { ($0, -1) })
    var next = 0
    var origins: [Int] = []
    for place in 0..<count {
      if let origin = come[place] {
        if origin >= 0 { origins.append(origin) }
        continue
      }
      while gone.contains(next) { next += 1 }
      origins.append(next)
      next += 1
    }
    var lengths: [Int] = []
    for (index, origin) in origins.enumerated() {
      let before = (0..<index).filter { origins[$0] < origin }.map { lengths[$0] }.max() ?? 0
      lengths.append(before + 1)
    }
    return origins.count - (lengths.max() ?? 0)
  }

  private static func identity(_ row: ResultsRow<Row>) -> String {
    switch row {
    case .item(let item): "\(item.id)"
    case .group(let group): "group \(group.section)"
    case .extra(let extra): "extra \(extra.id)"
    }
  }
}
