package import FilterEngine

/// How often each value occurs, under the least of its spellings.
package struct ValueCountState: Sendable {
  private var entries: [FilterValue: (value: FilterValue, count: Int)] = [:]

  /// No values.
  package init() {}

  /// Adds a value as often as its weight says.
  package mutating func add(_ value: FilterValue, weight: Int = 1) {
    var entry = entries[value] ?? (value, 0)
    if value.isLesserSpelling(than: entry.value) { entry.value = value }
    entry.count += weight
    entries[value] = entry
  }

  /// Adds the values of others.
  package mutating func merge(_ other: ValueCountState) {
    for (value, count) in other.counts { add(value, weight: count) }
  }

  /// The values with their counts, in any order.
  package var counts: some Sequence<(FilterValue, Int)> {
    entries.values.lazy.map { ($0.value, $0.count) }
  }
}

extension FilterValue {
  /// The values that count for a value: the elements of a list or a set, nil for an empty one.
  package var countedElements: [FilterValue] {
    guard let elements else { return [self] }
    return elements.isEmpty ? [.null] : elements
  }
}

extension [FilterValue] {
  /// Each value once, in the least of its spellings.
  package var leastSpellings: [FilterValue] {
    guard count > 1 else { return self }
    var indices: [FilterValue: Int] = [:]
    var result: [FilterValue] = []
    for value in self {
      if let index = indices[value] {
        if value.isLesserSpelling(than: result[index]) { result[index] = value }
      } else {
        indices[value] = result.count
        result.append(value)
      }
    }
    return result
  }
}
