internal import FilterSyntax

// Short descriptions of settings, whose closures and tables would print thousands of characters.

extension ResultsKey: CustomStringConvertible {
  /// The key path, such as `owner.name`; otherwise `a property` or `code`.
  public var description: String { keyPath ?? (isCode ? "code" : "a property") }
}

extension ResultsSortKey: CustomStringConvertible {
  /// The key path with its options and the direction, such as `title descending` or `name[cd] ascending, numeric`.
  public var description: String {
    var parts = ["\(keyPath ?? "a property")\(options) \(isAscending ? "ascending" : "descending")"]
    if isNumeric { parts.append("numeric") }
    switch missing {
    case .automatic: break
    case .first: parts.append("missing values first")
    case .last: parts.append("missing values last")
    }
    return parts.joined(separator: ", ")
  }
}

extension ResultsConfiguration: CustomStringConvertible {
  /// The keys of rows and sections and the order, such as
  /// `identified by id; sorted by age ascending; sectioned by city`.
  public var description: String {
    var parts = [rows.identity.map { "identified by \($0)" } ?? "matched by equality"]
    var order = rows.sort.map(\.description)
    if rows.comparator != nil { order.append("code") }
    if !order.isEmpty { parts.append("sorted by \(order.joined(separator: "; then "))") }
    if let key = sections.key { parts.append("sectioned by \(key)") }
    if groupRows.test != nil { parts.append("tested by code") }
    return parts.joined(separator: "; ")
  }
}
