internal import FilterEngine
internal import FilterSyntax

/// Values of a key that a filter chooses.
struct ValueChoice {
  /// Whether rows have single values or lists of them.
  enum Shape {
    case scalars, lists, both
  }

  let keyPath: String
  let options: AST.Comparison.Options
  let values: [FilterValue]
  let shape: Shape

  init(
    keyPath: String, _ options: AST.Comparison.Options, _ values: [FilterValue], _ shape: Shape
  ) {
    self.keyPath = keyPath
    self.options = options
    self.values = values
    self.shape = shape
  }

  /// The predicate, such as `city IN {"London", "Paris"}`.
  func predicate<Item: Filterable>(
    of type: Item.Type
  ) throws(SyntaxError) -> FilterPredicate<Item> {
    var parts: [String] = []
    var arguments: [(any FilterValueConvertible)?] = []
    let isQuoted = keyPath.has("`") || keyPath == "SELF"
    func add(_ before: String, _ after: String, _ value: FilterValue? = nil) {
      parts.append(before + (isQuoted ? keyPath : "%K") + after)
      if !isQuoted { arguments.append(keyPath) }
      if let value { arguments.append(value) }
    }
    if values.contains(where: \.isNull) {
      add("", " == nil")
      // An empty list counts for nil.
      if shape == .lists { add("", ".@count == 0") }
    }
    let others = FilterValue.list(FilterList(values.filter { !$0.isNull }))
    if values.contains(where: { !$0.isNull }) {
      if shape != .lists { add("", " IN\(options) %@", others) }
      if shape != .scalars { add("ANY ", " IN\(options) %@", others) }
    }
    return try FilterPredicate(text: parts.joined(separator: " OR "), arguments: arguments)
  }
}

extension Tally {
  /// Whether the rows of a value facet have single values or lists of them.
  func shapeOfValues(inFacet facet: Int) -> ValueChoice.Shape {
    guard plan.facets.indices.contains(facet), case .values(let key, _, _) = plan.facets[facet],
      let column = columns.values[key], column.hasLists
    else { return .scalars }
    return column.hasScalars ? .both : .lists
  }
}
