internal import FilterEngine

/// Which sections of an arrangement a snapshot shows, and how.
///
/// A place counts the sections that are shown, a position those of the arrangement.
struct ShownSections: Sendable {
  let tree: SectionTree
  let keepsEmpty: Bool
  let showsGroups: Bool
  let collapsed: CollapsedSections

  /// How many sections are shown.
  var count: Int { shown(tree.totals) }

  /// How many rows are shown, group rows among them.
  ///
  /// - Complexity: O(1), and O(n) for n sections while one is collapsed.
  var rowCount: Int {
    guard collapsed.isNone else { return tree.list.reduce(0) { $0 + rowCount(of: $1) } }
    return tree.totals.shownRows + (showsGroups ? tree.totals.withGrouped : 0)
  }

  func rowCount(of section: RowSection) -> Int {
    isCollapsed(section) ? 0 : section.tree.shownCount + (showsGroup(section) ? 1 : 0)
  }

  func isCollapsed(_ section: RowSection) -> Bool {
    !collapsed.isNone && collapsed.contains(section.key)
  }

  func showsGroup(_ section: RowSection) -> Bool { showsGroups && section.tree.groupedCount > 0 }

  func isShown(_ section: RowSection) -> Bool { shown(section.totals) > 0 }

  private func shown(_ totals: SectionTotals) -> Int {
    if keepsEmpty { return totals.sections }
    return showsGroups ? totals.withVisible : totals.withShown
  }

  /// Whether places are positions.
  private var areAllShown: Bool { keepsEmpty || count == tree.count }

  /// The place of the section at a position, if it is shown.
  func place(of position: Int) -> Int {
    areAllShown ? position : shown(tree.totals(before: position))
  }

  /// The section at a place, which is below `count`.
  func section(at place: Int) -> RowSection { withSection(at: place) { $0 } }

  /// Calls `body` with the section at a place, which is below `count`.
  @inline(__always)
  func withSection<Result>(at place: Int, _ body: (RowSection) -> Result) -> Result {
    guard areAllShown else { return body(tree.section(afterTotals: place, shown)) }
    return tree.withSection(at: place, body)
  }

  /// The sections that are shown, in order.
  ///
  /// - Complexity: O(n).
  var faces: [SectionFace] {
    var faces: [SectionFace] = []
    faces.reserveCapacity(count)
    for section in tree.list where isShown(section) { faces.append(face(of: section)) }
    return faces
  }

  /// Calls `body` with each section whose rows are shown, in order, and with its place.
  ///
  /// - Complexity: O(n).
  func forEachExpanded(_ body: (RowSection, _ place: Int) -> Void) {
    var place = 0
    for section in tree.list where isShown(section) {
      if !isCollapsed(section) { body(section, place) }
      place += 1
    }
  }

  func face(of section: RowSection) -> SectionFace {
    SectionFace(section, isCollapsed: isCollapsed(section), showsGroup: showsGroup(section))
  }

  /// Whether both show a section that has not changed in the same way.
  func isSamePresentation(as other: ShownSections) -> Bool {
    keepsEmpty == other.keepsEmpty && showsGroups == other.showsGroups
      && collapsed == other.collapsed
  }
}
