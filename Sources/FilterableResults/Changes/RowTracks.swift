/// Finds the new index paths of single rows after a change.
package struct RowTracks {
  private var sections = ShiftedIndices()
  private var departures: [Int: [Int]] = [:]
  private var arrivals: [Int: [Int]] = [:]
  private var movedSections: [Int: Int] = [:]
  private var movedItems: [UInt64: UInt64] = [:]

  /// - Complexity: O(k log k) for k changes.
  package init(_ changes: Changeset) {
    sections.removed = (changes.deletedSections + changes.movedSections.map(\.from)).ascending()
    sections.inserted = (changes.insertedSections + changes.movedSections.map(\.to)).ascending()
    for move in changes.movedSections { movedSections[move.from] = move.to }
    for path in (changes.deletedItems + changes.movedItems.map(\.from)).ascending() {
      departures[path.section, default: []].append(path.item)
    }
    for path in (changes.insertedItems + changes.movedItems.map(\.to)).ascending() {
      arrivals[path.section, default: []].append(path.item)
    }
    for move in changes.movedItems { movedItems[move.from.number] = move.to.number }
  }

  /// The new index path of the row at an old one, nil if the row was deleted.
  ///
  /// - Complexity: O(k) for k changes of its section.
  package func newPath(of path: ResultsPath) -> ResultsPath? {
    if let number = movedItems[path.number] { return ResultsPath(number: number) }
    guard let section = movedSections[path.section] ?? sections.newIndex(of: path.section) else {
      return nil
    }
    let shifted = ShiftedIndices(
      removed: departures[path.section] ?? [], inserted: arrivals[section] ?? [])
    return shifted.newIndex(of: path.item).map { ResultsPath(section: section, item: $0) }
  }
}

/// The mapping of old indices of a list to new ones after removals and insertions.
struct ShiftedIndices: Sendable {
  /// The old indices of the removed elements, ascending.
  var removed: [Int] = []

  /// The new indices of the inserted elements, ascending.
  var inserted: [Int] = []

  /// The new index of an element, nil if it was removed.
  func newIndex(of old: Int) -> Int? {
    var index = old
    for other in removed where other <= old {
      if other == old { return nil }
      index -= 1
    }
    for other in inserted where other <= index { index += 1 }
    return index
  }
}
