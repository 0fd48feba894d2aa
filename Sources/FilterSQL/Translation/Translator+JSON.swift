internal import FilterEngine
internal import FilterSyntax

/// A key path into a column of JSON documents.
struct SQLJSONPath {
  let column: SQLText
  let keys: [String]

  /// Whether every document is an object.
  let isObject: Bool
}

extension Translator {
  /// A comparison of a member of a JSON document with a constant.
  mutating func json(
    _ path: SQLJSONPath, _ comparison: ConstantComparison, _ constant: FilterValue
  ) -> Pushdown<SQLCondition> {
    .nothing(canFail: true)
  }
}
