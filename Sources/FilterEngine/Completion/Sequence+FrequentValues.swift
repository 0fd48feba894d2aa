internal import FilterSyntax

extension Sequence where Element: Filterable {
  /// The values of a key path in the items, the most frequent first, for the completion of a filter.
  ///
  /// ```swift
  /// let list = completion.completions(in: text, at: offset) { key, prefix in
  ///   tickets.frequentValues(of: key, beginningWith: prefix)
  /// }
  /// ```
  ///
  /// An item with a list counts once for each distinct element. Nil is left out, and so are values that do not begin with
  /// the prefix; case does not count. Values of one count are in ascending order. An invalid key path has no values.
  ///
  /// - Complexity: O(n + d log d) for n items with d distinct values.
  public func frequentValues(
    of keyPath: String, beginningWith prefix: String = "", limit: Int = 50
  ) -> [FilterValue] {
    guard let expression = try? FilterExpression<Element>(text: keyPath) else { return [] }
    var spellings: [(FilterValue, Int)] = []
    for item in self {
      guard let value = try? expression.read(item) else { continue }
      for element in value.elements.map({ Array(Set($0)) }) ?? [value]
      where element.kind != .null && element.begins(with: prefix) {
        spellings.append((element, 1))
      }
    }
    return ValueCounts(spellings, limit: limit).entries.map(\.value)
  }
}

extension FilterValue {
  /// Whether the text of the value begins with another text, in any case.
  package func begins(with prefix: String) -> Bool {
    if prefix.isEmpty { return true }
    let text = if case .string(let text) = self { text } else { description }
    return text.lowercased().begins(with: prefix.lowercased())
  }
}
