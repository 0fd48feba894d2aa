import Foundation
import Testing

@testable import frc_query

@Suite(.serialized) struct ReplTerminalTests {
  private let room: ReplFolder

  init() throws { room = try ReplFolder() }

  private func session(_ arguments: String...) throws -> TerminalSession {
    try TerminalSession(arguments, folder: room.folder.path)
  }

  @Test func aPredicateIsRunAndControlDEnds() throws {
    let session = try session("repl", "people.json")
    #expect(session.shows("7 rows, told apart by id"))
    #expect(session.shows("frc> "))
    session.type("age > 40\r")
    #expect(session.shows("3 of 7 rows\nfrc> "))
    session.type("\u{4}")
    #expect(session.status() == 0)
  }

  @Test func plainlyStartedItIsTheSame() throws {
    let session = try session()
    #expect(session.shows("frc> "))
    session.type(".open people.json\r")
    #expect(session.shows("7 rows, told apart by id"))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func tabCompletesCommandsKeysWordsAndFiles() throws {
    let session = try session("repl")
    #expect(session.shows("frc> "))
    session.type(".ope\tpeo\t\r")
    #expect(session.shows("7 rows"))
    session.type(".fil\t\t")
    #expect(session.shows(".filter   .filters"))
    session.type(" a\tOld ag\t > 40 and na\t beg\t'A'\r")
    #expect(session.shows("1 of 7 rows"))
    session.type(".filters\r")
    #expect(session.shows("Old  age > 40 and name beginswith 'A'"))
    session.type(".filter rem\tO\t\r")
    #expect(session.shows("7 rows"))
    session.type("interests.@count > 1 AND len\tname) > 4\r")
    #expect(session.shows(" of 7 rows"))
    session.type(".mode js\t\t")
    #expect(session.shows("json   jsonl"))
  }

  @Test func anErrorHasItsCaretUnderTheLineTyped() throws {
    let session = try session("repl", "people.json")
    #expect(session.shows("frc> "))
    session.type(".filter add x age > AND name\r")
    // As far to the right as AND is in the line.
    #expect(
      session.shows(
        "\n" + String(repeating: " ", count: 25) + "^^^\nerror: expected an expression\n"))
    session.type("name CONTAIN 'a'\r")
    #expect(
      session.shows(
        "\n" + String(repeating: " ", count: 10) + "^^^^^^^\nerror: there is no operator"))
    #expect(session.shows("fix: replace CONTAIN with CONTAINS"))
    session.type("'ä日' == AND\r")
    #expect(session.shows("\n" + String(repeating: " ", count: 14) + "^^^\nerror:"))
    session.type(".filter add x " + String(repeating: "age > 1 OR ", count: 12) + "AND\r")
    #expect(session.shows("error: expected a predicate\n | …"))
  }

  @Test func controlCTakesTheLineAway() throws {
    let session = try session("repl", "people.json")
    #expect(session.shows("frc> "))
    session.type("nonsense that is not run\u{3}")
    #expect(session.shows("^C\nfrc> "))
    session.type("id == 1\r")
    #expect(session.shows("1 of 7 rows"))
    session.type("\u{3}\u{4}")
    #expect(session.status() == 0)
  }

  @Test func controlCEndsAQueryAndNotTheProgram() throws {
    // Each row takes the pattern long to give up.
    let row = "\"text\":\"\(String(repeating: "a", count: 60))\"}\n"
    _ = try room.folder.file("slow.jsonl", (1...20_000).map { "{\"id\":\($0)," + row }.joined())
    let session = try session("repl", "slow.jsonl")
    #expect(session.shows("20000 rows, told apart by id"))
    #expect(session.shows("frc> "))
    session.type("text MATCHES '(a+)+[bc]'\r")
    #expect(session.shows("\n"))
    Thread.sleep(forTimeInterval: 0.7)
    session.send("\u{3}")
    #expect(session.shows("interrupted\nfrc> "))
    session.type("id == 5\r")
    #expect(session.shows("1 of 20000 rows"))
    session.type(".filter add Slow text MATCHES '(a+)+[bc]'\r")
    Thread.sleep(forTimeInterval: 0.7)
    session.send("\u{3}")
    #expect(session.shows("interrupted\nfrc> "))
    session.type(".filters\r.show 1\r")
    #expect(session.shows("20000 rows, the first 1 shown"))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func linesOfEarlierSessionsComeBack() throws {
    let first = try session("repl", "people.json")
    #expect(first.shows("frc> "))
    first.type("age > 40\rid == 1\r.quit\r")
    #expect(first.status() == 0)
    let second = try session("repl", "people.json")
    #expect(second.shows("frc> "))
    second.type("\u{1B}[A\u{1B}[A\u{1B}[A\r")
    #expect(second.shows("3 of 7 rows"))
    second.type("\u{4}")
    #expect(second.status() == 0)
    let file = room.folder.path + "/.local/state/frc-query/history"
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == "age > 40\nid == 1\n.quit\nage > 40\n")
    let rights = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(rights as? Int == 0o600)
  }

  @Test func theFileIsFollowedWhileALineIsTyped() throws {
    let file = try room.folder.file("rows.jsonl", "{\"id\":1}\n")
    let session = try session("repl", "rows.jsonl")
    #expect(session.shows("frc> "))
    session.type(".watch on\r")
    #expect(session.shows("frc> "))
    session.type("id ==")
    #expect(session.shows("id =="))
    try Data("{\"id\":1}\n{\"id\":2}\n".utf8).write(to: URL(fileURLWithPath: file))
    #expect(session.shows("rows.jsonl changed: 2 rows\ninsert [0,1]  {\"id\":2}\n"))
    #expect(session.shows("frc> id =="))
    session.type(" 2\r")
    #expect(session.shows("1 of 2 rows"))
  }

  @Test func aBatchIsSeenInThePrompt() throws {
    let session = try session("repl", "people.json")
    #expect(session.shows("frc> "))
    session.type(".begin\r")
    #expect(session.shows("frc*> "))
    session.type(".end\r")
    #expect(session.shows("frc> "))
  }

  @Test func historyIsBounded() throws {
    let file = room.folder.path + "/history"
    try Data((1...3_000).map { "line \($0)\n" }.joined().utf8).write(to: URL(fileURLWithPath: file))
    let history = HistoryFile(path: file)
    #expect(history.lines().count == HistoryFile.maximumCount)
    #expect(history.lines().last == "line 3000")
    history.append(String(repeating: "x", count: HistoryFile.maximumLength + 1))
    history.append("last")
    let kept = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    #expect(kept.count == HistoryFile.maximumCount + 1)
    #expect(kept.last == "last")
  }
}
