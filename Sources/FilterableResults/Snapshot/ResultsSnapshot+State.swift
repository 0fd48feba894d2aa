internal import FilterEngine

extension ResultsSnapshot where Item: Filterable {
  /// What a state shows.
  ///
  /// Sections that are as in `old` are shared with it, where it has the same settings. With `isOneEdit`
  /// one row was edited since, and nothing else has changed.
  init(
    _ state: ResultsState<Item>?, _ rules: ResultsRules<Item>, collapsed: CollapsedSections,
    after old: ResultsVersion<Item>? = nil, isOneEdit: Bool = false
  ) {
    guard let state else {
      self.init(sections: nil)
      return
    }
    let isFlat = state.isFlat && rules.configuration.section == nil
    let settings = SectionFaces(
      keepsEmpty: isFlat || rules.keepsEmpty, showsGroups: rules.configuration.showsGroupRows,
      collapsed: collapsed)
    let titles: SectionFaces.Titles = { rules.titles(of: $0) }
    let known = old.map { $0.rules.isSameSettings(as: rules) ? $0.snapshot.faces : [] } ?? []
    var faces: [SectionFace]?
    if isOneEdit, let old, !old.isSubstituted, let before = old.state?.arranged {
      faces = settings.faces(
        of: state.arranged, replacing: known, of: before, titles: titles)
    }
    self.init(
      storage: SnapshotStorage(
        faces ?? settings.faces(of: state.arranged, reusing: known, titles: titles), state.rows))
  }
}
