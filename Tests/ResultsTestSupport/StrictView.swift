package import FilterableResults

/// A list view that keeps its cells by the rules of table and collection views, and throws where
/// they would.
package final class StrictView<Cell: Equatable>: ListView {
  /// The cells that the view shows.
  package private(set) var rows: [[Cell]] = []

  /// The rules that were broken by those who cannot be thrown at.
  package var problems: [BrokenRule] = []

  package private(set) var reloads = 0
  package private(set) var batches = 0

  /// How many rows each section of the data has.
  package var counts: () -> [Int] = { [] }

  /// The cell of a row of the data.
  package var cell: (ItemPath) -> Cell? = { _ in nil }

  /// Whether the view is on screen.
  package var takesBatches = true

  /// Whether the view is of an old system, which fails on the first rows of an empty view.
  package var failsOnFirstRows = false

  /// How many changes the view takes in one batch; nil for any number.
  package var limit: Int?

  private var depth = 0
  private var isReloadPending = false
  private var batch = ListViewBatch()

  package init() {}

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
      (0..<count).compactMap { cell(ItemPath(section: section, item: $0)) }
    }
  }

  // MARK: - Calls

  package func reloadData() {
    reloads += 1
    if depth > 0 { problems.append(BrokenRule(.reloads, "a reload inside a batch")) }
    isReloadPending = true
  }

  package func layoutIfNeeded() {
    guard isReloadPending else { return }
    isReloadPending = false
    rows = data
  }

  package func performBatch(_ updates: () -> Void) {
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

  package func deleteSections(_ sections: [Int]) { add { $0.deletedSections += sections } }
  package func insertSections(_ sections: [Int]) { add { $0.insertedSections += sections } }
  package func moveSection(_ section: Int, to place: Int) {
    add { $0.movedSections.append((section, place)) }
  }
  package func reloadSections(_ sections: [Int]) { add { $0.reloadedSections += sections } }
  package func deleteItems(_ paths: [ItemPath]) { add { $0.deleted += paths } }
  package func insertItems(_ paths: [ItemPath]) { add { $0.inserted += paths } }
  package func moveItem(_ path: ItemPath, to place: ItemPath) {
    add { $0.moved.append((path, place)) }
  }
  package func reloadItems(_ paths: [ItemPath]) { add { $0.reloaded += paths } }

  private func add(_ call: (inout ListViewBatch) -> Void) {
    if depth == 0 { problems.append(BrokenRule(.nesting, "a call outside a batch")) }
    call(&batch)
  }

  // MARK: - Rules

  /// A batch, as `performBatch`.
  package func attempt(_ updates: () -> Void) throws(BrokenRule) {
    try beginUpdates()
    updates()
    try endUpdates()
  }

  /// Begins a batch, or a part of the one that is open.
  package func beginUpdates() throws(BrokenRule) {
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
  package func endUpdates() throws(BrokenRule) {
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
  }

  /// Whether the view shows the data, after all batches.
  package func verify() throws(BrokenRule) {
    guard rows == data else { throw BrokenRule(.order, "\(rows) is shown for \(data)") }
  }
}

/// A strict list view of texts.
package typealias StrictListView = StrictView<String>
