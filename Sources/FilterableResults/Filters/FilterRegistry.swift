public import FilterEngine
internal import FilterSyntax

/// The active filters in the order of application, at most one of each group; the rows that pass all of them are
/// visible.
///
/// ```swift
/// try results.filters.add(
///   ResultsFilter("Adults", group: "age", predicate: FilterPredicate("age >= 18")))
/// results.filters.remove(group: "age")
/// ```
public struct FilterRegistry<Item: Filterable> {
  private(set) var filters: [ResultsFilter<Item>] = []

  /// Creates a registry to which `filters` are added one by one.
  public init(_ filters: [ResultsFilter<Item>] = []) { add(filters) }

  /// Adds `filter`. It replaces the filter of the same group or, if it has no group, the one of the same name.
  public mutating func add(_ filter: ResultsFilter<Item>) {
    if let index = filters.firstIndex(where: filter.replaces) {
      filters[index] = filter
    } else {
      filters.append(filter)
    }
  }

  /// Adds `filters` one by one, as `add(_:)` does.
  public mutating func add(_ filters: some Sequence<ResultsFilter<Item>>) {
    for filter in filters { add(filter) }
  }

  /// Removes the filter with the name and the group of `filter`.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func remove(_ filter: ResultsFilter<Item>) -> Bool {
    removeAll { $0.name == filter.name && $0.group == filter.group }
  }

  /// Removes the filters with this name and this group; nil means any.
  ///
  /// - Returns: Whether there was one; false if both are nil.
  @discardableResult
  public mutating func remove(name: String? = nil, group: String? = nil) -> Bool {
    guard name != nil || group != nil else { return false }
    return removeAll { (name == nil || $0.name == name) && (group == nil || $0.group == group) }
  }

  private mutating func removeAll(where isGone: (ResultsFilter<Item>) -> Bool) -> Bool {
    guard filters.contains(where: isGone) else { return false }
    filters.removeAll(where: isGone)
    return true
  }

  /// Removes all filters.
  public mutating func removeAll() { filters = [] }

  /// The filter of a group, nil if there is none.
  public subscript(group group: String) -> ResultsFilter<Item>? {
    filters.first { $0.group == group }
  }

  /// The conjunction of the predicates of all filters, nil if there are none; closures are left out.
  ///
  /// - Throws: A `SyntaxError` if the conjunction is too large, or if only some of the predicates are strict.
  public var predicate: FilterPredicate<Item>? {
    get throws(SyntaxError) {
      var result: FilterPredicate<Item>?
      for predicate in filters.compactMap(\.predicate) {
        result = try result.map { other throws(SyntaxError) in try other && predicate } ?? predicate
      }
      return result
    }
  }
}

extension FilterRegistry: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of filters.
  public var endIndex: Int { filters.count }
  /// The filter at an index of the order of application.
  public subscript(position: Int) -> ResultsFilter<Item> { filters[position] }
}

extension FilterRegistry: Sendable where Item: SendableMetatype {}

extension FilterRegistry: CustomStringConvertible {
  /// The filters in the order of application, one in a line.
  public var description: String {
    filters.isEmpty ? "no filters" : filters.map(\.description).joined(separator: "\n")
  }
}

extension ResultsFilter: CustomStringConvertible {
  /// The name, the group and the predicate, such as `Adults [age]: age >= 18`.
  public var description: String {
    let test =
      switch test {
      case .everything: "everything passes"
      case .predicate(let predicate, _): "\(predicate)"
      case .closure, .bulk: "code"
      }
    return "\(name)\(group.map { " [\($0)]" } ?? ""): \(test)"
  }
}
