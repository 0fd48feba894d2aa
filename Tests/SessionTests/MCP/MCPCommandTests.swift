import Foundation
import TestSupport
import Testing
import ToolTestSupport

@testable import FrcQuery

/// `frc-query mcp`: its arguments, its threads and its end.
@Suite(.serialized) struct MCPCommandTests {
  private static let people = "people=" + Tool.sample("people.json")

  private func call(_ id: Int, _ source: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"query","#
      + #""arguments":{"source":"\#(source)","count":true}}}"# + "\n"
  }

  private func ping(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n"
  }

  private static let handshake = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}

    """

  @Test func messagesAreAnsweredAsTheyCome() throws {
    let conversation = try Conversation(["mcp", "--all-keys", Self.people])
    try conversation.send(Self.handshake)
    #expect(conversation.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result":{"#) == true)
    try conversation.send(call(1, "people"))
    #expect(conversation.line()?.contains(#"{\"count\":7}"#) == true)
    try conversation.send("{\n" + ping(2))
    #expect(conversation.line()?.contains("-32700") == true)
    #expect(conversation.line() == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    let outcome = conversation.end()
    #expect(outcome.status == 0 && outcome.text == "")
  }

  /// A FIFO whose reader waits until it is opened for writing; nothing is written.
  private final class WaitingFile {
    let path: String
    private let folder = Result { try Folder() }
    private var descriptor: Int32 = -1

    init() throws {
      path = try folder.get().path + "/rows"
      try #require(mkfifo(path, 0o600) == 0)
    }

    /// Waits for the reader.
    func open() { descriptor = Foundation.open(path, O_WRONLY) }

    /// Ends the file, without rows.
    func end() {
      close(descriptor)
      descriptor = -1
    }

    deinit { if descriptor >= 0 { end() } }
  }

  private func serving(_ file: WaitingFile) throws -> Conversation {
    try Conversation(
      ["mcp", "--all-keys", "--time-limit", "1000000", Self.people, "waits=" + file.path])
  }

  /// The call reads when it is cancelled, and has no answer; those that wait are performed, other messages are answered
  /// meanwhile.
  @Test func aCallThatIsCancelledEnds() throws {
    let file = try WaitingFile()
    let conversation = try serving(file)
    try conversation.send(call(1, "waits") + call(2, "waits") + call(3, "people"))
    file.open()
    try conversation.send(ping(4))
    #expect(conversation.line() == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
    for id in [2, 1, 7] {
      try conversation.send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
          + "\n"
      )
    }
    #expect(
      conversation.line()?.hasPrefix(#"{"jsonrpc":"2.0","id":3,"result":{"content":"#) == true)
    #expect(conversation.end().text == "")
  }

  /// At the end of the input all calls have been answered, in order.
  @Test func callsBeforeTheEndOfTheInputAreAnswered() throws {
    let lines = Self.handshake + (1...40).map { call($0, "people") }.joined() + ping(41)
    for isPiped in [false, true] {
      let outcome = try Tool.run(
        ["mcp", "--all-keys", Self.people], input: lines, isPiped: isPiped)
      #expect(outcome.status == 0 && outcome.lines.count == 42, "\(outcome)")
      let answers = outcome.lines.filter { $0.contains(#"{\"count\":7}"#) }
      #expect(answers.count == 40)
      for (id, answer) in zip(1..., answers) {
        #expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#))
      }
    }
  }

  /// A call that still reads when the input ends is answered, as are those after it.
  @Test func aCallThatReadsAtTheEndOfTheInputIsAnswered() throws {
    let file = try WaitingFile()
    let conversation = try serving(file)
    try conversation.send(call(1, "waits") + call(2, "people"))
    file.open()
    conversation.endInput()
    file.end()
    let outcome = conversation.end()
    #expect(outcome.status == 0 && outcome.lines.count == 2, "\(outcome)")
    #expect(outcome.text.contains(#"{\"count\":7}"#))
  }

  /// A client that reads nothing more ends the calls that wait.
  @Test func aClientThatHasGoneAwayEndsTheCalls() throws {
    let lines = (1...3).map { call($0, "people") }.map { Array($0.utf8) }
    let runner = ToolRunner(
      surroundings: Surroundings(
        input: -1, output: -1, errors: -1, environment: Tool.environment,
        seconds: { SystemCalls.seconds }),
      sources: try ServedSource.list([Self.people]), policy: [], variables: [], seconds: 1_000)
    let server = ProtocolServer(runner) { _ in false }
    let calls = lines.compactMap { server.receive($0) }
    try #require(calls.count == 3)
    server.perform(calls[0])
    #expect(calls[1].isCancelled && calls[2].isCancelled)
  }

  @Test func aCallEndsWithItsTime() throws {
    let file = try WaitingFile()
    let conversation = try Conversation(
      ["mcp", "--all-keys", "--time-limit", "0", "waits=" + file.path])
    try conversation.send(call(1, "waits"))
    #expect(conversation.line()?.hasSuffix(#""isError":true}}"#) == true)
    #expect(conversation.end().status == 0)
  }

  /// While many calls wait, further ones are refused.
  @Test func callsAreBounded() throws {
    let file = try WaitingFile()
    let conversation = try serving(file)
    try conversation.send(call(1, "waits"))
    file.open()
    for id in 2...ProtocolServer.mostCalls + 1 { try conversation.send(call(id, "people")) }
    #expect(
      conversation.line()
        == #"{"jsonrpc":"2.0","id":65,"error":{"code":-32000,"message":"64 calls wait already"}}"#)
    file.end()
    #expect(conversation.end().lines.count == ProtocolServer.mostCalls)
  }

  @Test(arguments: [
    ([], "A source is missing."), ([people], "Name a policy with --policy"),
    (["--all-keys", "--policy", "p.json", people], "Name a policy with --policy"),
    (["--all-keys", people, people], "two sources are called 'people'"),
    (["--all-keys", "-"], "names no file"), (["--all-keys", "a=-"], "names no file"),
    (["--all-keys", "a b.json"], "'a b.json' has no name: write NAME=FILE"),
    (["--policy", "/nowhere/p.json", people], "No such file"),
    (["--policy", "-", people], "Standard input has the requests."),
    (["--all-keys", "--time-limit", "-1", people], "--time-limit must not be negative."),
    (["--all-keys", "--var", "x", people], "--var takes NAME=VALUE"),
  ])
  func wrongUseIsSaid(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(["mcp"] + arguments)
    #expect(outcome.status == 2 && outcome.text == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func aMistakeInThePolicyIsAnErrorAtTheStart() throws {
    let folder = try Folder()
    let wrong = try folder.file("wrong.json", #"{"version": 1, "keyz": []}"#)
    #expect(try Tool.run(["mcp", "--policy", wrong, Self.people]).errors.contains("keyz"))
    let open = try folder.file(
      "open.json", #"{"version": 1, "keys": ["id"], "always": "city == $city"}"#)
    let outcome = try Tool.run(["mcp", "--policy", open, Self.people])
    #expect(outcome.status == 2 && outcome.errors.contains("--var city=VALUE"))
  }

  @Test(arguments: [
    ("people.json", "people", "people.json"),
    ("a/b/people.2024.jsonl.gz", "people", "a/b/people.2024.jsonl.gz"),
    ("x=a=b.csv", "x", "a=b.csv"), ("a/b=c.csv", "b=c", ""),
    ("./shop.db?table=order", "shop", "./shop.db?table=order"),
    ("o=postgres://u@h/db?table=t", "o", "postgres://u@h/db?table=t"),
    ("postgres://u@h/db?sslmode=off", "db", "postgres://u@h/db?sslmode=off"),
    (".hidden.csv", "hidden", ".hidden.csv"),
  ])
  func aSourceHasAName(_ argument: String, _ name: String, _ file: String) throws {
    if file.isEmpty {
      #expect(throws: ToolError.self) { try ServedSource(argument) }
    } else {
      let source = try ServedSource(argument)
      #expect(source.name == name && source.file == file)
    }
  }
}
