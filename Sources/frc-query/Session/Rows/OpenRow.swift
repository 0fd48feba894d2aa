internal import FilterEngine

/// A row of open data, by its place in the store. Rows are equal if they are the same stored row.
struct OpenRow: Hashable, Sendable {
  let text: UInt32
  let index: UInt32
}

// What it holds is read through the store, by the closures that the controller is given.
extension OpenRow: Filterable {
  static let filterFields = FilterFields<OpenRow>([])
}
