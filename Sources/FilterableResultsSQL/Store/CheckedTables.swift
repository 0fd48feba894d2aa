package import FilterSQL
internal import Synchronization

/// The tables that were found to be as declared, in one version of the schema of a database.
package final class CheckedTables: Sendable {
  private struct State {
    var version: Int?

    /// The declarations by the names of their tables.
    var tables: [String: [SQLTableDeclaration]] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Calls `check` unless the table was found to be as declared in a version of the schema.
  package func check(
    _ table: SQLTableDeclaration, version: Int, _ check: () throws -> Void
  ) rethrows {
    let isKnown = state.withLock { state in
      if state.version != version { state = State(version: version) }
      return state.tables[table.name]?.contains { $0.hasColumns(of: table) } ?? false
    }
    if isKnown { return }
    try check()
    state.withLock { state in
      if state.version == version { state.tables[table.name, default: []].append(table) }
    }
  }
}

extension SQLTableDeclaration {
  /// Whether everything that is compared with the schema is the same as in another declaration.
  fileprivate func hasColumns(of other: SQLTableDeclaration) -> Bool {
    key == other.key && columns == other.columns
  }
}
