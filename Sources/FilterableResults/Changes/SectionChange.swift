/// What happened to one section.
public enum SectionChange: Hashable, Sendable {
  /// The section at a place of the old snapshot is gone, with its rows.
  case delete(at: Int)
  /// A section came with its rows, to a place of the new snapshot.
  case insert(at: Int)
  /// The section went from a place of the old snapshot to one of the new snapshot.
  case move(from: Int, to: Int)
  /// Title or index title changed, or the section was collapsed or expanded without a row to come or
  /// go: its place in the old snapshot, and in the new one.
  case update(from: Int, to: Int)
}
