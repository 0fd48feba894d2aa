/// Follows single rows through a change set.
package struct RowTracks {
  private var sections = ShiftedPlaces()
  private var items: [Int: ShiftedPlaces] = [:]
  private var arrivals: [Int: [Int]] = [:]
  private var movedSections: [Int: Int] = [:]
  private var movedItems: [ItemPath: ItemPath] = [:]

  /// - Complexity: O(k log k) for k changes.
  package init(_ changes: Changeset) {
    sections.left = (changes.deletedSections + changes.movedSections.map(\.from)).sorted()
    sections.came = (changes.insertedSections + changes.movedSections.map(\.to)).sorted()
    for move in changes.movedSections { movedSections[move.from] = move.to }
    for path in (changes.deletedItems + changes.movedItems.map(\.from)).sorted() {
      items[path.section, default: ShiftedPlaces()].left.append(path.item)
    }
    for path in (changes.insertedItems + changes.movedItems.map(\.to)).sorted() {
      arrivals[path.section, default: []].append(path.item)
    }
    for move in changes.movedItems { movedItems[move.from] = move.to }
  }

  /// Where the row at an old place is now, nil where it is gone.
  ///
  /// - Complexity: O(k) for k changes of its section.
  package func place(of path: ItemPath) -> ItemPath? {
    if let place = movedItems[path] { return place }
    guard let section = movedSections[path.section] ?? sections.place(of: path.section) else {
      return nil
    }
    var shifted = items[path.section] ?? ShiftedPlaces()
    shifted.came = arrivals[section] ?? []
    return shifted.place(of: path.item).map { ItemPath(section: section, item: $0) }
  }
}
