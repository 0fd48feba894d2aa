import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection that sends any bytes and waits at most 30 seconds for one.
final class TestConnection: Sendable {
  struct Failure: Error {
    var call: String
    var code: Int32
  }

  private let socket: Int32

  init(to port: UInt16, from address: String) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw Failure(call: "socket", code: errno) }
    var time = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    try call("bind", bind, address, port: 0)
    try call("connect", connect, "127.0.0.1", port: port)
  }

  deinit { close(socket) }

  private func call(
    _ name: String, _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
    _ host: String, port: UInt16
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let result = withUnsafeBytes(of: &address) { bytes in
      function(
        socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    guard result == 0 else { throw Failure(call: name, code: errno) }
  }

  func send(_ text: String) throws {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard sent > 0 else { throw Failure(call: "send", code: errno) }
      rest = rest.dropFirst(sent)
    }
  }

  /// Ends the connection.
  func end() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// The bytes until the server ends the connection.
  func received() throws -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(socket, &buffer, buffer.count, 0), count != 0 {
      guard count > 0 else { throw Failure(call: "recv", code: errno) }
      received += buffer[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }

  /// The bytes until the server ends the connection, as an answer.
  func response() throws -> TestResponse {
    let text = try received()
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ")
    guard parts.count == 2, words.count > 1, let status = Int(words[1]) else {
      throw Failure(call: "the answer is not HTTP: \(text.prefix(80))", code: 0)
    }
    return TestResponse(status: status, headers: Self.headers(parts[0]), body: String(parts[1]))
  }

  /// The headers without the date, which changes from answer to answer.
  private static func headers(_ head: Substring) -> String {
    head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("date:") }
      .joined(separator: "\r\n")
  }
}
