internal import FilterEngine

/// A section of the store: rows in the order in which they were put there.
struct StoreSection: Sendable {
  let id: Int
  var key: FilterValue
  var title: String?
  var tree = RowTree()
}
