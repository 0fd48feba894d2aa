/// How functions and messages reach into collections.
enum StandardAccess {
  /// The values of a list, of a set, or of an object in the order of its keys; nil of another kind.
  static func elements(_ value: FilterValue) -> [FilterValue]? {
    if case .object(let object) = value { object.values } else { members(value) }
  }

  /// The values of a list or of a set; nil of another kind.
  static func members(_ value: FilterValue) -> [FilterValue]? {
    switch value {
    case .list(let list): list.elements
    case .set(let set): set.elements
    default: nil
    }
  }
}
