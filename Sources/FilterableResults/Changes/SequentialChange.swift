/// One step of a change set that is applied one step after another.
///
/// Places are those of the moment; `final` is the place in the new snapshot, where the content is.
public enum SequentialChange: Hashable, Sendable {
  /// The section goes, with its rows.
  case deleteSection(at: Int)
  /// A section comes, with its rows.
  case insertSection(at: Int, final: Int)
  /// The section is taken out, and put in where the rest then has `to`.
  case moveSection(from: Int, to: Int)
  /// The title changed.
  case updateSection(at: Int)
  /// The row goes.
  case deleteItem(at: ItemPath)
  /// A row comes.
  case insertItem(at: ItemPath, final: ItemPath)
  /// The row is taken out, and put in where the rest then has `to`.
  case moveItem(from: ItemPath, to: ItemPath)
  /// The content changed.
  case updateItem(at: ItemPath)
}
