/// A change set with the rows and sections that it inserts or updates, so that a copy of a list elsewhere can follow.
///
/// ```swift
/// let data = try JSONEncoder().encode(change.patch)
/// ```
public struct ResultsPatch<Item> {
  /// A row with its index path in the new snapshot.
  struct PlacedRow {
    var path: ResultsPath
    var row: ResultsRow<Item>
  }

  /// A section with its index in the new snapshot.
  struct PlacedSection {
    var place: Int
    var section: ResultsSection<Item>
  }

  /// The changes; empty for a reload.
  public let changeset: Changeset

  /// Whether the patch replaces all rows.
  public let isReload: Bool

  let rows: [PlacedRow]
  let sections: [PlacedSection]

  init(_ change: ResultsChange<Item>) {
    let new = change.new
    changeset = change.changeset
    isReload = change.isReload
    let paths = changeset.insertedItems + changeset.updatedItems.map { $0.to }
    rows = paths.compactMap { path in new.row(at: path).map { PlacedRow(path: path, row: $0) } }
    sections =
      isReload
      ? new.sections.enumerated().map { PlacedSection(place: $0, section: $1) }
      : changeset.insertedSections.compactMap { place in
        new.section(at: place).map { PlacedSection(place: place, section: $0) }
      } + Self.heads(of: change)
    isLoaded = new.isLoaded
  }

  /// The kept sections whose title or collapsed state has changed.
  private static func heads(of change: ResultsChange<Item>) -> [PlacedSection] {
    let new = change.new.sections
    var places = Set(change.changeset.updatedSections.map { $0.to })
    // The change set has only the rows of a section that was collapsed or expanded.
    let collapsed = change.old.sections.filter { $0.isCollapsed }.map { $0.key }
    if !collapsed.isEmpty || new.contains(where: { $0.isCollapsed }) {
      let known = Set(collapsed)
      places.formUnion(
        new.indices.filter { known.contains(new[$0].key) != new[$0].isCollapsed })
    }
    places.subtract(change.changeset.insertedSections)
    return Array(places).ascending().filter(new.indices.contains).map {
      PlacedSection(place: $0, section: new[$0].head)
    }
  }

  /// Whether data is loaded afterwards.
  let isLoaded: Bool

  init(
    changeset: Changeset, rows: [(ResultsPath, ResultsRow<Item>?)],
    sections: [(Int, ResultsSection<Item>)]
  ) {
    self.changeset = changeset
    isReload = false
    isLoaded = true
    self.rows = rows.compactMap { path, row in row.map { PlacedRow(path: path, row: $0) } }
    self.sections = sections.map { PlacedSection(place: $0.0, section: $0.1) }
  }

  /// Returns the snapshot after the changes.
  ///
  /// - Throws: A `ChangesetError` if the change set does not fit the snapshot, or the patch lacks a content.
  /// - Complexity: O(n) in the number of rows.
  public func applied(
    to snapshot: ResultsSnapshot<Item>
  ) throws(ChangesetError) -> ResultsSnapshot<Item> {
    guard isLoaded else { return ResultsSnapshot(sections: nil) }
    if isReload { return ResultsSnapshot(sections: sections.map { $0.section }) }
    let contents = Dictionary(
      rows.map { ($0.path, $0.row) }, uniquingKeysWith: { first, _ in first })
    let given = Dictionary(
      sections.map { ($0.place, $0.section) }, uniquingKeysWith: { first, _ in first })
    let updated = Set(changeset.updatedItems.map { $0.to })
    let old = snapshot.sections.map { $0.rows }
    var result: [ResultsSection<Item>] = []
    for (place, origin) in try changeset.origins(of: old.map { $0.count }).enumerated() {
      guard case .kept(let section, let paths) = origin else {
        guard let section = given[place] else {
          throw ChangesetError("the content of section \(place) is missing")
        }
        result.append(section)
        continue
      }
      var rows: [ResultsRow<Item>] = []
      rows.reserveCapacity(paths.count)
      for (item, origin) in paths.enumerated() {
        let path = ResultsPath(section: place, item: item)
        if let origin, !updated.contains(path) {
          rows.append(old[origin.section][origin.item])
        } else if let row = contents[path] {
          rows.append(row)
        } else {
          throw ChangesetError("the content of \(path) is missing")
        }
      }
      let head = given[place] ?? snapshot.sections[section]
      result.append(
        ResultsSection(
          key: head.key, title: head.title, indexTitle: head.indexTitle,
          isCollapsed: head.isCollapsed, rows: rows))
    }
    return ResultsSnapshot(sections: result)
  }
}

extension ResultsPatch.PlacedRow: Sendable where Item: Sendable {}
extension ResultsPatch.PlacedSection: Sendable where Item: Sendable {}
extension ResultsPatch: Sendable where Item: Sendable {}
extension ResultsPatch.PlacedRow: Equatable where Item: Equatable {}
extension ResultsPatch.PlacedSection: Equatable where Item: Equatable {}
extension ResultsPatch: Equatable where Item: Equatable {}
extension ResultsPatch.PlacedRow: Codable where Item: Codable {}
extension ResultsPatch.PlacedSection: Codable where Item: Codable {}
extension ResultsPatch: Codable where Item: Codable {}
