/// What happened to one row.
public enum ItemChange: Hashable, Sendable {
  /// The row at a place of the old snapshot is gone.
  case delete(at: ItemPath)
  /// A row came, to a place of the new snapshot.
  case insert(at: ItemPath)
  /// The row went from a place of the old snapshot to one of the new snapshot.
  case move(from: ItemPath, to: ItemPath)
  /// The content changed: the row's place in the old snapshot, and in the new one.
  case update(from: ItemPath, to: ItemPath)
}
