extension ResultsChange {
  /// A row and its place.
  public typealias PlacedRow = (path: ItemPath, row: ResultsRow<Item>)

  /// The rows that came, those of inserted sections too, by their places in the new snapshot; none
  /// where everything is to be loaded anew.
  ///
  /// The change set does not list the rows of inserted sections.
  public var insertedRows: [PlacedRow] {
    Self.rows(of: changeset.insertedSections, and: changeset.insertedItems, in: new)
  }

  /// The rows that are gone, those of deleted sections too, by their places in the old snapshot; none
  /// where everything is to be loaded anew.
  ///
  /// A row that went from a deleted section to one that is kept stands in both lists.
  public var deletedRows: [PlacedRow] {
    Self.rows(of: changeset.deletedSections, and: changeset.deletedItems, in: old)
  }

  private static func rows(
    of sections: [Int], and paths: [ItemPath], in snapshot: ResultsSnapshot<Item>
  ) -> [PlacedRow] {
    var result = paths.compactMap { path in snapshot.row(at: path).map { (path: path, row: $0) } }
    for section in sections where snapshot.sections.indices.contains(section) {
      for (item, row) in snapshot.sections[section].rows.enumerated() {
        result.append((path: ItemPath(section: section, item: item), row: row))
      }
    }
    return result.sorted { $0.path < $1.path }
  }
}
