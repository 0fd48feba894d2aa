internal import FilterEngine

/// A row of open data: where the store has it. Two rows are equal where they are one.
struct OpenRow: Hashable, Sendable {
  let text: UInt32
  let index: UInt32
}

// What it holds is read through the store, by the closures that the controller is given.
extension OpenRow: Filterable {
  static let filterFields = FilterFields<OpenRow>([])
}
