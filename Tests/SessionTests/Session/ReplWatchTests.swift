import FilterEngine
import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

struct ReplWatchTests {
  /// A session that watches `rows.jsonl`, which the test changes.
  private final class Watched {
    let folder: Folder
    private let conversation: Conversation
    private var lines: [String] = []

    init() throws {
      folder = try Folder()
      _ = try folder.file(
        "rows.jsonl", (1...3).map { "{\"id\":\($0),\"n\":\($0 * 10)}\n" }.joined())
      conversation = try Conversation(["repl", "rows.jsonl"], in: folder.path)
      try say(".watch on", "id == 3")
      shows("1 of 3 rows")
    }

    func say(_ lines: String...) throws { for line in lines { try conversation.send(line + "\n") } }

    /// Waits until the session has printed a text.
    func shows(_ text: String) {
      while !lines.contains(where: { $0.contains(text) }), let line = conversation.line() {
        lines.append(line)
      }
    }

    /// Adds to the file.
    func append(_ text: String) throws {
      let handle = try FileHandle(
        forWritingTo: URL(fileURLWithPath: folder.path + "/rows.jsonl"))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }

    /// Puts another file in the place of the file.
    func replace(_ text: String) throws {
      _ = rename(try folder.file("new", text), folder.path + "/rows.jsonl")
    }

    func truncate() { _ = Foundation.truncate(folder.path + "/rows.jsonl", 0) }

    func remove() { unlink(folder.path + "/rows.jsonl") }

    /// Waits longer than the session takes to see a change, after steps of which nothing is printed.
    func wait() { Thread.sleep(forTimeInterval: 0.9) }

    /// Ends the session, and gives what it has printed.
    func end() throws -> [String] {
      try say("id > 0")
      let outcome = conversation.end()
      #expect(outcome.status == 0)
      return lines + outcome.lines
    }
  }

  /// What a session prints while a file is changed.
  private func watched(_ steps: (Watched) throws -> Void) throws -> [String] {
    let session = try Watched()
    try steps(session)
    return try session.end()
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
    let lines = try watched {
      try $0.append(#"{"id":4,"n":40}"# + "\n")
      $0.shows("changed: 4 rows")
    }
    #expect(lines.contains("rows.jsonl changed: 4 rows"))
    #expect(lines.contains(#"insert [0,3]  {"id":4,"n":40}"#))
    #expect(lines.last == "4 rows")
  }

  @Test func aRewrittenFileIsComparedAsAWhole() throws {
    let lines = try watched {
      try $0.replace("{\"id\":3,\"n\":30}\n{\"id\":1,\"n\":11}\n")
      $0.shows("changed: 2")
    }
    #expect(lines.contains("rows.jsonl changed: 2 rows"))
    #expect(lines.contains(#"delete [0,1]  {"id":2,"n":20}"#))
    #expect(lines.contains { $0.hasPrefix("move ") })
    #expect(lines.contains { $0.hasPrefix("update ") && $0.hasSuffix(#"{"id":1,"n":11}"#) })
    #expect(lines.last == "2 rows")
  }

  @Test func aTruncatedFileHasNoRows() throws {
    let lines = try watched {
      $0.truncate()
      $0.shows("changed: 0 rows")
    }
    #expect(lines.contains("rows.jsonl changed: 0 rows"))
    #expect(lines.contains(#"delete [0,2]  {"id":3,"n":30}"#))
    #expect(lines.last == "0 rows")
  }

  @Test func aDeletedFileLeavesItsRowsUntilItIsBack() throws {
    let lines = try watched {
      $0.remove()
      $0.shows("is gone")
      try $0.say("id == 1")
      try $0.replace("{\"id\":9}\n")
      $0.shows("is back")
    }
    #expect(lines.contains("rows.jsonl is gone; its rows stay until it is back"))
    #expect(lines.contains("1 of 3 rows"))
    #expect(lines.contains("rows.jsonl is back: 1 row"))
    #expect(lines.last == "1 row")
  }

  @Test func aHalfWrittenFileLeavesTheRowsAsTheyWere() throws {
    let lines = try watched {
      try $0.append(#"{"id":4,"#)
      $0.shows("cannot be read")
      try $0.append(#""n":40}"# + "\n")
      $0.shows("changed: 4 rows")
    }
    #expect(
      lines.contains {
        $0.hasPrefix(
          "rows.jsonl changed and cannot be read; the rows stay as they were: rows.jsonl:4:")
      })
    #expect(lines.contains(#"insert [0,3]  {"id":4,"n":40}"#))
    #expect(lines.last == "4 rows")
  }

  @Test func filtersOrderAndSectionsStayWhenTheFileChanges() throws {
    let lines = try watched {
      try $0.say(".filter add Many n > 15", ".sort n:desc", ".select n", "n < 0")
      $0.shows("0 of 3 rows")
      try $0.append("{\"id\":5,\"n\":50}\n{\"id\":6,\"n\":1}\n")
      $0.shows("changed: 5 rows")
      try $0.say(".show")
    }
    #expect(lines.contains(#"insert [0,0]  {"n":50}"#))
    #expect(lines.count { $0.hasPrefix("insert") } == 1)
    #expect(lines.contains("3 of 5 rows"))
  }

  @Test func aBatchKeepsTheFileOut() throws {
    let lines = try watched {
      try $0.say(".begin", "id < 3")
      $0.shows("2 of 3 rows")
      try $0.append("{\"id\":4}\n")
      $0.wait()
      try $0.say(".show", ".end")
      $0.shows("changed: 4 rows")
    }
    #expect(lines.contains("3 rows"))
    #expect(lines.last == "4 rows")
  }

  @Test func whatTheSessionSavesItselfIsNoChange() throws {
    let lines = try watched {
      try $0.say(".remove 2", ".save rows.jsonl")
      $0.wait()
    }
    #expect(!lines.contains { $0.contains("changed") })
    #expect(lines.last == "2 rows")
  }

  @Test func aWatchEnds() throws {
    let lines = try watched {
      try $0.say(".watch off", "id < 3")
      $0.shows("2 of 3 rows")
      $0.truncate()
      $0.wait()
    }
    #expect(lines.last == "3 rows")
  }

  @Test func followingEndsWhereItIsTurnedOffOrAnotherFileIsOpened() throws {
    let folder = try Folder()
    let path = try folder.file("rows.jsonl", "1\n")
    let descriptor = open(folder.path + "/output", O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let session = Session(
      in: .writing(to: descriptor), isTerminal: false, libraries: .standard)
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
