public import FilterEngine

/// The counts of a facet in a snapshot.
public struct FacetCounts: Hashable, Sendable {
  /// The counts in the order of the facet: of values, of ranges, or of filters.
  ///
  /// Values without a row are left out, except those that are in force.
  public var counts: [FacetCount] = []

  /// The sum of the counts of the values beyond the limit of the facet.
  public var others = 0

  /// The number of values with a row, including nil and those beyond the limit of the facet; 0 for other facets.
  public var distinct = 0

  /// The number of rows that have no range because they have no value.
  public var missing = 0

  /// The number of rows that have no range because they have NaN.
  public var notANumber = 0

  /// The number of rows that are left out because a filter, or the key of the facet, fails for them.
  public var failed = 0

  /// Whether the counts are unknown, because a filter hit a limit. The list itself is right.
  public var isUnknown = false

  /// Creates counts.
  package init() {}
}

/// The count of a value, of a range, or of a candidate filter.
public struct FacetCount: Hashable, Sendable {
  /// The value; the lower bound of a range, nil for the first range; the name of a filter.
  ///
  /// Among equal values of several spellings, such as 1 and 1.0, the least spelling of the counted rows: an integer
  /// before a double, that before a boolean, and then by bytes.
  ///
  /// ```swift
  /// let moods = results.snapshot.facets[0].counts.map { $0.value.converted(to: Mood.self) }
  /// ```
  public var value: FilterValue

  /// The upper bound of a range, which the range does not include; nil for the last range and other counts.
  public var upperBound: FilterValue?

  /// The number of rows.
  public var count: Int

  /// Whether the value is one of those chosen by a filter of the facet's group, or the filter is active.
  public var isInForce: Bool

  /// Creates a count.
  package init(
    _ value: FilterValue, upperBound: FilterValue? = nil, count: Int, isInForce: Bool = false
  ) {
    self.value = value
    self.upperBound = upperBound
    self.count = count
    self.isInForce = isInForce
  }
}

extension FacetCounts: CustomStringConvertible {
  /// The first twenty counts, and the sum of the others.
  public var description: String {
    guard !isUnknown else { return "unknown" }
    var parts = counts.prefix(20).map(\.description)
    let rest = counts.dropFirst(20).reduce(others) { $0 + $1.count }
    if rest > 0 { parts.append("others: \(rest)") }
    if missing > 0 { parts.append("missing: \(missing)") }
    if notANumber > 0 { parts.append("not a number: \(notANumber)") }
    if failed > 0 { parts.append("failed: \(failed)") }
    return parts.isEmpty ? "no rows" : parts.joined(separator: ", ")
  }
}

extension FacetCount: CustomStringConvertible {
  /// The value or the range with the number of rows, such as `"London": 2` or `10..<100: 3`.
  public var description: String {
    let range = upperBound.map { "\(value.kind == .null ? "" : "\(value)")..<\($0)" }
    return "\(range ?? "\(value)"): \(count)\(isInForce ? " (in force)" : "")"
  }
}

/// The value of an aggregate for all rows or for a section.
public struct AggregateValue: Hashable, Sendable {
  /// The value; nil for an average, an extreme, a median and a percentile without rows.
  public var value: FilterValue

  /// The number of rows that are left out because the key fails for them, or has a value of another kind than the
  /// aggregate takes.
  public var failed: Int

  /// Creates a value.
  package init(_ value: FilterValue, failed: Int = 0) {
    self.value = value
    self.failed = failed
  }
}

extension AggregateValue: CustomStringConvertible {
  /// The value, and the number of rows that are left out.
  public var description: String { failed == 0 ? "\(value)" : "\(value), failed: \(failed)" }
}
