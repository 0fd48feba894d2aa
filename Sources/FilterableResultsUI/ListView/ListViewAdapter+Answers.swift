public import FilterableResults
public import FilterEngine

// The questions of a view: its data source answers with these.
extension ListViewAdapter {
  /// How many sections the view has; 1 if it shows the rows of all sections as one list.
  public var numberOfSections: Int { rows.numberOfSections }

  /// How many rows a section of the view has, 0 if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    rows.numberOfItems(inSection: section)
  }

  /// The row at an index path of the view, nil if there is none.
  ///
  /// - Complexity: O(log n), and for views without sections O(s) for s sections.
  public func row(at path: ItemPath) -> ResultsRow<Item>? { rows.row(at: path) }

  /// The item at an index path of the view, nil if there is none or another kind of row.
  public func item(at path: ItemPath) -> Item? { rows.item(at: path) }

  /// The section at an index: its key and titles; nil if there is none.
  ///
  /// Between the steps of a change its rows are those of another moment.
  public func section(at index: Int) -> ResultsSection<Item>? { rows.section(at: index) }

  /// The title of a section, nil if there is none.
  public func title(ofSection index: Int) -> String? { section(at: index)?.title }

  /// The text of a section's foot, nil if there is none.
  public func footer(ofSection index: Int) -> String? {
    section(at: index).flatMap { footer?($0) }
  }

  /// The index titles of all sections, each once, in order.
  public var indexTitles: [String] {
    var seen: Set<String> = []
    return rows.sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// The first section with an index title, nil if there is none.
  public func section(forIndexTitle title: String) -> Int? {
    rows.sections.firstIndex { $0.indexTitle == title }
  }

  /// The content of a supplementary view, nil if there is none.
  public func supplementaryItem(ofKind kind: String, at path: ItemPath) -> FilterValue? {
    section(at: path.section).flatMap { supplementary?(kind, path, $0) }
  }
}
