internal import FilterSyntax

/// An input that is a database: `people.db`, or `people.db?table=person` for one of its tables.
struct DatabaseName: Hashable {
  static let title = "SQLite"

  let path: String

  /// The table; nil if none is named.
  let table: String?

  /// The first bytes of every SQLite database.
  static let header = Array("SQLite format 3\0".utf8)

  private static let extensions = ["db", "db3", "sqlite", "sqlite3"]

  private static let mark = "?table="

  /// Nil if neither the name nor the content of the input is that of a database.
  ///
  /// `table` applies if the input names no table.
  init?(_ input: String, table: String?) {
    if let mark = input.utf8.firstRange(of: Self.mark.utf8), !SystemCalls.exists(input) {
      path = String(input[..<mark.lowerBound])
      self.table = String(input[mark.upperBound...])
      return
    }
    guard input != "-", Self.hasExtension(input) || Self.hasHeader(input) else { return nil }
    path = input
    self.table = table
  }

  /// The same file with a table.
  func naming(_ table: String) -> DatabaseName { DatabaseName(path, table) }

  private init(_ path: String, _ table: String) { (self.path, self.table) = (path, table) }

  private static func hasExtension(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return false }
    return extensions.contains(path[path.index(after: dot)...].lowercased())
  }

  private static func hasHeader(_ path: String) -> Bool {
    guard SystemCalls.isFile(path), case .success(let descriptor) = SystemCalls.openRegular(path)
    else { return false }
    defer { SystemCalls.close(descriptor) }
    return SystemCalls.beginning(of: descriptor, count: header.count) == header
  }

  /// The error of a program that was built without SQLite.
  var missingTrait: ToolError {
    .message("\(path): built without SQLite: swift build --traits default,SQLite")
  }
}
