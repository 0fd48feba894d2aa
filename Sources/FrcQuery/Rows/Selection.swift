internal import FilterEngine

/// The part of a row that is written.
struct Selection {
  /// Nil for all of it.
  let columns: [KeyColumn]?
  private let shape: FilterObject.Shape?

  init(_ columns: [KeyColumn]?) {
    self.columns = columns
    shape = columns.map { FilterObject.Shape($0.map(\.name)) }
  }

  /// The object of the values of the columns, one for each.
  func object(_ values: [FilterValue]) -> FilterValue {
    if let shape, shape.keys.count == values.count {
      return .object(FilterObject(shape: shape, values: values))
    }
    return .object(
      FilterObject(zip(columns ?? [], values).lazy.map { (key: $0.name, value: $1) }))
  }
}
