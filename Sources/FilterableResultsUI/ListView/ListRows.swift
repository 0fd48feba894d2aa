public import FilterableResults

/// The rows of a list view at one moment, by the index paths of the view.
///
/// Between the steps of a change, the rows are those of an intermediate state that no snapshot has.
public struct ListRows<Item> {
  /// How many rows each section of the snapshot has, also in a view without sections.
  package let counts: [Int]

  let snapshot: ResultsSnapshot<Item>
  private let steps: StepwiseSections<Item>?
  private let hasSections: Bool

  /// The rows of a snapshot.
  init(_ snapshot: ResultsSnapshot<Item>, hasSections: Bool) {
    self.snapshot = snapshot
    self.hasSections = hasSections
    counts = snapshot.sectionCounts
    steps = nil
  }

  /// The rows between two steps of a change to a snapshot.
  init(_ steps: StepwiseSections<Item>, to snapshot: ResultsSnapshot<Item>) {
    self.snapshot = snapshot
    self.steps = steps
    counts = steps.counts
    hasSections = true
  }

  /// The number of sections of the view; 1 if the view has no sections.
  public var numberOfSections: Int { hasSections ? counts.count : 1 }

  /// The number of rows in a section of the view, or 0 if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    guard hasSections else { return section == 0 ? counts.reduce(0, +) : 0 }
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// The row at an index path of the view, or nil if there is none.
  ///
  /// - Complexity: O(log n) for n rows; in a view without sections also O(s) for s sections.
  public func row(at path: ResultsPath) -> ResultsRow<Item>? {
    guard let path = snapshotPath(of: path) else { return nil }
    guard let steps else { return snapshot.row(at: path) }
    guard steps.rows.indices.contains(path.section),
      steps.rows[path.section].indices.contains(path.item)
    else { return nil }
    return steps.rows[path.section][path.item]
  }

  /// The item at an index path of the view, or nil if there is no row or the row has no item.
  ///
  /// - Complexity: O(log n) for n rows; in a view without sections also O(s) for s sections.
  public func item(at path: ResultsPath) -> Item? { row(at: path)?.item }

  /// The section at an index, for its key and titles, or nil if there is none.
  ///
  /// Read the rows with ``row(at:)``: between the steps of a change, those of the section are not current.
  public func section(at index: Int) -> ResultsSection<Item>? {
    guard let steps else { return snapshot.section(at: index) }
    return steps.headers.indices.contains(index) ? steps.headers[index] : nil
  }

  /// All rows of the view, section by section.
  ///
  /// - Complexity: O(n) for n rows.
  public var bySection: [[ResultsRow<Item>]] {
    let rows = steps?.rows ?? snapshot.sections.map(\.rows)
    return hasSections ? rows : [rows.flatMap(\.self)]
  }

  /// The index path in the snapshot of a row of the view, or nil if there is no such section.
  func snapshotPath(of path: ResultsPath) -> ResultsPath? {
    guard !hasSections else { return path }
    guard path.section == 0, path.item >= 0 else { return nil }
    var item = path.item
    for (section, count) in counts.enumerated() {
      if item < count { return ResultsPath(section: section, item: item) }
      item -= count
    }
    return nil
  }

  /// The index path in the view of a row of the snapshot.
  func viewPath(of path: ResultsPath) -> ResultsPath {
    guard !hasSections else { return path }
    return ResultsPath(section: 0, item: counts.prefix(path.section).reduce(path.item, +))
  }
}

extension ListRows: Sendable where Item: Sendable {}
