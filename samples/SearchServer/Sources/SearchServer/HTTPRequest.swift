/// The head of a request: its first line and its headers. The server takes no bodies.
struct HTTPRequest: Sendable {
  let method: String
  let path: String

  /// The text after the `?`, still percent-encoded.
  let query: String

  /// The headers by their names in lower case; the values of a repeated one between commas.
  private let headers: [String: String]

  /// Reads a head without the blank line at its end.
  init(_ head: ArraySlice<UInt8>) throws(RequestFailure) {
    guard let text = String(validating: head, as: UTF8.self) else { throw .malformed }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/"),
      words[2].hasPrefix("HTTP/"), !lines[0].contains(where: \.isControl)
    else { throw .malformed }
    guard ["HTTP/1.0", "HTTP/1.1"].contains(words[2]) else { throw .version }
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    method = String(words[0])
    path = String(parts[0])
    query = parts.count == 2 ? String(parts[1]) : ""
    headers = try Self.headers(lines.dropFirst())
    guard words[2] == "HTTP/1.0" || headers["host"] != nil else { throw .malformed }
    guard headers["transfer-encoding"] == nil else { throw .body }
    if let length = headers["content-length"] {
      guard !length.isEmpty, length.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw .malformed
      }
      guard length.allSatisfy({ $0 == "0" }) else { throw .body }
    }
  }

  /// The value of a header, by its name in lower case.
  subscript(header: String) -> String? { headers[header] }

  private static func headers(
    _ lines: ArraySlice<Substring>
  ) throws(RequestFailure) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // A blank before the name would continue the header before it, which two readers may take differently.
      guard sides.count == 2, !sides[0].isEmpty, sides[0].utf8.allSatisfy({ 33...126 ~= $0 }),
        !line.contains(where: { $0.isControl && $0 != "\t" })
      else { throw .malformed }
      let value = sides[1].drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
      let name = sides[0].lowercased()
      headers[name] = (headers[name].map { $0 + ", " } ?? "") + String(value)
    }
    return headers
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }

  fileprivate var isControl: Bool { unicodeScalars.contains { $0.value < 32 || $0.value == 127 } }
}

/// Why a connection has no request that can be answered.
enum RequestFailure: Error {
  /// It is not a request of HTTP
  case malformed
  /// Its first line is too long
  case line
  /// Its headers are too long
  case headers
  /// It has a body
  case body
  /// It has another version of HTTP
  case version
  /// It takes too long to arrive
  case late
  /// Too many connections are open
  case crowd
  /// The client ends the connection before the end of a request
  case closed
}

extension RequestFailure {
  /// The answer; nil if there is nobody to read it.
  var response: HTTPResponse? {
    switch self {
    case .malformed: .error(.badRequest, "malformed-request", "this is not a request of HTTP")
    case .line: .error(.uriTooLong, "line-too-long", "the first line is too long")
    case .headers: .error(.headersTooLarge, "headers-too-long", "the headers are too long")
    case .body: .error(.contentTooLarge, "body", "no request takes a body")
    case .version: .error(.versionNotSupported, "version", "the version is HTTP/1.1")
    case .late: .error(.requestTimeout, "request-too-slow", "the request takes too long to arrive")
    case .crowd:
      .error(.serviceUnavailable, "busy", "too many connections are open, try again later")
    case .closed: nil
    }
  }
}
