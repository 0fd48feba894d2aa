internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
  /// An answer of JSON, which nobody may keep.
  static func json(_ status: HTTPResponse.Status, _ body: some Encodable) throws -> Response {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if status == .serviceUnavailable { headers[.retryAfter] = "1" }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    let buffer = ByteBuffer(bytes: try encoder.encode(body))
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: buffer))
  }

  /// A text that the client asks for again when it needs it.
  static func text(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "\(type); charset=utf-8", .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
