import FilterableResults

/// A dynamic row of a number and a value.
func dynamic(_ id: Int, _ x: FilterValue) -> FilterValue {
  .object(FilterObject([(key: "id", value: .int(Int64(id))), (key: "x", value: x)]))
}

extension FilterValue {
  /// The value of a key of an object.
  subscript(key: String) -> FilterValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }
}

extension ResultsController<FilterValue> {
  /// A controller of dynamic rows that are told apart by their numbers.
  static func dynamic() throws -> ResultsController<FilterValue> {
    try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
  }

  /// The numbers of the rows that are shown.
  var shownIDs: [Int64] {
    snapshot.items.compactMap {
      if case .int(let id) = $0["id"] { id } else { nil }
    }
  }
}
