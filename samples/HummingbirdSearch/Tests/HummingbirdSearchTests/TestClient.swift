import Foundation

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

  /// The address that it connects from; every address of 127.0.0.0/8 is one of the machine on Linux.
  var address = "127.0.0.1"

  /// Asks for `/tickets` with a query that is already encoded.
  func tickets(_ query: String, token: String? = "demo-agent") async throws -> TestResponse {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return try await response(to: "GET /tickets?\(query) HTTP/1.1\r\n\(authorization)")
  }

  /// Asks for the tickets of a filter.
  func tickets(filter: String, token: String? = "demo-agent") async throws -> TestResponse {
    try await tickets("filter=\(Self.encoded(filter))", token: token)
  }

  /// Asks for `/filter` with a query that is already encoded.
  func assistance(_ query: String, token: String? = "demo-agent") async throws -> TestResponse {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return try await response(to: "GET /filter?\(query) HTTP/1.1\r\n\(authorization)")
  }

  /// Asks for the tokens, the errors and the completions of a text.
  func assistance(
    text: String, cursor: Int? = nil, token: String? = "demo-agent"
  ) async throws -> TestResponse {
    let cursor = cursor.map { "&cursor=\($0)" } ?? ""
    return try await assistance("text=\(Self.encoded(text))\(cursor)", token: token)
  }

  /// The answer to a request line and headers.
  func response(to head: String) async throws -> TestResponse {
    try await connected { connection in
      try connection.send(head + "Host: localhost\r\nConnection: close\r\n\r\n")
      return try connection.response()
    }
  }

  /// The result of `body` with a connection, on a thread of its own.
  func connected<Value: Sendable>(
    _ body: @escaping @Sendable (TestConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try body(TestConnection(to: port, from: address)) })
      }
    }
  }

  /// Encodes every byte but ASCII letters and digits as `%` and two digits.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(ascii)) ?? ""
  }

  private static let ascii = CharacterSet(charactersIn: Unicode.Scalar(0)...Unicode.Scalar(127))
}
