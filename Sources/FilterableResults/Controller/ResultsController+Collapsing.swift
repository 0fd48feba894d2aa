public import FilterEngine

extension ResultsController {
  /// Puts the rows of a section away, or shows them; the section itself stays.
  ///
  /// Its rows go and come as deletions and insertions; where there is none the section is updated.
  /// Where one section at most is expanded, expanding one collapses the others.
  public func setCollapsed(_ isCollapsed: Bool, section key: some FilterValueConvertible) {
    let key = key.filterValue
    var next = collapsed
    if !isCollapsed, configuration.sections.expandsOne {
      next = CollapsedSections(allBut: [key])
    } else {
      next.set(isCollapsed, key)
    }
    apply(next)
  }

  /// Puts the rows of all sections away.
  public func collapseAll() { apply(CollapsedSections(allBut: [])) }

  /// Shows the rows of all sections.
  public func expandAll() { apply(CollapsedSections()) }

  /// Whether the rows of a section are put away.
  public func isCollapsed(section key: some FilterValueConvertible) -> Bool {
    collapsed.contains(key.filterValue)
  }

  private func apply(_ next: CollapsedSections) {
    guard next != collapsed else { return }
    try? edit {
      collapsed = next
      store.needs(.all)
    }
  }
}
