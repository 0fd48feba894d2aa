import FilterEngine
import FilterJSON
import Foundation
import Synchronization

@testable import FrcQuery

extension FuzzEntry {
  /// Messages to a server of the Model Context Protocol under a policy, a line each: a line has at most one answer, which
  /// is an object of JSON-RPC and has no hidden value, and a ping after it is answered.
  static let mcp = FuzzEntry("mcp") { bytes in
    let run = try ServedRun(rows: ServedRun.rows.get(), FilterPolicy(keyPaths: ["id", "title"]))
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(8) { try run.send(line) }
  }
}

/// A server of a file of rows under a policy.
final class ServedRun {
  private let server: ProtocolServer
  private let written = Written()

  private final class Written: Sendable {
    let lines = Mutex([[UInt8]]())
  }

  private static let hidden = "4711-hidden"

  /// A file with two rows of which a policy hides one key, which is written once and stays.
  fileprivate static let rows: Result<String, any Error> = Result {
    let path = FileManager.default.temporaryDirectory.path + "/frc-fuzz-\(UUID().uuidString).jsonl"
    let rows = (1...2).map { #"{"id":\#($0),"title":"a\#($0)","secret":"\#(hidden)"}"# + "\n" }
    try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  init(rows: String, _ policy: FilterPolicy) throws {
    var surroundings = Surroundings(
      input: -1, output: -1, errors: -1, environment: [:], seconds: { 0 })
    surroundings.hasMessagesForPrograms = true
    surroundings.policy = policy
    let runner = ToolRunner(
      surroundings: surroundings, sources: [try ServedSource("rows=" + rows)],
      policy: ["--policy=read"], variables: [], seconds: 10)
    server = ProtocolServer(runner) { [written] line in
      written.lines.withLock { $0.append(line) }
      return true
    }
  }

  func send(_ line: ArraySlice<UInt8>) throws(FuzzMismatch) {
    let what = String(decoding: line, as: UTF8.self)
    guard !what.contains("hidden") else { return }
    try check(answers(Array(line)), what)
    let ping = answers(Array(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#.utf8))
    let expected = Array(#"{"jsonrpc":"2.0","id":7,"result":{}}"#.utf8) + [0x0A]
    try expectSame(ping, [expected], "a ping after \(what)")
  }

  /// The lines that answer a message.
  func answers(_ line: [UInt8]) -> [[UInt8]] {
    if let call = server.receive(line) { server.perform(call) }
    return written.lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  private func check(_ answers: [[UInt8]], _ what: String) throws(FuzzMismatch) {
    guard answers.count <= 1 else { throw FuzzMismatch("\(what) has \(answers.count) answers") }
    for answer in answers {
      let text = String(decoding: answer, as: UTF8.self)
      guard answer.last == 0x0A, answer.count(where: { $0 == 0x0A }) == 1,
        case .object(let members)? = try? JSONReader().read(answer), members["id"] != nil,
        (members["result"] == nil) != (members["error"] == nil)
      else { throw FuzzMismatch("\(what): \(text)") }
      if text.contains(Self.hidden) { throw FuzzMismatch("\(what) shows a hidden value: \(text)") }
    }
  }
}
