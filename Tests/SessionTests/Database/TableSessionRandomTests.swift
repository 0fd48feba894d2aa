#if SQLite
  import Foundation
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// Random sessions over a table and over a file with the same rows.
  struct TableSessionRandomTests {
    @Test(arguments: RandomSearch.seeds(20))
    func aTableAnswersAsAFileDoes(_ seed: UInt64) throws {
      var story = TableStory(seed: seed)
      let rows = (0..<Int(seed % 23)).map { _ in story.row() }
      let (table, file) = (try HeardSession(), try HeardSession())
      let database = try DatabaseFile(try story.statements(rows), in: table.folder)
      try table.session.open(database.path, isWritable: true)
      // The identity of a file without rows is not known yet.
      try file.load(rows)
      _ = try file.says(".identity id")
      for session in [table, file] { _ = try session.says(".mode jsonl") }
      var lines: [String] = []
      for _ in 0..<50 {
        let line = story.line()
        lines.append(line)
        let names = [table, file].map {
          line.replacing("out.jsonl", with: $0.folder.path + "/out.jsonl")
        }
        let found = Self.comparable(try table.says(names[0]), table.folder.path)
        let expected = Self.comparable(try file.says(names[1]), file.folder.path)
        try #require(
          found == expected, "FRC_SEED=\(seed)\n\(rows)\n\(lines.joined(separator: "\n"))")
        guard line.hasPrefix(".export") else { continue }
        let written = [table, file].map {
          try? String(contentsOfFile: $0.folder.path + "/out.jsonl", encoding: .utf8)
        }
        try #require(written[0] == written[1], "FRC_SEED=\(seed)")
      }
    }

    /// An answer without the first of the rows that failed, which may be another one in another order, and without
    /// reports on hidden rows.
    static func comparable(_ answer: String, _ folder: String) -> [String] {
      var lines: [String] = []
      for line in answer.replacing(folder, with: "").split(separator: "\n") {
        if line.hasPrefix(" |") {
          if lines.last?.hasPrefix("error: ") == true { lines.removeLast() }
          continue
        }
        if line.contains("that cannot be counted") {
          lines.append(String(line.prefix { $0 != "," }.prefix { !$0.isNumber }))
          continue
        }
        if line.contains("could not be evaluated and is hidden") { continue }
        if line.contains("could not be evaluated and are hidden") { continue }
        lines.append(String(line.prefix { $0 != "," || line.hasPrefix("{") }))
      }
      return lines
    }

    /// As above, while another connection makes the same changes, vacuums, changes the schema and locks the database.
    @Test(arguments: RandomSearch.seeds(10))
    func commitsOfOthersAreShown(_ seed: UInt64) throws {
      var story = TableStory(seed: seed ^ 0xABCD)
      var dice = SeededGenerator(seed: seed)
      let rows = (0..<Int(3 + seed % 13)).map { _ in story.row() }
      let table = try HeardSession(lockTimeout: 0.05)
      let file = try HeardSession()
      let database = try DatabaseFile(try story.statements(rows), in: table.folder)
      let other = try OtherConnection(database.path, hasLog: dice.chance(50))
      try table.session.open(database.path, isWritable: true)
      try file.load(rows)
      for session in [table, file] { _ = try session.says(".mode jsonl") }
      if dice.chance(50) { _ = try table.says(".watch on") }
      var lines: [String] = []
      for _ in 0..<40 {
        // Within a batch nobody else can write.
        if table.session.data?.batchDepth == 0, dice.chance(40) {
          let (statement, edit) = Self.edit(&story, &dice)
          lines.append(statement)
          try other.run(statement)
          if let edit { _ = try file.says(edit) }
          try table.session.followFile()
          _ = try table.rest()
        }
        if table.session.data?.batchDepth == 0, dice.chance(5) {
          try other.run("BEGIN EXCLUSIVE")
          let answer = try table.says(".add \(story.row(9_000))")
          try other.run("ROLLBACK")
          try #require(answer.contains("locked by another program"), "FRC_SEED=\(seed)\n\(answer)")
        }
        let line = story.line(undo: false)
        // The previous line of the file may have been the edit of the other connection.
        if line.hasPrefix(".export") || line.hasPrefix(".re") || line.hasPrefix(".show ") {
          continue
        }
        lines.append(line)
        let found = TableSessionRandomTests.comparable(try table.says(line), "")
        let expected = TableSessionRandomTests.comparable(try file.says(line), "")
        try #require(
          found == expected, "FRC_SEED=\(seed)\n\(rows)\n\(lines.joined(separator: "\n"))")
      }
    }

    /// A statement of another program, and the line that does the same to a file.
    private static func edit(
      _ story: inout TableStory, _ dice: inout SeededGenerator
    ) -> (String, String?) {
      let id = story.knownID()
      switch dice.next() % 7 {
      case 0: return ("VACUUM", nil)
      case 1: return ("ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME TO t", nil)
      case 2: return ("CREATE INDEX IF NOT EXISTS other ON t (age); ANALYZE", nil)
      case 3: return ("DELETE FROM t WHERE id = \(id)", ".remove \(id)")
      case 4: return ("UPDATE t SET age = 7 WHERE id = \(id)", ".set age 7 where id == \(id)")
      case 5: return ("BEGIN; DELETE FROM t; ROLLBACK", nil)
      default:
        let row = story.row()
        return ((try? TableStory.insertion(row)) ?? "", ".add \(row)")
      }
    }
  }
#endif
