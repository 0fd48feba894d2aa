/// A view that shows sections of rows and takes changes in batches, as table and collection views do.
///
/// Inside a batch deletions, reloads and the sources of moves count in what was there before it,
/// insertions and the destinations of moves in what is there after it; unless the view counts step
/// by step.
public protocol ListView: AnyObject {
  /// Whether the view is on screen and has its rows; otherwise it is told to reload.
  var takesBatches: Bool { get }

  /// Whether the view has sections. Where it has none the rows of all sections stand one behind
  /// another as section 0, and a section has no row of its own.
  var hasSections: Bool { get }

  /// Whether each call counts in what the calls before it have left, inside a batch too.
  var countsStepByStep: Bool { get }

  /// The rows on screen, nil where the view does not know; only they are reloaded for new content.
  var visiblePaths: Set<ItemPath>? { get }

  /// Loads everything anew.
  func reloadData()

  /// Carries out what `reloadData()` has left for later; no batch may find it still to be done.
  func layoutIfNeeded()

  /// Makes the calls of `updates` one change. The rows that the view asks for change inside it.
  func performBatch(_ updates: () -> Void)

  /// Sections go.
  func deleteSections(_ sections: [Int])
  /// Sections come.
  func insertSections(_ sections: [Int])
  /// A section goes elsewhere.
  func moveSection(_ section: Int, to place: Int)
  /// The heads of sections have changed.
  func reloadSections(_ sections: [Int])
  /// Rows go.
  func deleteItems(_ paths: [ItemPath])
  /// Rows come.
  func insertItems(_ paths: [ItemPath])
  /// A row goes elsewhere.
  func moveItem(_ path: ItemPath, to place: ItemPath)
  /// The contents of rows have changed.
  func reloadItems(_ paths: [ItemPath])
}

extension ListView {
  /// Always.
  public var takesBatches: Bool { true }

  /// It has.
  public var hasSections: Bool { true }

  /// It does not.
  public var countsStepByStep: Bool { false }

  /// Not known.
  public var visiblePaths: Set<ItemPath>? { nil }

  /// Nothing: `reloadData()` leaves nothing for later.
  public func layoutIfNeeded() {}
}
