internal import Foundation

/// An answer to a request, after which the connection ends.
struct HTTPResponse: Sendable {
  /// The statuses that the server answers with.
  enum Status: Int {
    case ok = 200
    case badRequest = 400
    case unauthorized = 401
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case contentTooLarge = 413
    case uriTooLong = 414
    case unprocessableContent = 422
    case headersTooLarge = 431
    case internalServerError = 500
    case serviceUnavailable = 503
    case versionNotSupported = 505
  }

  var status: Status
  var headers: [String: String] = [:]
  var body = Data()

  /// The bytes of the answer.
  var bytes: Data {
    var headers = headers
    headers["Content-Length"] = "\(body.count)"
    headers["Connection"] = "close"
    headers["X-Content-Type-Options"] = "nosniff"
    let lines = headers.map { "\($0.key): \($0.value)" }.sorted()
    let head = ["HTTP/1.1 \(status.rawValue) "] + lines
    return Data(head.joined(separator: "\r\n").utf8) + Data("\r\n\r\n".utf8) + body
  }

  /// An answer of JSON.
  static func json(_ status: Status, _ body: some Encodable) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(body) else {
      return HTTPResponse(status: .internalServerError)
    }
    var headers = ["Content-Type": "application/json", "Cache-Control": "no-store"]
    if status == .serviceUnavailable { headers["Retry-After"] = "1" }
    if status == .unauthorized { headers["WWW-Authenticate"] = "Bearer" }
    return HTTPResponse(status: status, headers: headers, body: data)
  }

  /// The answer to a request that is wrong.
  static func error(_ status: Status, _ code: String, _ message: String) -> HTTPResponse {
    json(status, ErrorBody(code, message))
  }
}
