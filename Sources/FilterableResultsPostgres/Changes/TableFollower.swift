#if PostgreSQL
  internal import FilterEngine
  internal import FilterSQL
  internal import FilterableResultsSQL

  /// A receiver of the changes of a table and of the tables that it is related to.
  struct TableFollower {
    /// A receiver, as the catalog had its tables when it began.
    private struct Resolved {
      let table: Int64
      let key: String?
      let others: [Int64: SQLTableDeclaration]
      let links: [Int64: FollowedLink<String>]
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
      resolved = Resolved(
        table: table.oid, key: Self.keyColumn(of: declaration),
        others: Dictionary(others.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }),
        links: changes?.takesLinks == true
          ? FollowedLink.links(of: declaration, table.oid, to: others) { table, name in
            columns[table]?.contains(name) == true ? name : nil
          } : [:])
    }

    /// The column of a key whose values a payload contains as filters read them.
    private static func keyColumn(of table: SQLTableDeclaration) -> String? {
      guard table.key.count == 1 else { return nil }
      let column = table.columns.first { $0.name == table.key[0] }
      return column?.kind == .integer || column?.kind == .text ? column?.name : nil
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

    /// The values of a column other than NULL; nil if they are unknown.
    func values(_ column: String) -> Set<FilterValue>? {
      guard let rows, let index = columns.firstIndex(of: column) else { return nil }
      return Set(rows.lazy.map { $0[index] }.filter { $0 != .null })
    }
  }
#endif
