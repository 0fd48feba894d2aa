import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

@Suite(.serialized, .startsProcesses) struct ReplTerminalTests {
  private let room: ReplFolder

  init() throws { room = try ReplFolder() }

  private func session(_ arguments: String...) throws -> TerminalSession {
    try TerminalSession(arguments, folder: room.folder.path)
  }

  @Test func aPredicateIsRunAndControlDEnds() throws {
    let session = try session("repl", "people.json")
    #expect(session.shows("7 rows, identified by id"))
    #expect(session.shows("frc> "))
    session.type("age > 40\r")
    #expect(session.shows("3 of 7 rows\nfrc> "))
    session.type("\u{4}")
    #expect(session.status() == 0)
  }

  @Test func aFileThatCannotBeOpenedIsToldAtTheStart() throws {
    let session = try session("repl", "none.json")
    #expect(
      session.shows(
        "error: none.json: No such file or directory\nOpen a file with .open FILE, then type"))
    session.type("   \r.open people.json\r")
    #expect(session.shows("7 rows, identified by id"))
    session.type(".quit\r")
    #expect(session.status() == 0)
    // Lines without a word are not remembered.
    let file = room.folder.path + "/.local/state/frc-query/history"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == ".open people.json\n.quit\n")
  }

  @Test func plainlyStartedItIsTheSame() throws {
    let session = try session()
    #expect(session.shows("frc> "))
    session.type(".open people.json\r")
    #expect(session.shows("7 rows, identified by id"))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func tabCompletesCommandsKeysWordsAndFiles() throws {
    let session = try session("repl")
    #expect(session.shows("frc> "))
    session.type(".ope\tpeo\t\r")
    #expect(session.shows("7 rows"))
    session.type(".fil\t\t")
    #expect(session.shows(".filter  .filters"))
    #expect(session.shows("frc> .filter"))
    session.type(" a\tOld ag\t > 40 and na\t beg\t'A'\r")
    #expect(session.shows("1 of 7 rows"))
    session.type(".filters\r")
    #expect(session.shows("Old  age > 40 and name beginswith 'A'"))
    session.type(".filter rem\tO\t\r")
    #expect(session.shows("7 rows"))
    session.type("interests.@count > 1 AND len\tname) > 4\r")
    #expect(session.shows(" of 7 rows"))
    session.type(".mode js\t\t")
    #expect(session.shows("json  jsonl"))
  }

  @Test func namesAreCompletedAsTheyAreSpelled() throws {
    let session = try session("repl", "odd.jsonl")
    #expect(session.shows("2 rows"))
    // In another case, between backquotes and with a blank, reserved.
    session.type(".OP\tPEO\t\r")
    #expect(session.shows("7 rows, identified by id"))
    session.type("AG\t > 60\r")
    #expect(session.shows("1 of 7 rows"))
    session.type(".open od\t\r")
    #expect(session.shows("2 rows"))
    session.type("a\t")
    session.type("\u{15}.select a\t,`a \t,o\t\r")
    session.type(".show\r")
    #expect(session.shows("a b  a b  o"))
    session.type(".sort #s\t:desc\r.select #si\t\r.show 1\r")
    #expect(session.shows("size\n────\n   3\n"))
    session.type("'a`b' == o.#i\t OR `a b` == 2\r")
    #expect(session.shows("1 of 2 rows"))
  }

  #if SQLite
    /// Completion reads rows between two lines.
    @Test func completionLeavesNoLock() throws {
      let database = try DatabaseFile.people()
      let session = try TerminalSession(["repl", "rows.db"], folder: database.folder.path)
      #expect(session.shows("4 rows"))
      session.type("sco\t")
      #expect(session.shows("score"))
      let other = try OtherProcess(database.path)
      try other.run("UPDATE person SET score = 50 WHERE id = 2")
      session.type(" > 1\r")
      #expect(session.shows("3 of 4 rows"))
    }
  #endif

  @Test func filesWithBlanksAreCompletedInQuotes() throws {
    for name in ["my rows.csv", "my roots.csv", "it's.csv"] {
      _ = try room.folder.file(name, "a\n1\n")
    }
    try FileManager.default.createDirectory(
      atPath: room.folder.path + "/a folder", withIntermediateDirectories: true)
    _ = try room.folder.file("a folder/people.csv", "a\n1\n2\n")
    let session = try session("repl")
    #expect(session.shows("frc> "))
    session.type(".open my\tw\t\r")
    #expect(session.shows("1 row, identified by row number"))
    session.type(".open 'my roo\t\r")
    #expect(session.shows("1 row, identified by row number"))
    session.type(".open it\t\r")
    #expect(session.shows("1 row, identified by row number"))
    session.type(".open a\tp\t\r")
    #expect(session.shows("2 rows, identified by row number"))
    session.type(".open \"a folder/peo\t\r")
    #expect(session.shows("2 rows, identified by row number"))
    session.type(".search '2'\r")
    #expect(session.shows("0 of 2 rows\nhint: what is searched for is the text with its quotes"))
  }

  @Test func whatIsLikelyMeantIsTold() throws {
    let session = try session("repl")
    #expect(session.shows("frc> "))
    session.type("help\r")
    #expect(
      session.shows("no data is open, see .help .open\nhint: a command begins with a dot: .help"))
    session.type(".open people.json\r")
    #expect(session.shows("7 rows"))
    for (line, hint) in [
      ("quit", "hint: a command begins with a dot: .quit\n0 of 7 rows"),
      ("exit;", "hint: a command begins with a dot: .quit"),
      ("open people.json", "hint: a command begins with a dot: .open"),
      ("?", "hint: a command begins with a dot: .help"),
      ("nme == 'Ada'", "hint: no row has a value for 'nme', did you mean 'name'?\n0 of 7 rows\n"),
      ("interests.@count > 9 OR inter == 1", "for 'inter', did you mean 'interests'?"),
      ("name = Ada", "hint: no row has a value for 'Ada', did you mean 'Ada' in quotes?"),
      (
        ".filter add X ag > 3",
        "0 of 7 rows\nhint: no row has a value for 'ag', did you mean 'age'?"
      ),
      (".sort age desc", "for 'desc'; write the direction after a colon, as in age:desc"),
      (".section town", "0 sections\nhint: no row has a value for 'town'\n"),
      (".select nam age", "hint: no row has a value for 'nam', did you mean 'name'?"),
      (".help filtr", "error: there is no command '.filtr', did you mean '.filter'?"),
      ("friend == 'nobody'", "0 of 7 rows\nfrc> "),
    ] {
      session.type(line + "\r")
      #expect(session.shows(hint), "\(line)")
    }
  }

  /// What the README tells, in the words of someone who has read nothing else.
  @Test func aNewcomerFindsTheWay() throws {
    try FileManager.default.copyItem(
      atPath: Tool.sample("instances.jsonl"), toPath: room.folder.path + "/instances.jsonl")
    let session = try session("repl", "instances.jsonl")
    #expect(session.shows("258 rows, identified by row number"))
    session.type(".identity instanceT\t\r")
    #expect(session.shows("rows are identified by instanceType"))
    session.type("mem\t >= 6291456\r")
    #expect(session.shows("3 of 258 rows"))
    session.type(".diff on\r")
    session.type(".filter add Large@size vC\t >= 192\r")
    #expect(session.shows("13 of 258 rows\ndelete [0,2"))
    session.type(".filter add Nitro@hypervisor hyp\t == 'nitro'\r")
    #expect(session.shows("10 of 258 rows\ndelete [0,"))
    for (text, told) in [
      ("7", "4 of 258 rows\ndelete"), ("7i", "4"), ("7i.", "3 of 258 rows\ndelete"),
    ] {
      session.type(".search \(text)\r")
      #expect(session.shows("\n" + told), "\(text)")
    }
    session.type(".search 7\r")
    #expect(session.shows("\n4 of 258 rows\ninsert [0,3]"))
    session.type(".search\r")
    #expect(session.shows("\n10 of 258 rows\ninsert [0,"))
    session.type(".explain row a1.medium\r")
    #expect(
      session.shows("\nhidden by Large@size  vCPUs >= 192\n  ✗ vCPUs >= 192    vCPUs is 1\nfrc> "))
    session.type(".begin\r")
    #expect(session.shows("frc*> "))
    session.type(
      ".replace {\"instanceType\":\"a1.medium\",\"vCPUs\":200,\"hypervisor\":\"nitro\"}\r")
    #expect(session.shows("\n11 of 258 rows\nfrc*> "))
    session.type(".explain row a1.medium\r")
    #expect(session.shows("\nshown\nfrc*> "))
    session.type(".rollback\r")
    #expect(session.shows("\n10 of 258 rows\nfrc> "))
    session.type(".quit\r")
    #expect(session.status() == 0)
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

  @Test func controlCEndsTheWorkInsideARow() throws {
    // One row that takes minutes where its steps are not limited.
    let list = (0..<1_000).map(String.init).joined(separator: ",")
    let text = String(repeating: "ab", count: 500_000)
    let row = "{\"id\":1,\"l\":[\(list)],\"s\":\"\(text)\"}\n"
    _ = try room.folder.file("one.jsonl", row)
    let session = try session("repl", "--step-limit", "1000000000000", "one.jsonl")
    #expect(session.shows("frc> "))
    let filter =
      "SUBQUERY(l,$a,SUBQUERY(l,$b,s CONTAINS[cd] 'ac').@count > 9000).@count > 0"
    for command in ["", ".filter add Slow "] {
      session.type(command + filter + "\r")
      #expect(session.shows("\n"))
      session.works()
      session.send("\u{3}")
      #expect(session.shows("interrupted\nfrc> "))
    }
    session.type(".filter remove Slow\r")
    #expect(session.shows("no filter is named 'Slow'"))
    session.type("id == 2\r")
    #expect(session.shows("0 of 1 row"))
    session.type(".quit\r")
    #expect(session.status() == 0)
  }

  @Test func controlCEndsAQueryAndNotTheProgram() throws {
    // Each row takes the pattern long to give up.
    let row = "\"text\":\"\(String(repeating: "a", count: 60))\"}\n"
    _ = try room.folder.file("slow.jsonl", (1...20_000).map { "{\"id\":\($0)," + row }.joined())
    let session = try session("repl", "slow.jsonl")
    #expect(session.shows("20000 rows, identified by id"))
    #expect(session.shows("frc> "))
    session.type("text MATCHES '(a+)+[bc]'\r")
    #expect(session.shows("\n"))
    session.works()
    session.send("\u{3}")
    #expect(session.shows("interrupted\nfrc> "))
    session.type("id == 5\r")
    #expect(session.shows("1 of 20000 rows"))
    session.type(".filter add Slow text MATCHES '(a+)+[bc]'\r")
    session.works()
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
    let stars = ["*", "**", "***", "***"]
    for star in stars {
      session.type(".begin\r")
      #expect(session.shows("frc\(star)> "))
    }
    for star in ["***", "**", "*", ""] {
      session.type(".end\r")
      #expect(session.shows("frc\(star)> "))
    }
  }
}
