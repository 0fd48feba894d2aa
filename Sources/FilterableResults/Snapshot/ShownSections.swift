package import FilterEngine

/// The visible sections of an arrangement, and how they are presented.
///
/// A place counts the visible sections, a position the sections of the arrangement.
struct ShownSections: Sendable {
  let tree: SectionTree
  let keepsEmpty: Bool
  let showsGroups: Bool
  let collapsed: CollapsedSections

  /// The number of visible sections.
  var count: Int { shown(tree.totals) }

  /// The number of visible rows, including group rows.
  ///
  /// - Complexity: O(1), and O(n) for n sections while one is collapsed.
  var rowCount: Int {
    guard collapsed.isNone else { return tree.list.reduce(0) { $0 + rowCount(of: $1) } }
    return tree.totals.shownRows + (showsGroups ? tree.totals.withGrouped : 0)
  }

  func rowCount(of section: RowSection) -> Int {
    isCollapsed(section) ? 0 : section.tree.shownCount + (showsGroup(section) ? 1 : 0)
  }

  @inline(never)
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

  /// The place of the visible section at a position.
  func place(of position: Int) -> Int {
    areAllShown ? position : shown(tree.totals(before: position))
  }

  /// The section at a place, which is below `count`.
  @inline(never)
  func section(at place: Int) -> RowSection { withSection(at: place) { $0 } }

  /// Calls `body` with the section at a place, which is below `count`.
  @inline(__always)
  func withSection<Result>(at place: Int, _ body: (RowSection) -> Result) -> Result {
    guard areAllShown else { return body(tree.section(afterTotals: place, shown)) }
    return tree.withSection(at: place, body)
  }

  /// The visible sections, in order.
  ///
  /// - Complexity: O(n).
  var headers: [SectionHeader] {
    var headers: [SectionHeader] = []
    headers.reserveCapacity(count)
    for section in tree.list where isShown(section) { headers.append(header(of: section)) }
    return headers
  }

  /// Calls `body` with each visible section that is not collapsed, in order, and with its place.
  ///
  /// - Complexity: O(n).
  func forEachExpanded(_ body: (RowSection, _ place: Int) -> Void) {
    var place = 0
    for section in tree.list where isShown(section) {
      if !isCollapsed(section) { body(section, place) }
      place += 1
    }
  }

  func header(of section: RowSection) -> SectionHeader {
    SectionHeader(section, isCollapsed: isCollapsed(section), showsGroup: showsGroup(section))
  }

  /// Whether both present an unchanged section in the same way.
  func isSamePresentation(as other: ShownSections) -> Bool {
    keepsEmpty == other.keepsEmpty && showsGroups == other.showsGroups
      && collapsed == other.collapsed
  }
}

/// The keys of collapsed sections, which also apply to sections that are added later.
package struct CollapsedSections: Equatable, Sendable {
  /// The collapsed sections, or the expanded ones if all others are collapsed.
  private var keys: Set<FilterValue> = []
  private var isListOfExpanded = false

  init() {}

  /// Creates a value in which all sections but those with `keys` are collapsed.
  init(allBut keys: Set<FilterValue>) {
    self.keys = keys
    isListOfExpanded = true
  }

  /// Whether no section is collapsed.
  var isNone: Bool { keys.isEmpty && !isListOfExpanded }

  /// Whether the section with a key is collapsed.
  package func contains(_ key: FilterValue) -> Bool {
    keys.isEmpty ? isListOfExpanded : keys.contains(key) != isListOfExpanded
  }

  mutating func set(_ isCollapsed: Bool, _ key: FilterValue) {
    if isCollapsed != isListOfExpanded { keys.insert(key) } else { keys.remove(key) }
  }
}
