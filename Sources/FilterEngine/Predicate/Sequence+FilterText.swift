import FilterSyntax

// Filters for once, which are made where they are used.
extension Sequence where Element: Filterable {
  /// The elements that match a filter, in their order.
  ///
  /// ```swift
  /// let adults = try people.filter("age >= \(minimum) AND city BEGINSWITH[c] %@", prefix)
  /// ```
  ///
  /// Values are interpolated, or arguments for `%@`. The filter is made for this call: keep a ``FilterPredicate``
  /// for one that is used again.
  ///
  /// - Throws: `SyntaxError` for a text that is not a filter of the elements; `EvaluationError` of the first element
  ///   without an answer.
  /// - Complexity: O(n) evaluations.
  public func filter(
    _ text: FilterText, _ arguments: (any FilterValueConvertible)?...
  ) throws -> [Element] {
    try filter(FilterPredicate<Element>(once: text, arguments))
  }

  /// The number of elements that match a filter.
  ///
  /// ```swift
  /// let adults = try people.count(where: "age >= %@", minimum)
  /// ```
  ///
  /// - Throws: As `filter(_:_:)`.
  /// - Complexity: O(n) evaluations.
  public func count(
    where text: FilterText, _ arguments: (any FilterValueConvertible)?...
  ) throws -> Int {
    try count(where: FilterPredicate<Element>(once: text, arguments))
  }

  /// The first element that matches a filter, or nil.
  ///
  /// ```swift
  /// let match = try people.first(where: "name CONTAINS[cd] \(query)")
  /// ```
  ///
  /// - Throws: As `filter(_:_:)`.
  /// - Complexity: O(n) evaluations at most.
  public func first(
    where text: FilterText, _ arguments: (any FilterValueConvertible)?...
  ) throws -> Element? {
    try first(where: FilterPredicate<Element>(once: text, arguments))
  }
}

extension FilterPredicate {
  fileprivate init(
    once text: FilterText, _ arguments: [(any FilterValueConvertible)?]
  ) throws(SyntaxError) {
    try self.init(
      text, arguments: arguments.map(FilterValue.init(argument:)),
      options: FilterOptions(limits: .standard))
  }
}
