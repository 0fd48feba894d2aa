// Rows that are written under a policy.
extension FilterPolicy {
  /// A row with the permitted keys only, at any depth; null if it has none.
  package func permitted(_ row: FilterValue) -> FilterValue { keys.permitted(row) ?? .null }

  /// The permitted key paths, by their keys; one without any permits everything.
  package var keyPaths: [[String]] { keys.paths }

  /// Whether all of a key of a row is permitted.
  package func permitsWhole(_ key: String) -> Bool {
    keys.isWhole || keys.children[key]?.isWhole ?? false
  }

  /// Whether a key of a row is permitted, or a key below it.
  package func permitsSome(_ key: String) -> Bool { keys.isWhole || keys.children[key] != nil }

  /// Whether only some keys below a key of a row are permitted.
  package var permitsParts: Bool { !keys.isWhole && keys.children.entries.contains { !$0.isWhole } }
}

extension KeyTree {
  /// A value with the permitted keys only; nil if it has none. Elements of lists without any are left out.
  fileprivate func permitted(_ value: FilterValue) -> FilterValue? {
    if isWhole { return value }
    switch value {
    case .null: return value
    case .object(let object):
      let members = object.members.compactMap { key, value in
        children[key]?.permitted(value).map { (key: key, value: $0) }
      }
      return .object(FilterObject(members))
    case .list(let list): return .list(FilterList(list.elements.compactMap(permitted)))
    case .set(let set): return .list(FilterList(set.elements.compactMap(permitted)))
    default: return nil
    }
  }
}
