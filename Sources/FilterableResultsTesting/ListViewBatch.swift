package import FilterableResults

/// The calls of one batch, as they were made.
package struct ListViewBatch {
  package var deletedSections: [Int] = []
  package var insertedSections: [Int] = []
  package var movedSections: [(from: Int, to: Int)] = []
  package var reloadedSections: [Int] = []
  package var deleted: [ItemPath] = []
  package var inserted: [ItemPath] = []
  package var moved: [(from: ItemPath, to: ItemPath)] = []
  package var reloaded: [ItemPath] = []

  package init() {}

  /// How many calls there are, each place for itself.
  package var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deleted.count + inserted.count + moved.count + reloaded.count
  }
}
