internal import FilterEngine

/// A section as it is shown: all its rows in order, hidden ones too.
struct ArrangedSection: Sendable {
  let id: Int
  var key: FilterValue
  var title: String?
  var tree = RowTree()
}
