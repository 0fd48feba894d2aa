package import FilterSQL
internal import Synchronization

/// The tables that were found to be as declared, in one version of the schema of a database.
package final class CheckedTables: Sendable {
  private struct State {
    var version: Int?
    var tables: Set<String> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Calls `check` unless the table was found to be as declared in a version of the schema.
  package func check(
    _ table: SQLTableDeclaration, version: Int, _ check: () throws -> Void
  ) rethrows {
    let name = table.identity
    let isKnown = state.withLock { state in
      if state.version != version { state = State(version: version) }
      return state.tables.contains(name)
    }
    if isKnown { return }
    try check()
    state.withLock { state in
      if state.version == version { _ = state.tables.insert(name) }
    }
  }
}

extension SQLTableDeclaration {
  /// Everything that is compared with the schema, as text.
  fileprivate var identity: String {
    var text = name
    for part in key { text += "\n\(part)" }
    for column in columns {
      text += "\n\(column.name)\t\(column.kind)\t\(column.isNullable)\t\(column.comparesBytes)"
      text += "\t\(column.isCanonical)"
    }
    return text
  }
}
