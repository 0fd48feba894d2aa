public import FilterableResults
public import FilterableResultsUI

/// A list view without a screen that checks each batch against the rules of table and collection views.
///
/// It finds calls that would make such a view raise an exception or show wrong rows. Use it in tests of code that
/// makes changes or applies them to list views:
///
/// ```swift
/// let view = StrictView<String?>()
/// let adapter = ListViewAdapter(view, following: results)
/// view.source = { adapter.rows.bySection.map { $0.map { $0.item?.name } } }
/// results.remove(key: 3)
/// #expect(view.problems.isEmpty)
/// try view.verify()
/// ```
///
/// Like a data source, ``source`` returns the old data until a batch begins, and the new data from its end on.
public final class StrictView<Cell: Equatable>: ResultsListView {
  /// The cells that the view shows, section by section.
  public private(set) var rows: [[Cell]] = []

  /// The broken rules, in the order in which they were found.
  public var problems: [BrokenListViewRule] = []

  /// The number of calls of ``reloadData()``.
  public private(set) var reloads = 0

  /// The number of batches, without nested ones.
  public private(set) var batches = 0

  /// The number of rows that were reloaded or reconfigured.
  package private(set) var reloadedItems = 0

  /// The selected rows. Reloading the view deselects all rows; reloading rows deselects those.
  public var selectedPaths: Set<ResultsPath> = []

  /// Whether the view is on screen.
  public var takesBatches = true

  /// Returns the number of rows of each section of the data.
  package var counts: () -> [Int] = { [] } { didSet { cells = nil } }

  /// Returns the cell of a row of the data.
  package var cell: (ResultsPath) -> Cell? = { _ in nil } { didSet { cells = nil } }

  /// Returns the whole data; nil if `counts` and `cell` do.
  private var cells: (() -> [[Cell]])?

  /// Whether inserting the first rows of an empty view breaks a rule, as in old systems.
  package var failsOnFirstRows = false

  /// The maximum number of changes in one batch, or nil for no maximum.
  package var limit: Int?

  private var depth = 0
  private var isReloadPending = false
  private var batch = ListViewBatch()

  /// Creates a view that shows no rows.
  public init() {}

  /// Returns the cells of the data, section by section.
  ///
  /// A view that shows no rows loads them when the closure is set. Each beginning and each end of a batch, each reload
  /// and each ``verify()`` calls the closure once.
  public var source: () -> [[Cell]] {
    get { cells ?? { [counts, cell] in Self.data(counts, cell) } }
    set {
      cells = newValue
      if rows.isEmpty, depth == 0 { rows = newValue() }
    }
  }

  private var data: [[Cell]] { source() }

  private static func data(_ counts: () -> [Int], _ cell: (ResultsPath) -> Cell?) -> [[Cell]] {
    counts().enumerated().map { section, count in
      (0..<max(0, count)).compactMap { cell(ResultsPath(section: section, item: $0)) }
    }
  }

  /// Reads the data once: the number of rows of each section, and the cells of rows that the counts have.
  private func readData() -> (counts: [Int], cell: (ResultsPath) -> Cell?) {
    guard let cells else { return (counts(), cell) }
    let data = cells()
    return (data.map(\.count), { data[$0.section][$0.item] })
  }

  // MARK: - Calls

  /// Requests a reload, which ``layoutIfNeeded()`` performs.
  public func reloadData() {
    reloads += 1
    selectedPaths = []
    if depth > 0 { problems.append(BrokenListViewRule(.reloads, "a reload during a batch")) }
    isReloadPending = true
  }

  /// Performs a pending reload.
  public func layoutIfNeeded() {
    guard isReloadPending else { return }
    isReloadPending = false
    rows = data
  }

  /// Applies a batch immediately, and appends the rules that it breaks to ``problems``.
  public func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    perform(updates)
    completion(true)
  }

  private func perform(_ updates: () -> Void) {
    do throws(BrokenListViewRule) {
      var isBegun = false
      do throws(BrokenListViewRule) {
        try beginUpdates()
        isBegun = true
      } catch { problems.append(error) }
      updates()
      if isBegun { try endUpdates() } else { rows = data }
    } catch {
      problems.append(error)
      rows = data
    }
  }

  /// Deletes sections with their rows.
  public func deleteSections(_ sections: [Int]) { add { $0.deletedSections += sections } }
  /// Inserts sections with their rows.
  public func insertSections(_ sections: [Int]) { add { $0.insertedSections += sections } }
  /// Moves a section with its rows.
  public func moveSection(_ section: Int, to newSection: Int) {
    add { $0.movedSections.append((section, newSection)) }
  }
  /// Reloads sections, headers and rows.
  public func reloadSections(_ sections: [Int]) { add { $0.reloadedSections += sections } }
  /// Deletes rows.
  public func deleteItems(_ paths: [ResultsPath]) { add { $0.deleted += paths } }
  /// Inserts rows.
  public func insertItems(_ paths: [ResultsPath]) { add { $0.inserted += paths } }
  /// Moves a row.
  public func moveItem(_ path: ResultsPath, to newPath: ResultsPath) {
    add { $0.moved.append((path, newPath)) }
  }
  /// Reloads rows.
  public func reloadItems(_ paths: [ResultsPath]) {
    reloadedItems += paths.count
    selectedPaths.subtract(paths)
    add { $0.reloaded += paths }
  }

  /// Does nothing inside a batch: the view has no headers.
  public func reloadHeaders(ofSections sections: [Int]) { add { _ in } }

  private func add(_ call: (inout ListViewBatch) -> Void) {
    if depth == 0 { problems.append(BrokenListViewRule(.nesting, "a call outside a batch")) }
    call(&batch)
  }

  /// Moves a cell, as if the user had dragged it.
  package func moveCell(_ path: ResultsPath, to newPath: ResultsPath) {
    let cell = rows[path.section].remove(at: path.item)
    rows[newPath.section].insert(cell, at: newPath.item)
  }

  // MARK: - Rules

  /// Applies a batch.
  ///
  /// - Throws: The rule that the batch breaks.
  package func attempt(_ updates: () -> Void) throws(BrokenListViewRule) {
    try beginUpdates()
    updates()
    try endUpdates()
  }

  /// Begins a batch, or a nested one.
  ///
  /// - Throws: The rule that is broken.
  package func beginUpdates() throws(BrokenListViewRule) {
    guard depth == 0 else {
      depth += 1
      return
    }
    guard takesBatches else { throw BrokenListViewRule(.screen, "the view is not on screen") }
    guard !isReloadPending else { throw BrokenListViewRule(.reloads, "a reload is pending") }
    let counts = readData().counts
    guard counts.elementsEqual(rows.lazy.map { $0.count }) else {
      throw BrokenListViewRule(.data, "the data has changed to \(counts) before the batch")
    }
    depth = 1
    batches += 1
    batch = ListViewBatch()
  }

  /// Ends a batch and applies it; the end of a nested batch applies nothing.
  ///
  /// - Throws: The rule that the batch breaks.
  /// - Complexity: O(n) for n rows.
  package func endUpdates() throws(BrokenListViewRule) {
    guard depth > 0 else { throw BrokenListViewRule(.nesting, "an end without a beginning") }
    depth -= 1
    guard depth == 0 else { return }
    if let limit, batch.count > limit {
      throw BrokenListViewRule(.many, "\(batch.count) changes, the maximum is \(limit)")
    }
    if failsOnFirstRows, rows.allSatisfy({ $0.isEmpty }), !batch.inserted.isEmpty {
      throw BrokenListViewRule(.first, "the first rows of an empty view")
    }
    let (new, cell) = readData()
    guard new.allSatisfy((0...Int(Int32.max)).contains) else {
      throw BrokenListViewRule(.data, "the data has \(new)")
    }
    let old = rows.map { $0.count }
    if old == new, batch.insertedSections.isEmpty, batch.deletedSections.isEmpty,
      batch.inserted.count != batch.deleted.count
    {
      throw BrokenListViewRule(.data, "the data has not changed during the batch")
    }
    let origins = try batch.origins(from: old, to: new)
    rows = origins.enumerated().map { section, rows in
      rows.enumerated().compactMap { item, origin in
        origin.map { self.rows[$0.section][$0.item] }
          ?? cell(ResultsPath(section: section, item: item))
      }
    }
    guard !selectedPaths.isEmpty else { return }
    selectedPaths = Set(
      origins.enumerated().flatMap { section, rows in
        rows.enumerated().compactMap { item, origin in
          origin.flatMap {
            selectedPaths.contains($0) ? ResultsPath(section: section, item: item) : nil
          }
        }
      })
  }

  /// Checks that the view shows the data. Call it between batches.
  ///
  /// - Throws: `order` if the view shows other cells.
  /// - Complexity: O(n) for n rows.
  public func verify() throws(BrokenListViewRule) {
    let data = data
    guard rows == data else {
      throw BrokenListViewRule(.order, "the view shows \(rows) for \(data)")
    }
  }
}
