internal import FilterEngine

extension ResultsSnapshot where Item: Filterable {
  /// What a state shows.
  init(
    _ state: ResultsState<Item>?, _ rules: ResultsRules<Item>, collapsed: CollapsedSections
  ) {
    guard let state else {
      self.init(sections: nil)
      return
    }
    let isFlat = state.isFlat && rules.configuration.section == nil
    self.init(
      storage: SnapshotStorage(
        ShownSections(
          tree: state.arranged, keepsEmpty: isFlat || rules.keepsEmpty,
          showsGroups: rules.configuration.showsGroupRows, collapsed: collapsed),
        state.rows))
  }
}

extension ResultsSnapshot {
  /// The sections of the arrangement that are shown; nil where sections are from anywhere.
  var shown: ShownSections? { storage?.shown?.sections }

  /// All sections without their items.
  ///
  /// - Complexity: O(n).
  var faces: [SectionFace] { storage?.sections.map { $0.face } ?? [] }

  /// A section without its items; it exists.
  func face(at place: Int) -> SectionFace? { storage?.section(at: place).face }

  /// Whether rows stand in it by themselves, without the numbers of a store.
  var hasLists: Bool { storage?.shown == nil && faces.contains { $0.tree == nil } }

  /// The place of the section with a number, which has a position in the arrangement; nil where the section is
  /// not shown, or its rows are not.
  ///
  /// - Complexity: O(log n), and O(n) in sections from anywhere.
  func place(ofExpanded id: Int, at position: Int) -> Int? {
    guard let shown else {
      let faces = faces
      return faces.firstIndex { $0.id == id }.flatMap { faces[$0].isCollapsed ? nil : $0 }
    }
    guard position < shown.tree.count else { return nil }
    let section = shown.tree[position]
    guard section.id == id, shown.isShown(section), !shown.isCollapsed(section) else { return nil }
    return shown.place(of: position)
  }
}
