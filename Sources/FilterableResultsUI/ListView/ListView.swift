public import FilterableResults

/// A view that shows sections of rows and takes changes in batches, as table and collection views do.
///
/// Inside a batch deletions, reloads and the sources of moves count in the rows before it, insertions and
/// the destinations of moves in the rows after it; unless the view counts step by step.
///
/// A view that has a data source asks a ``ListViewAdapter`` for its rows. A view without one is a
/// ``DrivenListView``, which gets the rows with the calls.
public protocol ListView: AnyObject {
  /// Whether the view is on screen and takes batches; otherwise it gets reloads.
  var takesBatches: Bool { get }

  /// Whether the view has sections. In a view without sections the rows of all sections follow one
  /// another as section 0, and a section has no row of its own.
  var hasSections: Bool { get }

  /// Whether each call counts in what the calls before it have left, inside a batch too.
  var countsStepByStep: Bool { get }

  /// The selected rows. Reloads and batches of the adapter keep them selected.
  var selectedPaths: Set<ItemPath> { get set }

  /// Loads all rows again.
  func reloadData()

  /// Carries out what `reloadData()` has deferred. The adapter calls it only while the view takes batches,
  /// and before a batch that would find it pending.
  func layoutIfNeeded()

  /// Makes the calls of `updates` one change. The rows that the view asks for change inside it.
  ///
  /// `completion` is called once, after the animation; with false if the animation did not finish.
  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (_ finished: Bool) -> Void)

  /// Calls `body` once a move by the user is over, and the view takes calls again.
  func performAfterMove(_ body: @escaping () -> Void)

  /// Deletes sections with their rows.
  func deleteSections(_ sections: [Int])
  /// Inserts sections with their rows.
  func insertSections(_ sections: [Int])
  /// Moves a section with its rows.
  func moveSection(_ section: Int, to newSection: Int)
  /// Loads sections again, heads and rows.
  func reloadSections(_ sections: [Int])
  /// Loads the heads of sections again. A section has a head before and after it, or neither time.
  func reloadHeads(ofSections sections: [Int])
  /// Deletes rows.
  func deleteItems(_ paths: [ItemPath])
  /// Inserts rows.
  func insertItems(_ paths: [ItemPath])
  /// Moves a row.
  func moveItem(_ path: ItemPath, to newPath: ItemPath)
  /// Loads rows again, each in a cell that may be another one.
  func reloadItems(_ paths: [ItemPath])
  /// Gives the cells of rows their new contents.
  func reconfigureItems(_ paths: [ItemPath])
}

extension ListView {
  /// True.
  public var takesBatches: Bool { true }

  /// True.
  public var hasSections: Bool { true }

  /// False.
  public var countsStepByStep: Bool { false }

  /// Empty; a change has no effect.
  public var selectedPaths: Set<ItemPath> {
    get { [] }
    set {}
  }

  /// Makes the calls of `updates` one change, animated.
  public func performBatch(_ updates: () -> Void) {
    performBatch(animated: true, updates) { _ in }
  }

  /// Does nothing: `reloadData()` defers nothing.
  public func layoutIfNeeded() {}

  /// Calls `body` at once.
  public func performAfterMove(_ body: @escaping () -> Void) { body() }

  /// Loads the sections again.
  public func reloadHeads(ofSections sections: [Int]) { reloadSections(sections) }

  /// Loads the rows again.
  public func reconfigureItems(_ paths: [ItemPath]) { reloadItems(paths) }
}

/// A list view without a data source: it gets the rows with the calls.
public protocol DrivenListView<Item>: ListView {
  /// The type of items.
  associatedtype Item

  /// Gives the view the rows to which the calls that follow lead: before `reloadData()`, and as the first
  /// call of each batch.
  func take(_ rows: ListRows<Item>)
}
