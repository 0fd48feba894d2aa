public import FilterEngine

// What a view asks: its data source answers with these.
extension ListViewAdapter {
  /// How many sections the view has; 1 where it shows the rows of all sections as one list.
  public var numberOfSections: Int { hasSections ? counts.count : 1 }

  /// How many rows a section of the view has, 0 where there is none.
  public func numberOfItems(inSection section: Int) -> Int {
    guard hasSections else { return section == 0 ? counts.reduce(0, +) : 0 }
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// The row at a place of the view, nil where there is none.
  ///
  /// - Complexity: O(log n), and for views without sections O(s) for s sections.
  public func row(at path: ItemPath) -> ResultsRow<Item>? {
    guard let path = hasSections ? path : unflattened(path) else { return nil }
    guard let steps else { return snapshot.row(at: path) }
    guard steps.rows.indices.contains(path.section),
      steps.rows[path.section].indices.contains(path.item)
    else { return nil }
    return steps.rows[path.section][path.item]
  }

  /// The item at a place of the view, nil where there is none or another kind of row.
  public func item(at path: ItemPath) -> Item? { row(at: path)?.item }

  /// The head of the section at a place: its key and titles; nil where there is none.
  ///
  /// Between steps its rows are those of another moment.
  public func section(at place: Int) -> ResultsSection<Item>? {
    let sections = steps?.heads ?? snapshot.sections
    return sections.indices.contains(place) ? sections[place] : nil
  }

  /// The title of a section, nil where there is none.
  public func title(ofSection place: Int) -> String? { section(at: place)?.title }

  /// What the foot of a section says, nil where there is none.
  public func footer(ofSection place: Int) -> String? {
    section(at: place).flatMap { footer?($0) }
  }

  /// The index titles of all sections, each once, in order.
  public var indexTitles: [String] {
    var seen: Set<String> = []
    let sections = steps?.heads ?? snapshot.sections
    return sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// The first section with an index title, nil where there is none.
  public func section(forIndexTitle title: String) -> Int? {
    (steps?.heads ?? snapshot.sections).firstIndex { $0.indexTitle == title }
  }

  /// What a supplementary view shows, nil where there is nothing to show.
  public func supplementaryItem(ofKind kind: String, at path: ItemPath) -> FilterValue? {
    section(at: path.section).flatMap { supplementary?(kind, path, $0) }
  }

  private var hasSections: Bool { view?.hasSections ?? true }

  /// The place in its section of a row of the one list.
  private func unflattened(_ path: ItemPath) -> ItemPath? {
    guard path.section == 0, path.item >= 0 else { return nil }
    var item = path.item
    for (section, count) in counts.enumerated() {
      if item < count { return ItemPath(section: section, item: item) }
      item -= count
    }
    return nil
  }
}
