import Foundation
import Testing
import ToolTestSupport

/// The terminal is as it was, however the REPL ends.
@Suite(.serialized, .startsProcesses) struct TerminalReturnTests {
  private let room: ReplFolder

  init() throws { room = try ReplFolder() }

  /// A shell that says in which state the REPL left the terminal, and the number of its process.
  private func session() throws -> (TerminalSession, pid_t) {
    let session = try TerminalSession(
      shell: "sh -c 'echo $$ > pid; exec \"$Q\" repl people.json'; echo status $?; "
        + "stty -a | tr -s ' ;' '\\n\\n' | grep -E '^-?(echo|icanon|isig)$' | sort",
      folder: room.folder.path)
    #expect(session.shows("frc> "))
    session.type("id")
    #expect(session.shows("id"))
    let text = try String(contentsOfFile: room.folder.path + "/pid", encoding: .utf8)
    return (session, try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))))
  }

  private func expectReturn(_ session: TerminalSession, status: Int32) {
    #expect(session.shows("status \(status)\necho\nicanon\nisig\n"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM])
  func aSignalAtThePromptGivesTheTerminalBack(_ signal: Int32) throws {
    let (session, process) = try session()
    kill(process, signal)
    expectReturn(session, status: 128 + signal)
  }

  @Test func theSignalOfControlCLeavesThePrompt() throws {
    let (session, process) = try session()
    kill(process, SIGINT)
    #expect(session.shows("frc> "))
    kill(process, SIGPIPE)
    session.type(".quit\r")
    expectReturn(session, status: 0)
  }

  @Test func theEndOfTheInputGivesTheTerminalBack() throws {
    let (session, _) = try session()
    session.type("\u{3}")
    #expect(session.shows("frc> "))
    session.type("\u{4}")
    expectReturn(session, status: 0)
  }
}
