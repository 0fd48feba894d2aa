import FilterSyntax

// What values cost. Elements that a loop visits are charged where the loop is; here is charged what
// lies inside of them, so that values without collections cost nothing more than a look at their kind.
extension EvaluationRun {
  /// Charges a visit of everything inside `value`, itself left aside: hashing it, going through it.
  func visit(_ value: FilterValue, at range: SourceRange? = nil) throws(EvaluationError) {
    guard value.isNested else { return }
    try spend(value.measure.size - 1, at: range)
  }

  /// Charges a visit of everything inside `values`, themselves left aside; O(n) in their number.
  func visit(inside values: [FilterValue], at range: SourceRange? = nil) throws(EvaluationError) {
    var size = 0
    for value in values where value.isNested {
      // Sizes have 48 bits, and a budget far fewer.
      size = min(size + value.measure.size - 1, Int.max >> 1)
    }
    if size > 0 { try spend(size, at: range) }
  }

  /// Whether two values are equal, what has to be compared for that charged.
  @inline(__always)
  func areEqual(_ left: FilterValue, _ right: FilterValue) throws(EvaluationError) -> Bool {
    left.isNested ? try areEqualNested(left, right) : left == right
  }

  @inline(never)
  private func areEqualNested(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> Bool {
    let measure = left.measure
    guard right.isNested, measure == right.measure else { return false }
    try spend(measure.size - 1)
    return left == right
  }

  /// A collection whose elements the filter's own text lists: free where they are scalars.
  ///
  /// What it holds twice counts twice, so that no value grows out of proportion to the steps of a row.
  func making(_ list: FilterList, at range: SourceRange) throws(EvaluationError) -> FilterValue {
    guard !list.measure.isTooDeep else { throw .tooDeep(at: range) }
    let inside = list.measure.size - 1 - list.count
    if inside > 0 { try spend(inside, at: range) }
    return .list(list)
  }

  /// What a library made, its size charged: the values in a collection, the bytes of a text; without
  /// as many values as it was charged for already.
  func accept(
    _ value: FilterValue, given: Int = 0, at range: SourceRange
  ) throws(EvaluationError) -> FilterValue {
    switch value {
    case .list, .set, .object, .string, .data:
      let measure = value.measure
      guard !measure.isTooDeep else { throw .tooDeep(at: range) }
      if measure.size - 1 > given { try spend(measure.size - 1 - given, at: range) }
    default: break
    }
    return value
  }
}

extension FilterValue {
  /// The value, unless it is too deep.
  @inline(__always)
  func checked(at range: SourceRange? = nil) throws(EvaluationError) -> FilterValue {
    if isTooDeep { throw .tooDeep(at: range) }
    return self
  }
}
