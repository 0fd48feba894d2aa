internal import FilterSyntax

extension SQLDialect {
  /// Whether the database has columns of a kind, ordered as the engine orders them.
  func has(_ kind: SQLColumn.Kind) -> Bool {
    switch kind {
    case .decimal: return hasDecimals
    case .dynamic, .date(.text), .uuidText: return hasDynamicTypes
    case .date(.timestamp), .date(.timestampWithoutZone), .date(.calendarDay):
      if case .none = dates { return false }
    case .uuid: return hasUUIDs
    case .text: if case .unknown = texts { return false }
    case .real, .date(.unixReal), .date(.julianDay):
      if case .unknown = reals { return false }
    case .json: if case .none = documents { return false }
    default: break
    }
    return true
  }

  /// Whether a statement can name a column of a table, and means this column.
  func canName(_ column: SQLColumn, in table: SQLTableDeclaration) -> Bool {
    if let word = wordOutsideNames, column.name.has("\(word)") { return false }
    guard foldsNames else { return true }
    func folded(_ name: String) -> String { name.uppercased().lowercased() }
    let name = folded(column.name)
    return table.columns.count { folded($0.name) == name } == 1
  }
}
