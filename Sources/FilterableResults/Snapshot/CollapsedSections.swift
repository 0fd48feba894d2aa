internal import FilterEngine

/// Which sections have their rows put away.
struct CollapsedSections: Equatable, Sendable {
  /// Either the collapsed sections, or the expanded ones where all others are collapsed.
  private var keys: Set<FilterValue> = []
  private var isListOfExpanded = false

  init() {}

  /// All sections but `keys`.
  init(allBut keys: some Sequence<FilterValue>) {
    self.keys = Set(keys)
    isListOfExpanded = true
  }

  /// Whether no section is collapsed.
  var isNone: Bool { keys.isEmpty && !isListOfExpanded }

  func contains(_ key: FilterValue) -> Bool {
    keys.isEmpty ? isListOfExpanded : keys.contains(key) != isListOfExpanded
  }

  mutating func set(_ isCollapsed: Bool, _ key: FilterValue) {
    if isCollapsed != isListOfExpanded { keys.insert(key) } else { keys.remove(key) }
  }
}
