internal import FlyingSocks
internal import Foundation

/// One connection: reads the head of a request, writes the answer, and ends.
///
/// A client may send as slowly and as much as it likes: time and bytes are limited.
struct Connection: Sendable {
  let socket: AsyncSocket

  /// The address of the client.
  let client: String
  let limits: SearchServer.ConnectionLimits

  /// The most bytes that are read after an answer, and how long. A connection that is closed with unread bytes is
  /// reset, and the client may lose the answer.
  private static let rest = (bytes: 1 << 20, time: Duration.seconds(1))

  /// Answers one request, and closes the connection.
  func serve(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) async {
    _ = await within(limits.time) {
      let head = await within(limits.headTime) { await readHead() }
      switch head ?? .failure(.late) {
      case .success(let request): await end(with: await answer(request))
      case .failure(let failure): if let response = failure.response { await end(with: response) }
      }
    }
    try? socket.close()
  }

  /// Refuses the connection without reading it, and closes it.
  func refuse() {
    // A new connection has room for so few bytes, so this does not wait.
    if let bytes = RequestFailure.crowd.response?.bytes { _ = try? socket.socket.write(bytes) }
    try? socket.close()
  }

  private func readHead() async -> Result<HTTPRequest, RequestFailure> {
    var reader = HeadReader(limits)
    do {
      while true {
        if let request = try reader.add(try await socket.read(atMost: 4_096)) {
          return .success(request)
        }
      }
    } catch let failure as RequestFailure {
      return .failure(failure)
    } catch {
      return .failure(.closed)
    }
  }

  private func end(with response: HTTPResponse) async {
    do {
      try await socket.write(response.bytes)
      shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    } catch {
      return
    }
    _ = await within(Self.rest.time) {
      var count = 0
      while count < Self.rest.bytes, let bytes = try? await socket.read(atMost: 4_096) {
        count += bytes.count
      }
    }
  }
}

/// Gathers the head of a request, up to its limits.
private struct HeadReader {
  private let limits: SearchServer.ConnectionLimits
  private var bytes: [UInt8] = []

  /// The beginning of the line that has not ended yet.
  private var line = 0

  init(_ limits: SearchServer.ConnectionLimits) { self.limits = limits }

  /// Adds bytes; returns the request once its head is complete.
  mutating func add(_ new: [UInt8]) throws(RequestFailure) -> HTTPRequest? {
    for byte in new {
      bytes.append(byte)
      guard bytes.count <= limits.head else { throw .headers }
      guard byte == UInt8(ascii: "\n") else {
        if line == 0, bytes.count > limits.line { throw .line }
        continue
      }
      let content = bytes[line..<bytes.count - 1]
      if content.isEmpty || content.elementsEqual([UInt8(ascii: "\r")]) {
        guard line > 0 else { throw .malformed }
        return try HTTPRequest(bytes[..<(line - 1)])
      }
      line = bytes.count
    }
    return nil
  }
}

/// The result of a task, nil if it takes longer than `time`; the task is cancelled then, and waited for.
private func within<Value: Sendable>(
  _ time: Duration, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup { group in
    group.addTask { Optional(await work()) }
    group.addTask {
      try? await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}
