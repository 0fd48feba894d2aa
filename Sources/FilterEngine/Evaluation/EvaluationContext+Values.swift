import FilterSyntax

// The cost of values. A loop charges the elements that it visits. The functions here charge the contents of
// elements, so that a value without collections costs only a check of its kind.
extension EvaluationContext {
  /// Charges a visit of everything inside `value`, but not `value` itself, for hashing or traversing it.
  func visit(_ value: FilterValue, at range: SourceRange? = nil) throws(EvaluationError) {
    let size = value.measure.size - 1
    if size > 0 { try spend(size, at: range) }
  }

  /// Charges a visit of everything inside `values`, but not the values themselves. O(n) in their number.
  func visit(inside values: [FilterValue], at range: SourceRange? = nil) throws(EvaluationError) {
    var size = 0
    // Sizes have 48 bits, a budget has far fewer.
    for value in values { size = min(size + value.measure.size - 1, Int.max >> 1) }
    if size > 0 { try spend(size, at: range) }
  }

  // MARK: - Text

  /// Charges reading a whole text.
  @inline(__always)
  func read(_ text: String) throws(EvaluationError) {
    let count = text.utf8.count
    if count >= ValueMeasure.bytesOfOne { try spend(count / ValueMeasure.bytesOfOne) }
  }

  /// Charges reading a value if it is a text. Returns the number of steps.
  func reading(_ value: FilterValue) throws(EvaluationError) -> Int {
    guard case .string(let text) = value else { return 0 }
    let units = text.utf8.count / ValueMeasure.bytesOfOne
    if units > 0 { try spend(units) }
    return units
  }

  /// The same for the texts among values.
  func reading(all values: [FilterValue]) throws(EvaluationError) -> Int {
    var units = 0
    for value in values { units += try reading(value) }
    return units
  }

  // MARK: - Equality

  /// Whether two values are equal. Charges the comparison.
  @inline(__always)
  func areEqual(_ left: FilterValue, _ right: FilterValue) throws(EvaluationError) -> Bool {
    switch left {
    case .list, .set, .object: return try areEqualNested(left, right)
    case .string(let text):
      // Texts of different lengths differ, whatever their bytes.
      if case .string(let other) = right, other.utf8.count == text.utf8.count { try read(text) }
      return left == right
    default: return left == right
    }
  }

  @inline(never)
  private func areEqualNested(
    _ left: FilterValue, _ right: FilterValue
  ) throws(EvaluationError) -> Bool {
    let measure = left.measure
    guard right.isNested, measure == right.measure else { return false }
    guard measure.size > EvaluationWatch.interval else {
      try spend(measure.size - 1)
      return left == right
    }
    // A large value is charged in parts, so that the run can end between them.
    switch (left, right) {
    case (.list(let list), .list(let other)):
      guard list.count == other.count else { return false }
      for index in list.indices {
        try spend(1)
        guard try areEqual(list[index], other[index]) else { return false }
      }
      return true
    case (.set(let set), .set(let other)):
      guard set.elements.count == other.elements.count else { return false }
      for element in set.elements {
        try spend(element.measure.size)
        guard other.contains(element) else { return false }
      }
      return true
    case (.object(let object), .object(let other)):
      guard object.values.count == other.values.count else { return false }
      for slot in object.values.indices {
        try spend(1)
        guard let place = other.shape.slot(of: object.shape.keys[slot]),
          try areEqual(object.values[slot], other.values[place])
        else { return false }
      }
      return true
    default: return false
    }
  }

  /// Whether a value is among others. Charges the comparison with each, by size if it is a collection.
  func contains(
    _ members: [FilterValue], _ element: FilterValue
  ) throws(EvaluationError) -> Bool {
    for member in members {
      try spend(1)
      if try areEqual(member, element) { return true }
    }
    return false
  }

  // MARK: - Sets

  /// The distinct values. Their visit has been charged.
  func distinct(_ values: [FilterValue]) throws(EvaluationError) -> FilterSet {
    guard values.count > Self.smallCollection else { return FilterSet(values) }
    var members: Set<FilterValue> = []
    var elements: [FilterValue] = []
    for value in values {
      try pass(Self.unitsOfMember)
      if members.insert(value).inserted { elements.append(value) }
    }
    return FilterSet(distinct: elements, members)
  }

  /// Collections with at most as many values are made without a look at the watch.
  private static let smallCollection = 1_024

  /// The units of work of putting a value into a set, or of reading a struct that is copied.
  static let unitsOfMember = 4

  // MARK: - Values that are made

  /// The value of a stored array or set; nil for a short one, which is read at once.
  func longCollection(
    _ reader: ElementReader, in row: Row, at range: SourceRange
  ) throws(EvaluationError) -> FilterValue? {
    let count = reader.count(in: row)
    guard count > Self.smallCollection else { return nil }
    try make(elements: count, at: range)
    let values = try reader.values(in: row) { () throws(EvaluationError) in
      try pass(Self.unitsOfMember)
    }
    return reader.isSet ? .set(try distinct(values)) : .list(FilterList(values))
  }

  /// A collection whose elements are listed in the filter. Scalars are free.
  ///
  /// An element that occurs twice counts twice, so that the size of a value stays in proportion to the steps of
  /// a row.
  func making(_ list: FilterList, at range: SourceRange) throws(EvaluationError) -> FilterValue {
    let value = try checked(.list(list), at: range)
    try make(elements: list.count, at: range)
    let inside = list.measure.size - 1 - list.count
    if inside > 0 { try spend(inside, at: range) }
    return value
  }

  /// The result of a library's function. Charges its size, the values in a collection or the bytes of a text,
  /// minus the values that have already been charged.
  func accept(
    _ value: FilterValue, given: Int = 0, at range: SourceRange
  ) throws(EvaluationError) -> FilterValue {
    switch value {
    case .list, .set, .object, .string, .data:
      let size = try checked(value, at: range).measure.size - 1
      if size > given { try spend(size - given, at: range) }
      if case .string(let text) = value { try make(bytes: text.utf8.count, at: range) }
      return try made(value, at: range)
    default: return value
    }
  }

  /// A value that was made from a field. Charges its elements.
  func made(_ value: FilterValue, at range: SourceRange) throws(EvaluationError) -> FilterValue {
    if let children = value.children { try make(elements: children.count, at: range) }
    return value
  }

  /// The value, unless it is nested deeper than this run permits.
  @inline(__always)
  func checked(
    _ value: FilterValue, at range: SourceRange? = nil
  ) throws(EvaluationError) -> FilterValue {
    guard value.isNested, value.measure.depth > limits.depth || value.isTooDeep else {
      return value
    }
    throw .tooDeep(limits.depth, at: range)
  }

  /// The error of a text that is longer than the limit.
  func checkText(_ bytes: Int) throws(EvaluationError) {
    guard bytes <= limits.textBytes else {
      throw EvaluationError(.stringTooLong(limit: max(limits.textBytes, 0)))
    }
  }
}
