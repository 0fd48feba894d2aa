public import FilterEngine

/// The sections of a controller: those of its store, to edit them, and which sections are collapsed.
///
/// ```swift
/// try results.sections.add(StoredSection("Oslo", items: people))
/// try results.sections.move(from: 1, to: 0)
/// results.sections.setCollapsed(true, forKey: "Oslo")
/// ```
///
/// Indices count the sections of the store. If the configuration has a section key, sections are made by the contents of
/// the rows, and those of the store only hold the rows in order.
///
/// The value refers to its controller and shows the current state of it.
public struct ResultsSections<Item: Filterable> {
  private let controller: ResultsController<Item>

  init(_ controller: ResultsController<Item>) { self.controller = controller }

  private var store: ResultsStore { controller.store }

  // MARK: - Sections of the store

  /// The sections as they are stored, with hidden rows; nil if no data is loaded.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var stored: [StoredSection<Item>]? {
    store.settledState().map { state in
      state.store.sections.list.map { section in
        var stored = StoredSection<Item>(
          section.key, title: section.title,
          items: section.tree.ids.map { state.rows.item($0, as: Item.self) })
        if section.key.kind == .null { stored.key = nil }
        return stored
      }
    }
  }

  /// The number of rows in each section of the store, with hidden rows.
  package var counts: [Int] { store.settledState()?.store.sections.list.map(\.tree.count) ?? [] }

  /// Inserts a section at an index of the store, by default at the end.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection` if the index is out of bounds; `duplicateSection`; `duplicateKey`
  ///   if duplicates are refused.
  public func add(
    _ section: StoredSection<Item>, at index: Int? = nil
  ) throws(ResultsError) {
    try controller.editAll { () throws(ResultsError) in
      try store.insertSection(
        section.key, title: section.title, section.items.map { StoredRow($0) }, at: index)
    }
  }

  /// Removes the section at an index of the store, with its rows.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection` if the index is out of bounds.
  public func remove(at index: Int) throws(ResultsError) {
    try controller.editAll { () throws(ResultsError) in try store.removeSection(index) }
  }

  /// Removes the section with a key, with its rows.
  ///
  /// - Returns: False if no section has the key.
  /// - Throws: `noData`; `notSectioned`.
  @discardableResult
  public func remove(forKey key: some FilterValueConvertible) throws(ResultsError) -> Bool {
    let key = key.filterValue
    guard let index = try store.section(forKey: key) else { return false }
    try remove(at: index)
    return true
  }

  /// Replaces the rows of the section at an index of the store.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection` if the index is out of bounds; `duplicateKey` if duplicates are
  ///   refused.
  public func replace(at index: Int, with items: [Item]) throws(ResultsError) {
    try controller.editAll { () throws(ResultsError) in
      try store.replaceSection(at: index, with: items.map { StoredRow($0) })
    }
  }

  /// Replaces the rows of the section with a key.
  ///
  /// - Returns: False if no section has the key.
  /// - Throws: `noData`; `notSectioned`; `duplicateKey` if duplicates are refused.
  @discardableResult
  public func replace(
    forKey key: some FilterValueConvertible, with items: [Item]
  ) throws(ResultsError) -> Bool {
    let key = key.filterValue
    guard let index = try store.section(forKey: key) else { return false }
    try replace(at: index, with: items)
    return true
  }

  /// Moves a section of the store; `to` is its index after the move.
  ///
  /// - Throws: `noData`; `notSectioned`; `noSection` if an index is out of bounds.
  public func move(from: Int, to: Int) throws(ResultsError) {
    try controller.edit { () throws(ResultsError) in try store.moveSection(from: from, to: to) }
  }

  /// Sets the title of the section at an index of the store; nil for the text of its key.
  ///
  /// - Throws: `noData`; `noSection` if the index is out of bounds.
  public func setTitle(_ title: String?, at index: Int) throws(ResultsError) {
    try controller.edit { () throws(ResultsError) in
      try store.setTitle(title, ofSectionAt: index)
    }
  }

  // MARK: - Collapsing

  /// Whether the rows of the section with a key are hidden.
  public func isCollapsed<Key: FilterValueConvertible>(forKey key: Key) -> Bool {
    checkKind(Key.filterKind)
    return controller.settings.collapsed.contains(key.filterValue)
  }

  /// Stops a debug build if no section by key can have a key of the kind.
  private func checkKind(_ kind: FilterKind?) {
    assert(
      controller.configuration.sections.key?.canEqual(kind) ?? true,
      "the keys of sections of \(Item.self) are never of the kind \(kind?.rawValue ?? "")")
  }

  /// Collapses or expands the section with a key; the section itself stays visible.
  ///
  /// Its rows are deleted and inserted, and a section without rows is updated. The setting also applies to a section
  /// that is added later. If at most one section is expanded, expanding one collapses the others.
  ///
  /// A key of a type whose values no section key can equal, such as a string where keys are numbers, is a mistake in the
  /// code, and stops a debug build.
  public func setCollapsed<Key: FilterValueConvertible>(_ isCollapsed: Bool, forKey key: Key) {
    checkKind(Key.filterKind)
    let key = key.filterValue
    var next = controller.settings.collapsed
    if !isCollapsed, controller.configuration.sections.expandsOne {
      next = CollapsedSections(allBut: [key])
    } else {
      next.set(isCollapsed, key)
    }
    apply(next)
  }

  /// Collapses or expands all sections, including sections that are added later.
  public func setCollapsed(_ areCollapsed: Bool) {
    apply(areCollapsed ? CollapsedSections(allBut: []) : CollapsedSections())
  }

  private func apply(_ next: CollapsedSections) {
    guard next != controller.settings.collapsed else { return }
    try? controller.edit {
      controller.set { $0.collapsed = next }
      store.needs(.all)
    }
  }
}
