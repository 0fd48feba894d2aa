extension Changeset: CustomStringConvertible, CustomReflectable {
  /// What changed, in the order in which a list view takes it, such as
  /// `deleted [0, 3]; moved [0, 1] → [0, 0]; updated [0, 2]`; the first twenty paths of each kind.
  public var description: String {
    let parts = lists.compactMap { name, paths in
      paths.isEmpty ? nil : "\(name) \(Self.text(paths))"
    }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// The lists that are not empty.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: lists.filter { !$0.paths.isEmpty }.map { (label: $0.name, value: $0.paths as Any) },
      displayStyle: .struct)
  }

  private var lists: [(name: String, paths: [String])] {
    func pairs(_ pairs: [ItemPair]) -> [String] {
      pairs.map { $0.from == $0.to ? "\($0.to)" : "\($0.from) → \($0.to)" }
    }
    func pairs(_ pairs: [SectionPair]) -> [String] {
      pairs.map { $0.from == $0.to ? "\($0.to)" : "\($0.from) → \($0.to)" }
    }
    return [
      ("deleted sections", deletedSections.map(\.description)),
      ("inserted sections", insertedSections.map(\.description)),
      ("moved sections", pairs(movedSections)), ("updated sections", pairs(updatedSections)),
      ("deleted", deletedItems.map(\.description)), ("inserted", insertedItems.map(\.description)),
      ("moved", pairs(movedItems)), ("updated", pairs(updatedItems)),
    ]
  }

  private static func text(_ paths: [String]) -> String {
    paths.prefix(20).joined(separator: ", ")
      + (paths.count > 20 ? " and \(paths.count - 20) more" : "")
  }
}
