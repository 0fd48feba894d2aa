public import EssentialFoundation
public import FilterEngine
public import FilterSyntax

/// Counts of rows to show beside a list: by value, by range, or by candidate filter.
///
/// ```swift
/// results.facets = [
///   .values(of: \.city, ignoring: "city"),
///   .ranges(of: \.price, bounds: [0, 10, 100]),
///   .filters([young, adult, old]),
/// ]
/// for count in results.snapshot.facets[0].counts { print(count.value, count.count) }
/// ```
///
/// A facet counts the stored rows that pass all filters except those of its own group, so that choosing a value leaves
/// the counts of the other values as they were. Rows of collapsed sections and rows that a group row represents count.
public struct ResultsFacet<Item: Filterable> {
  indirect enum Kind {
    case values(ResultsKey<Item>, AST.Comparison.Options, FacetOrder, limit: Int?)
    case ranges(ResultsKey<Item>, ValueRanges)
    case units(ResultsKey<Item>, ValueRanges)
    case filters([ResultsFilter<Item>])
  }

  let kind: Kind

  /// The group whose filter does not apply; nil for none.
  public let group: String?

  init(_ kind: Kind, ignoring group: String? = nil) {
    self.kind = kind
    self.group = group
  }

  // MARK: - Values

  /// Counts rows by the value of a property.
  ///
  /// Values are equal as `==` of the language has it. A row with a list counts once for each distinct element, and one
  /// with an empty list for nil.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - group: The group whose filter does not apply to the counted rows; nil for none.
  ///   - options: The options of comparing strings, such as `.caseInsensitive`.
  ///   - order: The order of the values.
  ///   - limit: The number of values that are listed; nil for all. `FacetCounts.others` is the sum of the rest.
  public static func values<Value: FilterValueConvertible & SendableMetatype>(
    of keyPath: any KeyPath<Item, Value> & Sendable, ignoring group: String? = nil,
    options: AST.Comparison.Options = [], order: FacetOrder = .count, limit: Int? = nil
  ) -> ResultsFacet {
    values(
      of: ResultsKey(keyPath), ignoring: group, options: options, order: order, limit: limit)
  }

  /// Counts rows by the value of a property that is isolated to the main actor, or whose type is.
  ///
  /// The parameters are those of the method with a key path that can be read anywhere.
  @MainActor public static func values<Value: FilterValueConvertible>(
    of keyPath: KeyPath<Item, Value>, ignoring group: String? = nil,
    options: AST.Comparison.Options = [], order: FacetOrder = .count, limit: Int? = nil
  ) -> ResultsFacet {
    values(
      of: ResultsKey(keyPath), ignoring: group, options: options, order: order, limit: limit)
  }

  /// Counts rows by the value of a key, such as a key path as text.
  ///
  /// ```swift
  /// results.facets = [.values(of: try ResultsKey("owner.name"))]
  /// ```
  ///
  /// The parameters are those of the method with a key path.
  public static func values(
    of key: ResultsKey<Item>, ignoring group: String? = nil, options: AST.Comparison.Options = [],
    order: FacetOrder = .count, limit: Int? = nil
  ) -> ResultsFacet {
    ResultsFacet(.values(key, options, order, limit: limit), ignoring: group)
  }

  // MARK: - Ranges

  /// Counts rows by the range of a number or date.
  ///
  /// There is a range below the first bound, one from each bound up to the next, without that, and one from the last
  /// bound on. Rows without a value and rows with NaN are counted apart.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - bounds: The bounds, in any order. Nil and NaN are left out.
  ///   - group: The group whose filter does not apply to the counted rows; nil for none.
  public static func ranges<Value: FilterValueConvertible & SendableMetatype>(
    of keyPath: any KeyPath<Item, Value> & Sendable, bounds: [Value], ignoring group: String? = nil
  ) -> ResultsFacet where Value.FilterStaticKind: OrderedFilterKind {
    ranges(of: ResultsKey(keyPath), bounds: bounds.map(\.filterValue), ignoring: group)
  }

  /// Counts rows by the range of a number or date that is isolated to the main actor, or whose type is.
  ///
  /// The parameters are those of the method with a key path that can be read anywhere.
  @MainActor public static func ranges<Value: FilterValueConvertible>(
    of keyPath: KeyPath<Item, Value>, bounds: [Value], ignoring group: String? = nil
  ) -> ResultsFacet where Value.FilterStaticKind: OrderedFilterKind {
    ranges(of: ResultsKey(keyPath), bounds: bounds.map(\.filterValue), ignoring: group)
  }

  /// Counts rows by the range of a key with numbers or dates, such as a key path as text.
  ///
  /// The parameters are those of the method with a key path. Bounds of another kind than the first are left out.
  public static func ranges(
    of key: ResultsKey<Item>, bounds: [FilterValue], ignoring group: String? = nil
  ) -> ResultsFacet {
    ResultsFacet(.ranges(key, ValueRanges(sorting: bounds)), ignoring: group)
  }

  /// Counts rows by a unit of the calendar, such as the day or the month of a date, in ascending order. Units without rows are left out.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - unit: The unit of the Gregorian calendar.
  ///   - zone: The time zone in which units begin.
  ///   - group: The group whose filter does not apply to the counted rows; nil for none.
  public static func ranges(
    of key: ResultsKey<Item>, by unit: FacetUnit, in zone: TimeZone = .gmt,
    ignoring group: String? = nil
  ) -> ResultsFacet {
    ResultsFacet(.units(key, ValueRanges(unit.unit, in: zone)), ignoring: group)
  }

  // MARK: - Filters

  /// Counts the rows that would be visible if a filter replaced that of its group.
  ///
  /// Each filter is counted without the one that it would replace: that of its group or, if it has no group, the one of
  /// its name without a group. `FacetCount.isInForce` is whether a filter with its group, name and predicate is active.
  public static func filters(_ candidates: [ResultsFilter<Item>]) -> ResultsFacet {
    ResultsFacet(.filters(candidates))
  }
}

extension ResultsFacet: CustomStringConvertible {
  /// The facet in words, such as `values of city, ignoring the group city`.
  public var description: String {
    let counted =
      switch kind {
      case .values(let key, let options, _, _): "values of \(key)\(options)"
      case .ranges(let key, let ranges):
        "ranges of \(key) at \(ranges.bounds.map { "\($0)" }.joined(separator: ", "))"
      case .units(let key, _): "calendar ranges of \(key)"
      case .filters(let filters): "filters \(filters.map(\.name).joined(separator: ", "))"
      }
    return counted + (group.map { ", ignoring the group \($0)" } ?? "")
  }
}

/// The order of the values of a facet.
public enum FacetOrder: Hashable, Sendable {
  /// The most frequent values first, and values of one count in ascending order, nil first.
  case count
  /// Ascending values, nil first.
  case value
}

/// A unit of the Gregorian calendar by which a facet counts dates.
public enum FacetUnit: Hashable, Sendable, CaseIterable {
  /// A minute, the same in each time zone.
  case minute
  /// An hour; one that clocks repeat is one unit of two hours.
  case hour
  /// A day.
  case day
  /// A week, which begins on Monday.
  case week
  /// A month.
  case month
  /// A year.
  case year

  package var unit: ValueRanges.Unit {
    switch self {
    case .minute: .minute
    case .hour: .hour
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    }
  }
}
