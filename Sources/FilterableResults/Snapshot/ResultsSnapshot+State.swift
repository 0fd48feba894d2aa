internal import FilterEngine

extension ResultsSnapshot where Item: Filterable {
  /// What a state shows.
  init(_ state: ResultsState<Item>?, _ rules: ResultsRules<Item>, collapsed: CollapsedSections) {
    guard let state else {
      self.init(sections: nil)
      return
    }
    let isFlat = state.isFlat && rules.configuration.section == nil
    let box = RowBox(state.rows)
    var sections: [ResultsSection<Item>] = []
    sections.reserveCapacity(state.arranged.count)
    for section in state.arranged {
      let showsGroup = rules.configuration.showsGroupRows && section.tree.groupedCount > 0
      guard isFlat || rules.keepsEmpty || section.tree.shownCount > 0 || showsGroup else {
        continue
      }
      let titles = rules.titles(of: section)
      sections.append(
        ResultsSection(
          key: section.key, title: titles.title, indexTitle: titles.index,
          isCollapsed: collapsed.contains(section.key), id: section.id,
          content: .tree(section.tree, box, showsGroup: showsGroup)))
    }
    self.init(sections: sections)
  }
}
