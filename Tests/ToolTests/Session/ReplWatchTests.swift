import FilterEngine
import Foundation
import Testing

@testable import FrcQuery

struct ReplWatchTests {
  /// Runs a session, while a shell changes `rows.jsonl`.
  ///
  /// The shell function `shows` waits until the session has printed a text. `$files`, seconds, is more than the
  /// session takes to see a change; it is for steps after which nothing is printed.
  private func watched(_ steps: String) throws -> [String] {
    let folder = try Folder()
    _ = try folder.file(
      "rows.jsonl", (1...3).map { "{\"id\":\($0),\"n\":\($0 * 10)}\n" }.joined())
    let shows =
      #"shows() { for i in $(seq 600); do grep -qF -- "$1" out && return; sleep 0.1; done; }"#
    let outcome = try Tool.shell(
      "cd \(folder.path); \(shows); files=0.9; : > out; "
        + "( echo .watch on; echo 'id == 3'; shows '1 of 3 rows'; \(steps); echo 'id > 0' )"
        + " | $Q repl rows.jsonl > out 2>&1; status=$?; cat out; exit $status")
    #expect(outcome.status == 0)
    return outcome.lines
  }

  /// What happened to a file since the last look, whatever it was before.
  @Test func aLookTellsWhatHappenedSinceTheLastOne() throws {
    let folder = try Folder()
    let path = folder.path + "/file"
    var watch = FileWatch(path: path, stamp: nil)
    let steps: [(String?, FileWatch.Event)] = [
      (nil, .nothing), ("a", .returned), ("a", .nothing), ("ab", .changed), ("ab", .nothing),
      (nil, .deleted), (nil, .nothing), ("abc", .returned), ("", .changed), ("", .nothing),
    ]
    var last: String?
    for (text, event) in steps {
      if text != last {
        if let text { _ = try folder.file("file", text) } else { unlink(path) }
      }
      last = text
      #expect(watch.look() == event, "\(text ?? "none")")
    }
    var known = FileWatch(path: path, stamp: FileStamp(path: path))
    #expect(known.look() == .nothing)
    var other = FileWatch(path: path + "x", stamp: FileStamp(path: path))
    #expect(other.look() == .deleted && other.look() == .nothing)
  }

  @Test func whatIsAppendedIsInserted() throws {
    let lines = try watched(
      #"echo '{"id":4,"n":40}' >> rows.jsonl; shows 'changed: 4 rows'"#)
    #expect(lines.contains("rows.jsonl changed: 4 rows"))
    #expect(lines.contains(#"insert [0,3]  {"id":4,"n":40}"#))
    #expect(lines.last == "4 rows")
  }

  @Test func aRewrittenFileIsComparedAsAWhole() throws {
    let lines = try watched(
      #"printf '{"id":3,"n":30}\n{"id":1,"n":11}\n' > new; mv new rows.jsonl; shows 'changed: 2'"#)
    #expect(lines.contains("rows.jsonl changed: 2 rows"))
    #expect(lines.contains(#"delete [0,1]  {"id":2,"n":20}"#))
    #expect(lines.contains { $0.hasPrefix("move ") })
    #expect(lines.contains { $0.hasPrefix("update ") && $0.hasSuffix(#"{"id":1,"n":11}"#) })
    #expect(lines.last == "2 rows")
  }

  @Test func aTruncatedFileHasNoRows() throws {
    let lines = try watched(": > rows.jsonl; shows 'changed: 0 rows'")
    #expect(lines.contains("rows.jsonl changed: 0 rows"))
    #expect(lines.contains(#"delete [0,2]  {"id":3,"n":30}"#))
    #expect(lines.last == "0 rows")
  }

  @Test func aDeletedFileLeavesItsRowsUntilItIsBack() throws {
    let lines = try watched(
      #"rm rows.jsonl; shows 'is gone'; echo 'id == 1'; echo '{"id":9}' > new; mv new rows.jsonl; shows 'is back'"#
    )
    #expect(lines.contains("rows.jsonl is gone; its rows stay until it is back"))
    #expect(lines.contains("1 of 3 rows"))
    #expect(lines.contains("rows.jsonl is back: 1 row"))
    #expect(lines.last == "1 row")
  }

  @Test func aHalfWrittenFileLeavesTheRowsAsTheyWere() throws {
    let lines = try watched(
      #"printf '{"id":4,' >> rows.jsonl; shows 'cannot be read'; echo '"n":40}' >> rows.jsonl;"#
        + " shows 'changed: 4 rows'")
    #expect(
      lines.contains {
        $0.hasPrefix(
          "rows.jsonl changed and cannot be read; the rows stay as they were: rows.jsonl:4:")
      })
    #expect(lines.contains(#"insert [0,3]  {"id":4,"n":40}"#))
    #expect(lines.last == "4 rows")
  }

  @Test func filtersOrderAndSectionsStayWhenTheFileChanges() throws {
    let lines = try watched(
      #"echo '.filter add Many n > 15'; echo '.sort n:desc'; echo '.select n';"#
        + #" echo 'n < 0'; shows '0 of 3 rows'; printf '{"id":5,"n":50}\n{"id":6,"n":1}\n' >> rows.jsonl;"#
        + " shows 'changed: 5 rows'; echo .show")
    #expect(lines.contains(#"insert [0,0]  {"n":50}"#))
    #expect(lines.count { $0.hasPrefix("insert") } == 1)
    #expect(lines.contains("3 of 5 rows"))
  }

  @Test func aBatchKeepsTheFileOut() throws {
    let lines = try watched(
      "echo .begin; echo 'id < 3'; shows '2 of 3 rows';"
        + #" echo '{"id":4}' >> rows.jsonl; sleep $files; echo .show; echo .end;"#
        + " shows 'changed: 4 rows'")
    #expect(lines.contains("3 rows"))
    #expect(lines.last == "4 rows")
  }

  @Test func whatTheSessionSavesItselfIsNoChange() throws {
    let lines = try watched("echo '.remove 2'; echo '.save rows.jsonl'; sleep $files")
    #expect(!lines.contains { $0.contains("changed") })
    #expect(lines.last == "2 rows")
  }

  @Test func aWatchEnds() throws {
    let lines = try watched(
      "echo .watch off; echo 'id < 3'; shows '2 of 3 rows'; : > rows.jsonl; sleep $files")
    #expect(lines.last == "3 rows")
  }

  @Test func followingEndsWhereItIsTurnedOffOrAnotherFileIsOpened() throws {
    let folder = try Folder()
    let path = try folder.file("rows.jsonl", "1\n")
    let descriptor = open(folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let session = Session(
      sink: ByteSink(descriptor: descriptor), isTerminal: false, libraries: .standard)
    try session.open(path)
    for (index, end) in [".watch off", ".open \(path)"].enumerated() {
      try session.run(".watch on")
      #expect(session.data?.watchInterval == FileWatch.interval)
      _ = try folder.file("rows.jsonl", "1\n2\n" + String(repeating: "\n", count: index))
      try session.run(".show")
      #expect(try session.data?.count() == 2)
      try session.run(end)
      #expect(session.data?.watchInterval == nil)
      _ = try folder.file("rows.jsonl", "1\n2\n3\n")
      try session.run(".show")
      #expect(try session.data?.count() == 2)
    }
    let said = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
    #expect(said.contains("rows.jsonl changed: 2 rows\n"))
  }
}
