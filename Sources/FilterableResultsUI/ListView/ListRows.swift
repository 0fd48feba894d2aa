public import FilterableResults

/// The rows of a list view at one moment, by the index paths of the view.
///
/// Between the steps of a change the rows are those of no snapshot.
public struct ListRows<Item> {
  /// How many rows each section of the snapshot has, also where the view shows them as one section.
  public let counts: [Int]

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

  /// The rows on the way to a snapshot.
  init(_ steps: StepwiseSections<Item>, to snapshot: ResultsSnapshot<Item>) {
    self.snapshot = snapshot
    self.steps = steps
    counts = steps.counts
    hasSections = true
  }

  /// How many sections the view has; 1 if it shows the rows of all sections as one list.
  public var numberOfSections: Int { hasSections ? counts.count : 1 }

  /// How many rows a section of the view has, 0 if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    guard hasSections else { return section == 0 ? counts.reduce(0, +) : 0 }
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// The row at an index path of the view, nil if there is none.
  ///
  /// - Complexity: O(log n), and for views without sections O(s) for s sections.
  public func row(at path: ItemPath) -> ResultsRow<Item>? {
    guard let path = snapshotPath(of: path) else { return nil }
    guard let steps else { return snapshot.row(at: path) }
    guard steps.rows.indices.contains(path.section),
      steps.rows[path.section].indices.contains(path.item)
    else { return nil }
    return steps.rows[path.section][path.item]
  }

  /// The item at an index path of the view, nil if there is none or another kind of row.
  public func item(at path: ItemPath) -> Item? { row(at: path)?.item }

  /// The section at an index: its key and titles; nil if there is none.
  ///
  /// Between the steps of a change its rows are those of another moment.
  public func section(at index: Int) -> ResultsSection<Item>? {
    let sections = sections
    return sections.indices.contains(index) ? sections[index] : nil
  }

  /// The sections, for their keys and titles.
  var sections: [ResultsSection<Item>] { steps?.heads ?? snapshot.sections }

  /// The index path in the snapshot of a row of the view, nil if there is none.
  func snapshotPath(of path: ItemPath) -> ItemPath? {
    guard !hasSections else { return path }
    guard path.section == 0, path.item >= 0 else { return nil }
    var item = path.item
    for (section, count) in counts.enumerated() {
      if item < count { return ItemPath(section: section, item: item) }
      item -= count
    }
    return nil
  }

  /// The index path in the view of a row of the snapshot.
  func viewPath(of path: ItemPath) -> ItemPath {
    guard !hasSections else { return path }
    return ItemPath(section: 0, item: counts.prefix(path.section).reduce(path.item, +))
  }
}

extension ListRows: Sendable where Item: Sendable {}
