internal import FilterEngine

/// A section as it is shown: all its rows in order, hidden ones too.
struct ArrangedSection: Sendable {
  /// What stays the same for as long as the section does, one reference wide.
  final class Head: Sendable {
    let id: Int
    let key: FilterValue
    let title: String?

    init(id: Int, key: FilterValue, title: String?) {
      self.id = id
      self.key = key
      self.title = title
    }
  }

  let head: Head
  var tree: RowTree

  init(id: Int, key: FilterValue, title: String? = nil, tree: RowTree = RowTree()) {
    head = Head(id: id, key: key, title: title)
    self.tree = tree
  }

  var id: Int { head.id }
  var key: FilterValue { head.key }
  var title: String? { head.title }
}
