internal import FilterEngine

extension ResultsSnapshot where Item: Filterable {
  /// What a state shows; sections that are as in `old`, which has the same settings, are shared with it.
  init(
    _ state: ResultsState<Item>?, _ rules: ResultsRules<Item>, collapsed: CollapsedSections,
    reusing old: [SectionFace] = []
  ) {
    guard let state else {
      self.init(sections: nil)
      return
    }
    let isFlat = state.isFlat && rules.configuration.section == nil
    let settings = SectionFaces(
      keepsEmpty: isFlat || rules.keepsEmpty, showsGroups: rules.configuration.showsGroupRows,
      collapsed: collapsed)
    let faces = settings.faces(of: state.arranged, reusing: old) { rules.titles(of: $0) }
    self.init(storage: SnapshotStorage(faces, state.rows))
  }
}
