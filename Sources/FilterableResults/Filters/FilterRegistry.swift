public import FilterEngine
internal import FilterSyntax

/// The filters in force, at most one for each group; a row is shown where all let it pass.
public struct FilterRegistry<Item: Filterable> {
  /// The filters in the order of application.
  public private(set) var filters: [Filter<Item>] = []

  /// A registry without filters.
  public init() {}

  /// A registry to which `filters` are added one by one.
  public init(_ filters: some Sequence<Filter<Item>>) { add(filters) }

  /// Adds `filter`, in place of the one of its group, or of the groupless one of its name.
  public mutating func add(_ filter: Filter<Item>) {
    if let place = filters.firstIndex(where: filter.replaces) {
      filters[place] = filter
    } else {
      filters.append(filter)
    }
  }

  /// Adds `filters` one by one.
  public mutating func add(_ filters: some Sequence<Filter<Item>>) {
    for filter in filters { add(filter) }
  }

  /// Removes the filter with the name and the group of `filter`, whatever it tests; false where there is none.
  @discardableResult
  public mutating func remove(_ filter: Filter<Item>) -> Bool {
    removeAll { $0.name == filter.name && $0.group == filter.group }
  }

  /// Removes every filter with this name, this group, or both where both are given; false where there is none.
  @discardableResult
  public mutating func remove(name: String? = nil, group: String? = nil) -> Bool {
    guard name != nil || group != nil else { return false }
    return removeAll { (name == nil || $0.name == name) && (group == nil || $0.group == group) }
  }

  private mutating func removeAll(where isGone: (Filter<Item>) -> Bool) -> Bool {
    guard filters.contains(where: isGone) else { return false }
    filters.removeAll(where: isGone)
    return true
  }

  /// Puts `filters`, added one by one, in the place of all.
  public mutating func replaceAll(with filters: some Sequence<Filter<Item>>) {
    self = FilterRegistry(filters)
  }

  /// Removes all.
  public mutating func removeAll() { filters = [] }

  /// The filter of a group.
  public subscript(group group: String) -> Filter<Item>? { filters.first { $0.group == group } }

  /// One predicate of all those in force, nil where there is none.
  ///
  /// - Throws: A combination that is too large, or of strict predicates with others.
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
  /// 0
  public var startIndex: Int { 0 }
  /// How many filters there are.
  public var endIndex: Int { filters.count }
  /// The filter at a place in the order of application.
  public subscript(position: Int) -> Filter<Item> { filters[position] }
}

extension FilterRegistry: Sendable where Item: SendableMetatype {}

extension FilterRegistry: CustomStringConvertible, CustomReflectable {
  /// The filters in the order of application, one a line.
  public var description: String {
    filters.isEmpty ? "no filters" : filters.map(\.description).joined(separator: "\n")
  }

  /// The filters.
  public var customMirror: Mirror {
    Mirror(self, children: ["filters": filters.map(\.description)])
  }
}

extension Filter: CustomStringConvertible {
  /// The name, the group and what is tested: `Adults [age]: age >= 18`
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
