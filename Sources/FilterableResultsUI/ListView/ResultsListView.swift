public import EssentialFoundation
public import FilterableResults

/// A view that shows sections of rows and applies changes in batches, as table and collection views do.
///
/// Inside a batch, deletions, reloads and the sources of moves are index paths before the batch; insertions and
/// the destinations of moves are index paths after it. A view that counts step by step is the exception.
///
/// A view with a data source reads its rows from a ``ListViewAdapter``. A view without one conforms to
/// ``DrivenListView`` and receives the rows with the calls.
public protocol ResultsListView: AnyObject {
  /// Whether the view is on screen and can apply batches. Otherwise the adapter reloads it.
  var takesBatches: Bool { get }

  /// Whether the view has sections.
  ///
  /// A view without sections shows the rows of all sections in sequence, as its section 0.
  var hasSections: Bool { get }

  /// Whether the index paths of each call refer to the result of the calls before it, also inside a batch.
  var countsStepByStep: Bool { get }

  /// The index paths of the selected rows. The adapter keeps rows selected through reloads and batches.
  var selectedPaths: Set<ResultsPath> { get set }

  /// Reloads all rows.
  func reloadData()

  /// Performs the work that `reloadData()` has deferred.
  ///
  /// The adapter calls this only while the view takes batches, and before a batch that follows a reload.
  func layoutIfNeeded()

  /// Applies the calls of `updates` as one change. The rows of the adapter change during `updates`.
  ///
  /// `completion` is called once, after the animation, with false if the animation did not finish.
  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (_ finished: Bool) -> Void)

  /// Calls `body` once a move by the user is over and the view accepts calls again.
  func performAfterMove(_ body: @escaping () -> Void)

  /// Deletes sections with their rows.
  func deleteSections(_ sections: [Int])
  /// Inserts sections with their rows.
  func insertSections(_ sections: [Int])
  /// Moves a section with its rows.
  func moveSection(_ section: Int, to newSection: Int)
  /// Reloads sections, headers and rows.
  func reloadSections(_ sections: [Int])
  /// Reloads the headers of sections that have a header before and after the change, or neither time.
  func reloadHeaders(ofSections sections: [Int])
  /// Deletes rows.
  func deleteItems(_ paths: [ResultsPath])
  /// Inserts rows.
  func insertItems(_ paths: [ResultsPath])
  /// Moves a row.
  func moveItem(_ path: ResultsPath, to newPath: ResultsPath)
  /// Reloads rows. A row may get another cell.
  func reloadItems(_ paths: [ResultsPath])
  /// Updates the content of rows in the cells that they have.
  func reconfigureItems(_ paths: [ResultsPath])
}

extension ResultsListView {
  /// True by default.
  public var takesBatches: Bool { true }

  /// True by default.
  public var hasSections: Bool { true }

  /// False by default.
  public var countsStepByStep: Bool { false }

  /// Empty by default; setting it has no effect.
  public var selectedPaths: Set<ResultsPath> {
    get { [] }
    set {}
  }

  /// Does nothing by default, for a view whose `reloadData()` defers nothing.
  public func layoutIfNeeded() {}

  /// Calls `body` immediately by default.
  public func performAfterMove(_ body: @escaping () -> Void) { body() }

  /// Reloads the sections by default.
  public func reloadHeaders(ofSections sections: [Int]) { reloadSections(sections) }

  /// Reloads the rows by default.
  public func reconfigureItems(_ paths: [ResultsPath]) { reloadItems(paths) }

  /// Applies the calls of `updates` as one animated change.
  package func performBatch(_ updates: () -> Void) {
    performBatch(animated: true, updates) { _ in }
  }
}

/// A list view without a data source, which receives the rows with the calls.
public protocol DrivenListView<Item>: ResultsListView {
  /// The type of items.
  associatedtype Item

  /// Receives the rows after the calls that follow: before `reloadData()`, and as the first call of each batch.
  func take(_ rows: ListRows<Item>)
}

extension ResultsPath {
  /// The index path in the form of UIKit and AppKit: section, then item.
  public var indexPath: IndexPath { [section, item] }

  /// Creates a path from an index path of UIKit or AppKit, or returns nil if it does not have two indexes.
  public init?(_ path: IndexPath) {
    guard path.count == 2 else { return nil }
    self.init(section: path[0], item: path[1])
  }
}
