internal import FilterEngine
internal import FilterJSON
internal import Synchronization

/// A server of the Model Context Protocol: one thread receives messages, and another performs the calls of tools.
final class ProtocolServer: Sendable {
  /// The versions of the protocol, the newest first.
  static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  /// Further calls are refused while so many wait.
  static let mostCalls = 64

  private let runner: ToolRunner
  private let output: @Sendable ([UInt8]) -> Bool
  private let calls = Mutex([ToolCall]())

  /// `write` writes a line and returns whether there is a client that can read it; both threads call it.
  init(_ runner: ToolRunner, write: @escaping @Sendable ([UInt8]) -> Bool) {
    self.runner = runner
    output = write
  }

  /// Writes a line. Without a client all calls are cancelled.
  private func write(_ line: [UInt8]) {
    guard !output(line) else { return }
    calls.withLock { $0.forEach { $0.cancel() } }
  }

  /// Answers a message, or returns the call that is to be performed.
  func receive(_ line: some Collection<UInt8>) -> ToolCall? {
    guard line.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
    do throws(ProtocolMessage.Refusal) {
      let message = try ProtocolMessage(line)
      guard let method = message.method else { return nil }
      guard let id = message.id else {
        if method == "notifications/cancelled" { cancel(line) }
        return nil
      }
      do throws(ProtocolMessage.Refusal) {
        if method == "tools/call" { return try call(id, message.params, line) }
        let result = JSONWriter().bytes(try answer(method, message.params))
        write(ProtocolMessage.line(id, result: result))
      } catch {
        throw ProtocolMessage.Refusal(code: error.code, message: error.message, id: id)
      }
    } catch {
      write(error.line)
    }
    return nil
  }

  private func cancel(_ line: some Collection<UInt8>) {
    let id = JSONReader().spelling(ofPath: ["params", "requestId"], in: line)
    calls.withLock { calls in calls.filter { $0.id == id }.forEach { $0.cancel() } }
  }

  /// Performs a call and answers it, unless it is cancelled.
  func perform(_ call: ToolCall) {
    defer { calls.withLock { calls in calls.removeAll { $0 === call } } }
    guard !call.isCancelled else { return }
    var report: (@Sendable (Int, Int) -> Void)?
    if let token = call.token {
      report = { [self] count, size in
        write(ProtocolMessage.line(token: token, progress: count, total: size))
      }
    }
    let (object, isError) = runner.answer(call, report: report)
    guard !call.isCancelled else { return }
    let result = FilterValue.jsonObject([
      (
        "content",
        .list(
          FilterList([
            .jsonObject([
              ("type", .string("text")),
              ("text", .string(String(decoding: object, as: UTF8.self))),
            ])
          ]))
      ), ("isError", .bool(isError)),
    ])
    write(ProtocolMessage.line(call.id, result: JSONWriter().bytes(result)))
  }

  // MARK: - Requests

  private func call(
    _ id: [UInt8], _ params: RequestMembers, _ line: some Collection<UInt8>
  ) throws(ProtocolMessage.Refusal) -> ToolCall {
    let token: [UInt8]? =
      switch Self.token(params)?.kind {
      case .string?, .number?:
        JSONReader().spelling(ofPath: ["params", "_meta", "progressToken"], in: line)
      default: nil
      }
    let call: ToolCall
    do throws(ToolError) {
      call = try ToolCall(id, params, token: token, sources: runner.sources)
    } catch {
      throw ProtocolMessage.Refusal(code: .invalidParams, message: error.message ?? "")
    }
    let isTaken = calls.withLock { calls in
      guard calls.count < Self.mostCalls else { return false }
      calls.append(call)
      return true
    }
    guard isTaken else {
      throw ProtocolMessage.Refusal(
        code: .busy, message: "\(Self.mostCalls) calls wait already")
    }
    return call
  }

  private static func token(_ params: RequestMembers) -> FilterValue? {
    guard case .object(let meta)? = params["_meta"] else { return nil }
    return meta["progressToken"]
  }

  private func answer(
    _ method: String, _ params: RequestMembers
  ) throws(ProtocolMessage.Refusal) -> FilterValue {
    let names = runner.sources.map(\.name)
    switch method {
    case "ping": return .jsonObject([])
    case "tools/list":
      return .jsonObject([
        (
          "tools",
          .list(FilterList(ServedTool.allCases.map { $0.description(sources: names) }))
        )
      ])
    case "initialize":
      guard case .string(let version)? = params["protocolVersion"] else {
        throw ProtocolMessage.Refusal(
          code: .invalidParams, message: "'protocolVersion' must be a text")
      }
      return .jsonObject([
        (
          "protocolVersion",
          .string(Self.versions.contains(version) ? version : Self.versions[0])
        ), ("capabilities", .jsonObject([("tools", .jsonObject([]))])),
        (
          "serverInfo",
          .jsonObject([("name", .string("frc-query")), ("version", .string(Version.text))])
        ),
        (
          "instructions",
          .string(
            "Filters rows of these sources, which are only read: \(names.joined(separator: ", ")). "
              + "Call 'describe' for the keys of a source before you write a filter.")
        ),
      ])
    default:
      throw ProtocolMessage.Refusal(code: .methodNotFound, message: "there is no such method")
    }
  }
}
