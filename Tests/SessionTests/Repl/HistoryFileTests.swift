import Foundation
import Testing
import ToolTestSupport

@testable import FrcQuery

/// The lines that are kept from session to session.
struct HistoryFileTests {
  private let folder: Folder
  private let path: String
  private let history: HistoryFile

  init() throws {
    folder = try Folder()
    path = folder.path + "/history"
    history = HistoryFile(path: path)
  }

  private var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "none" }

  @Test func onlyLinesThatAreNotTooLongAreKept() {
    #expect(history.lines() == [])
    let longest = String(repeating: "é", count: HistoryFile.maximumLength / 2)
    for line in ["a", "", longest + "x", longest, "b\nc", " d "] { history.append(line) }
    #expect(text == "a\n\n\(longest)\n d \n")
    #expect(history.lines() == ["a", longest, " d "])
  }

  /// A file is made shorter once it has twice as many lines as are kept.
  @Test(arguments: [999, 1_000, 1_001, 2_000, 2_001, 2_500])
  func theNewestLinesAreKept(_ count: Int) throws {
    let lines = (0..<count).map { "line \($0)" }
    let whole = lines.map { $0 + "\n" }.joined()
    _ = try folder.file("history", whole)
    #expect(history.lines() == Array(lines.suffix(HistoryFile.maximumCount)))
    let isShorter = count > 2 * HistoryFile.maximumCount
    #expect(text == (isShorter ? lines.suffix(1_000).map { $0 + "\n" }.joined() : whole))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["history"])
  }

  @Test func aLineThatIsNoTextIsPassedOver() throws {
    _ = try folder.file("history", Array("a\n".utf8) + [0xFF, 0x0A] + Array("b".utf8))
    #expect(history.lines() == ["a", "b"])
  }

  /// A path that is not absolute names no folder.
  @Test(arguments: [
    ("XDG_STATE_HOME=$PWD/state", "state/frc-query/history"),
    ("HOME=$PWD/home", "home/.local/state/frc-query/history"),
    ("XDG_STATE_HOME=state HOME=$PWD/home", "home/.local/state/frc-query/history"),
    ("XDG_STATE_HOME= HOME=$PWD/home", "home/.local/state/frc-query/history"), ("HOME=home", nil),
  ])
  func theFolderIsThatOfTheEnvironment(_ settings: String, _ expected: String?) throws {
    let session = try TerminalSession(
      shell: "env \(settings) \"$Q\" repl; find . -name history; echo end", folder: folder.path)
    #expect(session.shows("frc> "))
    session.type(".quit\r")
    #expect(session.shows((expected.map { "\n./\($0)" } ?? "") + "\nend\n"), "\(session.text)")
  }
}
