internal import FilterEngine
internal import FilterSQL
internal import FilterableResults

/// The versions of the rows that a database selects, by their keys.
///
/// Where commits are noticed and their rows are not known, two of them say which rows to read: those whose versions
/// differ, and those that only one of them has.
struct LiveVersions: Sendable {
  /// Rows that have changed.
  struct Difference {
    var keys: Set<FilterValue>

    /// The versions after the change, where all of them were read.
    var versions: LiveVersions?
  }

  // Without a version, or with one that is NULL, a row counts as changed each time.
  private var versions: [FilterValue: SQLValue?] = [:]

  /// Reads the versions; nil where the table declares none, or the program does not know its key.
  init?<Item>(_ plan: FetchPlan<Item>, _ reader: any SQLReader) throws {
    let table = plan.request.table.declaration
    // What a relation selects changes without a new version of the row.
    guard let column = table.version, plan.request.relatedTables.isEmpty,
      SQLKeyColumn(table, plan.translation.dialect) != nil, !plan.request.isWindow
    else { return nil }
    let select = SQLSelect(
      plan.translation, columns: [table.key[0], column], ordersByKey: false)
    try reader.read(select, tests: plan.translation.tests) { cells in
      // A key that is not as declared is a failure of the row, and never shown.
      if let key = SQLKeyColumn.value([cells.value(at: 0)]) {
        versions[key] = .some(cells.value(at: 1))
      }
      return true
    }
  }

  /// Takes the versions of some rows from others; rows that the others do not have are gone.
  mutating func replace(_ keys: Set<FilterValue>, by others: LiveVersions?) {
    for key in keys { versions[key] = others?.versions[key] }
  }

  /// The rows that differ from those before, and `keys`, which are known to.
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
