import FilterEngine
import Foundation
import Synchronization
import Testing
import ToolTestSupport

@testable import FrcQuery

/// A server in this process, which performs each call before it receives the next message.
struct HeardServer {
  private let server: ProtocolServer
  private let written: Written

  /// The folder of the files, which is there as long as the server.
  private let folder: Folder?

  /// The lines that it has written. Each run of the program may write from threads of its own.
  private final class Written: Sendable {
    let lines = Mutex([String]())
  }

  /// A server of files with names. Without a policy all keys are permitted.
  init(
    _ sources: [String], policy: String? = nil, variables: [String] = [], in folder: Folder? = nil,
    seconds: @escaping @Sendable () -> Double = { SystemCalls.seconds }
  ) throws {
    var surroundings = Surroundings(
      input: -1, output: -1, errors: -1, environment: Tool.environment, seconds: seconds)
    surroundings.hasMessagesForPrograms = true
    surroundings.policy = try policy.map {
      try PolicyOptions.read($0, .standard, in: surroundings)
    }
    let runner = ToolRunner(
      surroundings: surroundings, sources: try ServedSource.list(sources),
      policy: policy.map { ["--policy=" + $0] } ?? [], variables: variables.map { "--var=" + $0 },
      seconds: 1_000_000)
    let written = Written()
    (self.written, self.folder) = (written, folder)
    server = ProtocolServer(runner) { line in
      written.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      return true
    }
  }

  /// The lines that answer a message, without their line ends.
  func answers(_ line: some Collection<UInt8>) -> [String] {
    if let call = server.receive(line) { server.perform(call) }
    return written.lines.withLock { lines in
      defer { lines = [] }
      return lines.map { String($0.dropLast()) }
    }
  }

  func answers(_ line: String) -> [String] { answers(Array(line.utf8)) }

  /// The object that a tool answers with, and whether it is an error.
  func call(_ tool: String, _ arguments: [String: Any]) throws -> (text: String, isError: Bool) {
    let request: [String: Any] = [
      "jsonrpc": "2.0", "id": 1, "method": "tools/call",
      "params": ["name": tool, "arguments": arguments],
    ]
    let lines = answers(Array(try JSONSerialization.data(withJSONObject: request)))
    try #require(lines.count == 1)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    let result = try #require(answer["result"] as? [String: Any], "\(lines[0])")
    let content = try #require((result["content"] as? [[String: Any]])?.first)
    return (
      try #require(content["text"] as? String), try #require(result["isError"] as? Bool)
    )
  }

  /// The object that a tool answers with, read.
  func object(_ tool: String, _ arguments: [String: Any]) throws -> [String: Any] {
    let text = try call(tool, arguments).text
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }
}
