internal import FilterSyntax

/// An input that is a database: `people.db` or `postgres://host/people`, with `?table=person` for one of its tables.
struct DatabaseName: Hashable {
  static let title = "SQLite"

  /// The kinds of databases.
  enum System: String {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
  }

  let system: System

  /// The path of a file, or the address of a server without its password, for messages.
  let path: String

  /// The path or the address, with which the database is opened; an address may have a password.
  let address: String

  /// The table; nil if none is named.
  let table: String?

  private static let extensions = ["db", "db3", "sqlite", "sqlite3"]

  private static let mark = "?table="

  /// Nil if neither the name nor the content of the input is that of a database.
  ///
  /// `table` applies if the input names no table.
  init?(_ input: String, table: String?) {
    if let address = ServerAddress(input) {
      self.init(
        .postgreSQL, address.withoutPassword, address.text, address.table ?? table)
      return
    }
    if let mark = input.utf8.firstRange(of: Self.mark.utf8), !SystemCalls.exists(input) {
      let path = String(input[..<mark.lowerBound])
      self.init(.sqlite, path, path, String(input[mark.upperBound...]))
      return
    }
    guard input != "-", Self.hasExtension(input) || SystemCalls.isDatabase(input) else {
      return nil
    }
    self.init(.sqlite, input, input, table)
  }

  /// The same database with a table.
  func naming(_ table: String) -> DatabaseName { DatabaseName(system, path, address, table) }

  private init(_ system: System, _ path: String, _ address: String, _ table: String?) {
    self.system = system
    self.path = path
    self.address = address
    self.table = table
  }

  /// The input that names the database and its table, without a password.
  var text: String {
    guard let table else { return path }
    return path + (system == .postgreSQL && path.has("?") ? "&table=" : Self.mark) + table
  }

  private static func hasExtension(_ path: String) -> Bool {
    guard let dot = path.unicodeScalars.lastIndex(of: "."), !path[dot...].has("/") else {
      return false
    }
    return extensions.contains(path[dot...].dropping(1).lowercased())
  }

  /// The error of a program that was built without the library of the database.
  var missingTrait: ToolError {
    let name = system.rawValue
    return .message("\(path): built without \(name): swift build --traits \(name)")
  }
}

extension RowFormat {
  /// A line that names the databases that the program was built with.
  static var builtStores: String {
    var systems: [DatabaseName.System] = []
    #if SQLite
      systems.append(.sqlite)
    #endif
    #if PostgreSQL
      systems.append(.postgreSQL)
    #endif
    let names = systems.map(\.rawValue).joined(separator: ", ")
    return "databases: \(names.isEmpty ? "none" : names)"
  }
}
