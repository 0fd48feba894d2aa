internal import FilterEngine

extension FilterValue {
  /// An object of members in order.
  static func jsonObject(_ members: [(key: String, value: FilterValue)]) -> FilterValue {
    .object(FilterObject(members))
  }

  /// A list of texts.
  static func jsonTexts(_ texts: [String]) -> FilterValue {
    .list(FilterList(texts.map { .string($0) }))
  }
}
