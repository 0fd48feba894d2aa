import FilterSyntax

/// A compiled step of a key path.
enum PathStep: Sendable {
  /// `.name`
  case key(KeyStep)

  /// `.$k`: the key that a variable holds
  case variable(slot: Int, name: String, range: SourceRange)

  /// `.@count`, and `.@sum` with the steps to take for each element
  case collectionOperator(FilterCollectionOperator, element: [PathStep], range: SourceRange)

  /// A step that always fails for a value
  case failure(EvaluationError)
}

extension [PathStep] {
  /// Follows the steps from `value`.
  func value(
    from value: FilterValue, _ libraries: LibraryIndex, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    var value = value
    for step in self {
      switch step {
      case .key(let key): value = try key.value(in: value, run)
      case .variable(let slot, let name, let range):
        value = try Self.key(slot, name, range, libraries, run).value(in: value, run)
      case .collectionOperator(let body, let element, let range):
        value = try value.reduced(by: body, element, libraries, range, run)
      case .failure(let error): throw error
      }
    }
    return value
  }

  /// The step to the key that a variable currently holds.
  private static func key(
    _ slot: Int, _ name: String, _ range: SourceRange, _ libraries: LibraryIndex,
    _ run: EvaluationContext
  ) throws(EvaluationError) -> KeyStep {
    guard let value = run.variables[slot] else {
      throw EvaluationError(.unboundVariable(name), at: range)
    }
    guard case .string(let key) = value else {
      throw EvaluationError(.keyNotAString(variable: name, found: value.kind), at: range)
    }
    // The key changes from row to row, so its slot is not kept.
    return KeyStep(key: key, range: range, leaf: libraries.leafKey(key), place: 0)
  }
}

extension FilterValue {
  /// The result of a collection operator for the elements of a list or set; nil for `nil`.
  fileprivate func reduced(
    by collectionOperator: FilterCollectionOperator, _ steps: [PathStep], _ libraries: LibraryIndex,
    _ range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue {
    var elements: [FilterValue]
    switch self {
    case .null: return .null
    case .list(let list): elements = list.elements
    case .set(let set): elements = set.elements
    case .object(let object) where collectionOperator.countsKeys: elements = object.values
    // A typed item has all keys of its table, even if their values are nil.
    case .item(let item) where collectionOperator.countsKeys:
      elements = item.filterKeys.map { _ in .null }
    default:
      throw EvaluationError(
        .operatorNotElements(collectionOperator: collectionOperator.name, found: kind), at: range)
    }
    // Each element takes all steps.
    try run.spend(elements.count * max(steps.count, 1), at: range)
    if !steps.isEmpty {
      for index in elements.indices {
        try run.pass(2 * steps.count)
        elements[index] = try steps.value(from: elements[index], libraries, run)
      }
    }
    do throws(EvaluationError) {
      return try run.accept(
        try collectionOperator.body(elements, run), given: elements.count, at: range)
    } catch {
      throw error.located(at: range)
    }
  }
}
