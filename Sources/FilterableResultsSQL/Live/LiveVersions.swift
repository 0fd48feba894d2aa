internal import FilterEngine
internal import FilterSQL
internal import FilterableResults

/// The versions of the selected rows, by their keys.
///
/// If a commit was noticed and the changed rows are unknown, the versions before and after it show which rows to read:
/// those whose versions differ, and those that have a version only before or after.
struct LiveVersions: Sendable {
  /// Rows that have changed.
  struct Difference {
    var keys: Set<FilterValue>

    /// The versions after the change, if all of them were read.
    var versions: LiveVersions?
  }

  // A row whose version is NULL always counts as changed.
  private var versions: [FilterValue: SQLValue?] = [:]

  /// Reads the versions; fails if the table declares none, or the program cannot compare its key.
  init?<Item>(_ plan: FetchPlan<Item>, _ reader: any SQLReader) throws {
    let table = plan.request.table.declaration
    // The rows that match by a relation change without a new version.
    guard let column = table.version, plan.request.relatedTables.isEmpty,
      let keyColumn = SQLKeyColumn(table, plan.translation.dialect), !plan.request.isWindow
    else { return nil }
    let select = SQLSelect(
      plan.translation, columns: [table.key[0], column], ordersByKey: false)
    try reader.read(select, tests: plan.translation.tests) { cells in
      // A row whose key does not have the declared type is a failure and not shown.
      if let key = keyColumn.value([cells.value(at: 0)]) {
        versions[key] = .some(cells.value(at: 1))
      }
      return true
    }
  }

  /// Takes the versions of some rows from `others`, and removes those of the rows that it does not have.
  mutating func replace(_ keys: Set<FilterValue>, by others: LiveVersions?) {
    for key in keys { versions[key] = others?.versions[key] }
  }

  /// The rows that differ from the earlier ones, together with `keys`, which are known to differ.
  func difference(from earlier: LiveVersions, with keys: Set<FilterValue>) -> Difference {
    var keys = keys
    for (key, version) in versions {
      guard let known = earlier.versions[key], let known, known == version else {
        keys.insert(key)
        continue
      }
    }
    for key in earlier.versions.keys where versions[key] == nil { keys.insert(key) }
    return Difference(keys: keys, versions: self)
  }
}
