internal import FilterEngine
internal import FilterJSON

/// A message of JSON-RPC 2.0 from a client.
struct ProtocolMessage {
  /// The JSON of the id; nil for a notification, which has no answer.
  let id: [UInt8]?

  /// The method; nil for an answer of the client.
  let method: String?

  let params: RequestMembers

  /// An error that answers a message.
  struct Refusal: Error {
    enum ErrorCode: Int64 {
      case parseError = -32700
      case invalidRequest = -32600
      case methodNotFound = -32601
      case invalidParams = -32602
      case busy = -32000
    }

    let code: ErrorCode
    let message: String

    /// The JSON of the id of the message, as far as it is known.
    var id = Array("null".utf8)
  }

  /// Reads a line.
  init(_ line: some Collection<UInt8>) throws(Refusal) {
    let value: FilterValue
    do throws(JSONError) {
      value = try JSONReader().read(line)
    } catch {
      throw Refusal(code: .parseError, message: "not JSON: \(error.description)")
    }
    guard case .object(let object) = value else {
      throw Refusal(
        code: .invalidRequest, message: "a message is an object; batches are not taken")
    }
    switch object["id"]?.kind {
    case nil: id = nil
    case .string?, .number?: id = JSONReader().spelling(ofPath: ["id"], in: line)
    default: throw Refusal(code: .invalidRequest, message: "'id' must be a text or a number")
    }
    var refusal = Refusal(code: .invalidRequest, message: "'jsonrpc' must be \"2.0\"")
    if let id { refusal.id = id }
    guard case .string("2.0")? = object["jsonrpc"] else { throw refusal }
    switch object["method"] {
    case .string(let name)?: method = name
    case nil where object["result"] != nil || object["error"] != nil: method = nil
    default:
      throw Refusal(
        code: .invalidRequest, message: "'method' must be a text", id: refusal.id)
    }
    switch object["params"] {
    case .object(let members)?: params = RequestMembers(members)
    // Whatever a notification has, it is not answered.
    case let other where other == nil || id == nil || method == nil:
      params = RequestMembers(FilterObject([]))
    default:
      throw Refusal(
        code: .invalidParams, message: "'params' must be an object", id: refusal.id)
    }
  }

  /// The line of an answer with a result in JSON.
  static func line(_ id: [UInt8], result: [UInt8]) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id + Array(#","result":"#.utf8) + result
      + Array("}\n".utf8)
  }

  /// The line of a notification of progress for a token in JSON.
  static func line(token: [UInt8], progress: Int, total: Int) -> [UInt8] {
    Array(
      #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#.utf8)
      + token + Array(#","progress":\#(progress),"total":\#(total)}}"#.utf8) + Array("\n".utf8)
  }
}

extension ProtocolMessage.Refusal {
  /// The line of the answer.
  var line: [UInt8] {
    let error = FilterValue.jsonObject([
      ("code", .int(code.rawValue)), ("message", .string(message)),
    ])
    return Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id + Array(#","error":"#.utf8)
      + JSONWriter().bytes(error) + Array("}\n".utf8)
  }
}
