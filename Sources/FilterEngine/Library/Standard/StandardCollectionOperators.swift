/// The collection operators of key-value coding, and `@flatten`.
enum StandardCollectionOperators {
  static let all: [FilterCollectionOperator] = [
    FilterCollectionOperator(
      "count", keyUse: .none, result: .number, isExtension: false,
      documentation: FilterDocumentation(
        "The number of elements.", example: "{4, 5}.@count == 2")
    ) { elements, _ in .int(Int64(elements.count)) }.doing(.elementCount),
    collect("sum", .number, "The sum; nil counts as 0.", "{1, 2}.@sum.#self == 3") {
      elements, run throws(EvaluationError) in
      try Statistics.sum(elements.map { $0.isNull ? .int(0) : $0 }, run)
    }.doing(.elementSum),
    collect(
      "avg", .number, "The mean, nil of nothing; nil counts as 0.", "{1, 2}.@avg.#self == 1.5"
    ) { elements, run throws(EvaluationError) in
      try Statistics.average(elements.map { $0.isNull ? .int(0) : $0 }, run) ?? .null
    }.doing(.elementMean),
    collect("min", nil, "The least, nil of nothing; nil is skipped.", "{6, 3}.@min.#self == 3") {
      elements, run throws(EvaluationError) in
      try Statistics.extreme(elements.filter { !$0.isNull }, .ascending, run) ?? .null
    }.doing(.elementLeast),
    collect("max", nil, "The greatest, nil of nothing; nil is skipped.", "{6, 3}.@max.#self == 6") {
      elements, run throws(EvaluationError) in
      try Statistics.extreme(elements.filter { !$0.isNull }, .descending, run) ?? .null
    }.doing(.elementGreatest),
    collect(
      "unionOfObjects", .list, "The list of the values that are not nil.",
      "{1, nil, 1}.@unionOfObjects.#self == {1, 1}"
    ) { elements, _ in .list(elements.filter { !$0.isNull }) },
    collect(
      "distinctUnionOfObjects", .list, "The list of the distinct values that are not nil.",
      "{1, nil, 1}.@distinctUnionOfObjects.#self == {1}"
    ) { elements, run throws(EvaluationError) in
      .list(try run.distinct(elements.filter { !$0.isNull }).elements)
    },
    joining(
      "unionOfArrays", .list, "The lists joined to one, without nil.",
      "{{1, 2}, {2}}.@unionOfArrays.#self == {1, 2, 2}"
    ) { elements, _ in .list(elements) },
    joining(
      "distinctUnionOfArrays", .list,
      "The distinct values of the lists joined to one, without nil.",
      "{{1, 2}, {2}}.@distinctUnionOfArrays.#self == {1, 2}"
    ) { elements, run throws(EvaluationError) in .list(try run.distinct(elements).elements) },
    joining(
      "distinctUnionOfSets", .set, "The sets joined to one, without nil.",
      "{{1} UNION {2}, {2} UNION {3}}.@distinctUnionOfSets.#self == {1, 2} UNION {3}"
    ) { elements, run throws(EvaluationError) in .set(try run.distinct(elements)) },
    flatten,
  ]

  /// `list.@flatten.items`: one list of the items of all elements.
  private static let flatten = FilterCollectionOperator(
    "flatten", keyUse: .oneKey, result: .list, isExtension: true,
    documentation: FilterDocumentation(
      "The values in one list: lists and sets among them opened by one level, nil left out.",
      example: "{{1, {2}}, nil, 3}.@flatten.#self == {1, {2}, 3}")
  ) { elements, run throws(EvaluationError) in
    var result: [FilterValue] = []
    for element in elements where !element.isNull {
      let values = element.elements ?? [element]
      try run.spend(values.count)
      result += values
    }
    return .list(result)
  }

  /// An operator over the values of a key.
  @inline(never)
  private static func collect(
    _ name: String, _ result: FilterKind?, _ summary: String, _ example: String,
    _ body:
      @escaping @Sendable ([FilterValue], EvaluationContext) throws(EvaluationError) ->
      FilterValue
  ) -> FilterCollectionOperator {
    FilterCollectionOperator(
      name, keyUse: .oneKey, result: result, isExtension: false,
      documentation: FilterDocumentation(summary, example: example)
    ) { elements, run throws(EvaluationError) in
      try run.spend(elements.count)
      try run.visit(inside: elements)
      return try body(elements, run)
    }
  }

  /// An operator over the elements of the collections that a key gives.
  @inline(never)
  private static func joining(
    _ name: String, _ result: FilterKind, _ summary: String, _ example: String,
    _ body:
      @escaping @Sendable ([FilterValue], EvaluationContext) throws(EvaluationError) ->
      FilterValue
  ) -> FilterCollectionOperator {
    FilterCollectionOperator(
      name, keyUse: .oneKey, result: result, isExtension: false,
      documentation: FilterDocumentation(summary, example: example)
    ) { elements, run throws(EvaluationError) in
      var joined: [FilterValue] = []
      for element in elements where !element.isNull {
        guard let values = element.elements else {
          throw EvaluationError(
            .elementNotACollection(collectionOperator: name, found: element.kind))
        }
        try run.spend(values.count)
        joined += values.lazy.filter { !$0.isNull }
      }
      try run.visit(inside: joined)
      return try body(joined, run)
    }
  }
}
