import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a server answered.
struct TestResponse: Sendable {
  var status: Int
  var headers: String
  var body: String

  /// A member of the body, by the keys that lead to it.
  func member(_ keys: String...) throws -> Any? {
    var value: Any? = try JSONSerialization.jsonObject(with: Data(body.utf8))
    for key in keys { value = (value as? [String: Any])?[key] }
    return value
  }
}

/// A client that sends any bytes, a connection for each request, on a thread of its own.
struct TestClient: Sendable {
  let port: UInt16

  struct Failure: Error {
    var call: String
    var code: Int32
  }

  /// Asks for `/tickets` with a query that is already encoded.
  func tickets(_ query: String, token: String? = "demo-agent") async throws -> TestResponse {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return try await response(to: "GET /tickets?\(query) HTTP/1.1\r\n\(authorization)")
  }

  /// Asks for the tickets of a filter.
  func tickets(filter: String, token: String? = "demo-agent") async throws -> TestResponse {
    try await tickets("filter=\(Self.encoded(filter))", token: token)
  }

  /// The answer to a request line and headers.
  func response(to head: String) async throws -> TestResponse {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try blockingResponse(to: head + "Host: localhost\r\nConnection: close\r\n\r\n")
          })
      }
    }
  }

  /// Encodes every byte but ASCII letters and digits as `%` and two digits.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(ascii)) ?? ""
  }

  private static let ascii = CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(127))

  private func blockingResponse(to request: String) throws -> TestResponse {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = socket(AF_INET, kind, 0)
    guard socket >= 0 else { throw Failure(call: "socket", code: errno) }
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafeBytes(of: &address) { bytes in
      connect(
        socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count))
    }
    guard connected == 0 else { throw Failure(call: "connect", code: errno) }
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
      guard sent > 0 else { throw Failure(call: "send", code: errno) }
      rest = rest.dropFirst(sent)
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(socket, &buffer, buffer.count, 0), count != 0 {
      guard count > 0 else { throw Failure(call: "recv", code: errno) }
      received += buffer[..<count]
    }
    return try Self.parsed(String(decoding: received, as: UTF8.self))
  }

  private static func parsed(_ text: String) throws -> TestResponse {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ")
    guard parts.count == 2, words.count > 1, let status = Int(words[1]) else {
      throw Failure(call: "the answer is not HTTP: \(text.prefix(80))", code: 0)
    }
    return TestResponse(status: status, headers: String(parts[0]), body: String(parts[1]))
  }
}
