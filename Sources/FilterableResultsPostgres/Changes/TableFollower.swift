#if PostgreSQL
  internal import EssentialFoundation
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// A receiver of the changes of a table and of the tables that it is related to.
  struct TableFollower {
    /// A receiver, as the catalog had its tables when it began.
    private struct Resolved {
      let table: Int64
      let key: SQLColumn?
      let others: [Int64: SQLTableDeclaration]
      let links: [Int64: FollowedLink<SQLColumn>]
    }

    private(set) weak var changes: SQLChanges?

    /// The declaration of the followed table, and then those of the others.
    let declarations: [SQLTableDeclaration]

    private var resolved: Resolved?

    init(_ declarations: [SQLTableDeclaration], into changes: SQLChanges) {
      self.declarations = declarations
      self.changes = changes
    }

    /// The numbers of the tables.
    var tables: [Int64] { resolved.map { [$0.table] + $0.others.keys } ?? [] }

    /// The names of the tables.
    var names: [String] { declarations.map(\.name) }

    /// Follows the tables of the catalog with the names of the declarations.
    mutating func resolve(_ tables: [ReportingTable]) {
      guard let declaration = declarations.first, let table = tables.first else { return }
      let others = zip(declarations, tables).dropFirst().map { ($0, $1.oid) }
      let columns = Dictionary(
        tables.map { ($0.oid, $0.columns ?? []) }, uniquingKeysWith: { first, _ in first })
      let declarations = Dictionary(
        others.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      resolved = Resolved(
        table: table.oid, key: Self.keyColumn(of: declaration), others: declarations,
        links: changes?.takesLinks == true
          ? FollowedLink.links(of: declaration, table.oid, to: others) { table, name in
            guard columns[table]?.contains(name) == true else { return nil }
            return declarations[table]?.columns.first { $0.name == name }
          } : [:])
    }

    /// The column of a key whose values a payload contains as filters read them.
    private static func keyColumn(of table: SQLTableDeclaration) -> SQLColumn? {
      guard table.key.count == 1 else { return nil }
      return table.columns.first { $0.name == table.key[0] }
    }

    // MARK: - Changes

    /// The changes of commits, by the numbers of the tables; nil if none of the tables is followed.
    func change(_ reported: [Int64: ReportedRows]) -> FollowedChange? {
      guard let resolved, tables.contains(where: { reported[$0] != nil }) else { return nil }
      var keys: Set<FilterValue> = []
      var found: [String: Set<FilterValue>] = [:]
      for (table, declaration) in resolved.others {
        guard let rows = reported[table] else { continue }
        switch resolved.links[table] {
        case .own(let field)?:
          guard let values = Self.keyColumn(of: declaration).flatMap(rows.values) else {
            return .everything
          }
          found[field, default: []].formUnion(values)
        case .theirs(let column)?:
          guard let values = rows.values(column) else { return .everything }
          keys.formUnion(values)
        case nil: return .everything
        }
      }
      if let rows = reported[resolved.table] {
        guard let own = resolved.key.flatMap(rows.values) else {
          return keys.isEmpty && found.isEmpty ? .unknown : .everything
        }
        keys.formUnion(own)
      }
      return .rows(keys: keys, links: found)
    }
  }

  /// The rows of a table that commits have changed.
  struct ReportedRows {
    /// The columns that are reported.
    let columns: [String]

    /// The values of the columns for each row; nil if rows are unknown.
    private(set) var rows: [[FilterValue]]? = []

    init(columns: [String]) { self.columns = columns }

    mutating func add(_ payload: ChangePayload) {
      guard let more = payload.rows else {
        rows = nil
        return
      }
      rows?.append(contentsOf: more)
    }

    /// The values of a column other than NULL, as filters read them; nil if they are unknown.
    func values(_ column: SQLColumn) -> Set<FilterValue>? {
      guard let rows, let index = columns.firstIndex(of: column.name) else { return nil }
      var values: Set<FilterValue> = []
      for row in rows where row[index] != .null {
        guard let value = column.kind.value(row[index]) else { return nil }
        values.insert(value)
      }
      return values
    }
  }

  extension SQLColumn.Kind {
    /// A value of a payload as filters read it; nil for kinds whose values are not compared by the program.
    fileprivate func value(_ value: FilterValue) -> FilterValue? {
      switch (self, value) {
      case (.integer, .int), (.text, .string): value
      case (.uuid, .string(let text)): UUID(uuidString: text).map { .uuid($0) }
      default: nil
      }
    }
  }
#endif
