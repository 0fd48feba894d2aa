/// Rows that stood next to each other and still do.
struct RowRun {
  var from: ItemPath
  var to: ItemPath
  var count: Int

  /// The places of the row at `offset`.
  func pair(_ offset: Int) -> Changeset.ItemPair {
    Changeset.ItemPair(
      from: ItemPath(section: from.section, item: from.item + offset),
      to: ItemPath(section: to.section, item: to.item + offset))
  }
}
