internal import FilterSQLite
internal import FilterTables
internal import Foundation

/// Runs statements on a database, one of each line of the input, and answers each with a line: `ok`, or the error.
///
///     sqlite-script FILE
@main struct SQLiteScript {
  static func main() throws {
    #if SQLite
      let database = try SQLiteDatabase(writing: CommandLine.arguments[1])
      while let line = readLine() {
        do {
          try database.execute(line)
          answer("ok")
        } catch {
          answer("error: \(error.message)")
        }
      }
    #else
      answer("built without the trait SQLite")
    #endif
  }

  // A pipe is written at once, where print() would wait for more.
  private static func answer(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}
