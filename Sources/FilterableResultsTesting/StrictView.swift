public import FilterableResults
public import FilterableResultsUI

/// A list view without a screen, which keeps its cells by the rules of table and collection views and finds
/// calls that would make one of those fail.
///
/// It checks changes from anywhere, such as those of a ``ListViewAdapter``, in tests of an app:
///
/// ```swift
/// let view = StrictView<String>()
/// let adapter = ListViewAdapter<Person>(view)
/// view.counts = { [unowned adapter] in adapter.counts }
/// view.cell = { [unowned adapter] path in adapter.item(at: path)?.name }
/// adapter.apply(change)
/// try view.verify()
/// ```
///
/// Like a data source, ``counts`` and ``cell`` answer for the rows before a batch until it begins, and for those
/// after it from its end on.
public final class StrictView<Cell: Equatable>: ListView {
  /// The cells that the view shows.
  public private(set) var rows: [[Cell]] = []

  /// The rules that were broken by those who cannot be thrown at.
  public var problems: [BrokenRule] = []

  /// How often the view was told to reload.
  public private(set) var reloads = 0

  /// How many batches the view has carried out, those inside of others not counted.
  public private(set) var batches = 0

  /// How many rows were reloaded or reconfigured.
  public private(set) var reloadedItems = 0

  /// The selected rows. A reload deselects all, and a reload of rows those.
  public var selectedPaths: Set<ItemPath> = []

  /// How many rows each section of the data has.
  public var counts: () -> [Int] = { [] }

  /// The cell of a row of the data.
  public var cell: (ItemPath) -> Cell? = { _ in nil }

  /// Whether the view is on screen.
  public var takesBatches = true

  /// Whether the view is of an old system, which fails on the first rows of an empty view.
  public var failsOnFirstRows = false

  /// How many changes the view takes in one batch; nil for any number.
  public var limit: Int?

  private var depth = 0
  private var isReloadPending = false
  private var batch = ListViewBatch()

  /// A view that shows nothing.
  public init() {}

  /// The data, as a whole; a view that shows nothing yet loads it.
  package var source: () -> [[Cell]] {
    get { { [unowned self] in data } }
    set {
      counts = { newValue().map(\.count) }
      cell = { path in newValue()[path.section][path.item] }
      if rows.isEmpty, depth == 0 { rows = newValue() }
    }
  }

  private var data: [[Cell]] {
    counts().enumerated().map { section, count in
      (0..<max(0, count)).compactMap { cell(ItemPath(section: section, item: $0)) }
    }
  }

  // MARK: - Calls

  /// Notes a reload, which ``layoutIfNeeded()`` carries out.
  public func reloadData() {
    reloads += 1
    selectedPaths = []
    if depth > 0 { problems.append(BrokenRule(.reloads, "a reload inside a batch")) }
    isReloadPending = true
  }

  /// Carries out a reload.
  public func layoutIfNeeded() {
    guard isReloadPending else { return }
    isReloadPending = false
    rows = data
  }

  /// Carries out a batch at once, and adds the rules that it breaks to ``problems``.
  public func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    perform(updates)
    completion(true)
  }

  private func perform(_ updates: () -> Void) {
    do throws(BrokenRule) {
      var isBegun = false
      do throws(BrokenRule) {
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
  public func moveSection(_ section: Int, to place: Int) {
    add { $0.movedSections.append((section, place)) }
  }
  /// Loads sections again, heads and rows.
  public func reloadSections(_ sections: [Int]) { add { $0.reloadedSections += sections } }
  /// Deletes rows.
  public func deleteItems(_ paths: [ItemPath]) { add { $0.deleted += paths } }
  /// Inserts rows.
  public func insertItems(_ paths: [ItemPath]) { add { $0.inserted += paths } }
  /// Moves a row.
  public func moveItem(_ path: ItemPath, to place: ItemPath) {
    add { $0.moved.append((path, place)) }
  }
  /// Loads rows again.
  public func reloadItems(_ paths: [ItemPath]) {
    reloadedItems += paths.count
    selectedPaths.subtract(paths)
    add { $0.reloaded += paths }
  }

  /// Loads the heads of sections again, of which the view keeps nothing.
  public func reloadHeads(ofSections sections: [Int]) { add { _ in } }

  private func add(_ call: (inout ListViewBatch) -> Void) {
    if depth == 0 { problems.append(BrokenRule(.nesting, "a call outside a batch")) }
    call(&batch)
  }

  /// Shows a cell elsewhere, as where the user drags it.
  package func moveCell(_ path: ItemPath, to newPath: ItemPath) {
    let cell = rows[path.section].remove(at: path.item)
    rows[newPath.section].insert(cell, at: newPath.item)
  }

  // MARK: - Rules

  /// Carries out a batch.
  ///
  /// - Throws: The rule that the batch breaks.
  public func attempt(_ updates: () -> Void) throws(BrokenRule) {
    try beginUpdates()
    updates()
    try endUpdates()
  }

  /// Begins a batch, or a part of the one that is open.
  ///
  /// - Throws: The rule that is broken.
  public func beginUpdates() throws(BrokenRule) {
    guard depth == 0 else {
      depth += 1
      return
    }
    guard takesBatches else { throw BrokenRule(.screen, "the view is not on screen") }
    guard !isReloadPending else { throw BrokenRule(.reloads, "a reload is still to be done") }
    let counts = counts()
    guard counts.elementsEqual(rows.lazy.map { $0.count }) else {
      throw BrokenRule(.data, "the data has \(counts) before the view is told")
    }
    depth = 1
    batches += 1
    batch = ListViewBatch()
  }

  /// Ends a batch, or a part of it: the whole is carried out at its end.
  ///
  /// - Throws: The rule that the batch breaks.
  /// - Complexity: O(n) in the number of rows.
  public func endUpdates() throws(BrokenRule) {
    guard depth > 0 else { throw BrokenRule(.nesting, "an end without a beginning") }
    depth -= 1
    guard depth == 0 else { return }
    if let limit, batch.count > limit {
      throw BrokenRule(.many, "\(batch.count) changes where \(limit) are taken")
    }
    if failsOnFirstRows, rows.allSatisfy({ $0.isEmpty }), !batch.inserted.isEmpty {
      throw BrokenRule(.first, "the first rows of an empty view")
    }
    let new = counts()
    guard new.allSatisfy((0...Int(Int32.max)).contains) else {
      throw BrokenRule(.data, "the data has \(new)")
    }
    let old = rows.map { $0.count }
    if old == new, batch.insertedSections.isEmpty, batch.deletedSections.isEmpty,
      batch.inserted.count != batch.deleted.count
    {
      throw BrokenRule(.data, "the data has not changed inside the batch")
    }
    let origins = try batch.origins(from: old, to: new)
    var result: [[Cell]] = []
    result.reserveCapacity(origins.count)
    for (section, rows) in origins.enumerated() {
      var cells: [Cell] = []
      cells.reserveCapacity(rows.count)
      for (item, origin) in rows.enumerated() {
        if let origin {
          cells.append(self.rows[origin.section][origin.item])
        } else if let cell = cell(ItemPath(section: section, item: item)) {
          cells.append(cell)
        }
      }
      result.append(cells)
    }
    rows = result
    guard !selectedPaths.isEmpty else { return }
    selectedPaths = Set(
      origins.enumerated().flatMap { section, rows in
        rows.enumerated().compactMap { item, origin in
          origin.flatMap {
            selectedPaths.contains($0) ? ItemPath(section: section, item: item) : nil
          }
        }
      })
  }

  /// Checks that the view shows the data, after all batches.
  ///
  /// - Throws: A broken rule if it shows other cells.
  public func verify() throws(BrokenRule) {
    guard rows == data else { throw BrokenRule(.order, "\(rows) is shown for \(data)") }
  }
}
