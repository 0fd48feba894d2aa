internal import FilterEngine
internal import FilterableResults

/// The parents that are sections of a hierarchy, and the order of their keys.
struct ShownParents<Parent: Filterable & Sendable>: Sendable {
  private(set) var keys: [FilterValue] = []
  private(set) var parents: [FilterValue: Parent] = [:]

  /// The field of the key.
  private let field: String

  init(_ parents: [Parent], by field: String) {
    self.field = field
    for parent in parents {
      guard let key = parent.filterValue(forKey: field) else { continue }
      keys.append(key)
      self.parents[key] = parent
    }
  }

  /// The parents after some of them were read again, in an order that is total.
  func replacing(
    _ changed: Set<FilterValue>, by read: ShownParents, order: [ResultsSortKey<Parent>]
  ) -> ShownParents {
    var result = self
    for key in changed { result.parents[key] = read.parents[key] }
    let others = keys.filter { !changed.contains($0) }
    result.keys = []
    result.keys.reserveCapacity(others.count + read.keys.count)
    var start = 0
    for key in read.keys {
      guard let parent = read.parents[key] else { continue }
      var (low, high) = (start, others.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(others[middle], parent, order) { low = middle + 1 } else { high = middle }
      }
      result.keys += others[start..<low]
      result.keys.append(key)
      start = low
    }
    result.keys += others[start...]
    return result
  }

  private func precedes(_ key: FilterValue, _ other: Parent, _ order: [ResultsSortKey<Parent>])
    -> Bool
  {
    guard let parent = parents[key] else { return true }
    return [parent, other].sorted(by: order).first?.filterValue(forKey: field) == key
  }
}

/// A section of a hierarchy that a commit may have changed.
struct ChangedSection<Item: Sendable>: Sendable {
  /// The index before the change; nil for a section that is new.
  let from: Int?

  /// The index after the change; nil for a section that is removed.
  let to: Int?

  /// The section after the change.
  let section: StoredSection<Item>?

  /// Whether the section is neither new nor removed, and keeps its position among the others.
  let remains: Bool
  let hasNewTitle: Bool

  /// The sections with some keys, which include all that differ, by the keys of all sections before and after.
  static func all(
    _ changed: Set<FilterValue>, from old: [FilterValue], to new: [FilterValue],
    _ sections: [StoredSection<Item>], title: (FilterValue) -> String?
  ) -> [ChangedSection] {
    let (before, after) = (indices(of: changed, in: old), indices(of: changed, in: new))
    // Only changed keys can be in one of the lists alone.
    let isSameOrder = old.lazy.filter { !changed.contains($0) || after[$0] != nil }
      .elementsEqual(new.lazy.filter { !changed.contains($0) || before[$0] != nil })
    let byKey = Dictionary(
      sections.map { ($0.key ?? .null, $0) }, uniquingKeysWith: { first, _ in first })
    return changed.compactMap { key in
      let (from, to, section) = (before[key], after[key], byKey[key])
      guard from != nil || to != nil else { return nil }
      return ChangedSection(
        from: from, to: to, section: section, remains: from != nil && to != nil && isSameOrder,
        hasNewTitle: section?.title != title(key))
    }
  }

  private static func indices(
    of keys: Set<FilterValue>, in all: [FilterValue]
  ) -> [FilterValue: Int] {
    var indices: [FilterValue: Int] = [:]
    for (index, key) in all.enumerated() where keys.contains(key) { indices[key] = index }
    return indices
  }
}

extension ResultsController where Item: Sendable {
  /// Edits the sections of the store, whose keys are those before the change.
  func apply(_ changed: [ChangedSection<Item>]) throws(ResultsError) {
    // A row can be added to a section when it was removed from the other.
    let removals = changed.filter { $0.from != nil }.sorted { ($0.from ?? 0) > ($1.from ?? 0) }
    for change in removals {
      guard let index = change.from else { continue }
      if !change.remains {
        try sections.remove(at: index)
      } else if changed.count > 1 {
        try sections.replace(at: index, with: [])
      }
    }
    let additions = changed.filter { $0.to != nil }.sorted { ($0.to ?? 0) < ($1.to ?? 0) }
    for change in additions {
      guard let index = change.to, let section = change.section else { continue }
      guard change.remains else {
        try sections.add(section, at: index)
        continue
      }
      try sections.replace(at: index, with: section.items)
      if change.hasNewTitle { try sections.setTitle(section.title, at: index) }
    }
  }
}
