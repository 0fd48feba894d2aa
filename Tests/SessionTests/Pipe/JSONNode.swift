/// JSON as the tests read it: written anew here, so that the program's own reader is not its judge.
indirect enum JSONNode: Equatable {
  case null
  case bool(Bool)
  /// The text of the number
  case number(String)
  case string(String)
  case list([JSONNode])
  case object([(key: String, value: JSONNode)])

  struct Failure: Error {}

  /// Reads one value.
  init(_ text: String) throws {
    var parser = Parser(bytes: Array(text.utf8))
    self = try parser.value()
    guard parser.position == parser.bytes.count else { throw Failure() }
  }

  subscript(key: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  var elements: [JSONNode] { if case .list(let elements) = self { elements } else { [] } }
  var keys: [String] { if case .object(let members) = self { members.map(\.key) } else { [] } }
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }

  /// The value on one line, members by name: equal texts for equal content.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): "\"\(text)\""
    case .list(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.text)" }
        .joined(separator: ",") + "}"
    }
  }

  static func == (lhs: JSONNode, rhs: JSONNode) -> Bool { lhs.text == rhs.text }
}

extension JSONNode {
  private struct Parser {
    let bytes: [UInt8]
    var position = 0

    private func peek() throws -> UInt8 {
      guard position < bytes.count else { throw Failure() }
      return bytes[position]
    }

    private mutating func eat(_ character: Character) -> Bool {
      guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
      position += 1
      return true
    }

    private mutating func expect(_ text: String) throws {
      for character in text { guard eat(character) else { throw Failure() } }
    }

    mutating func value() throws -> JSONNode {
      switch Character(UnicodeScalar(try peek())) {
      case "n":
        try expect("null")
        return .null
      case "t":
        try expect("true")
        return .bool(true)
      case "f":
        try expect("false")
        return .bool(false)
      case "\"": return .string(try string())
      case "[":
        position += 1
        var elements: [JSONNode] = []
        if eat("]") { return .list([]) }
        repeat { elements.append(try value()) } while eat(",")
        try expect("]")
        return .list(elements)
      case "{":
        position += 1
        var members: [(key: String, value: JSONNode)] = []
        if eat("}") { return .object([]) }
        repeat {
          let key = try string()
          try expect(":")
          members.append((key, try value()))
        } while eat(",")
        try expect("}")
        return .object(members)
      default:
        let start = position
        while position < bytes.count, "+-.0123456789eE".utf8.contains(bytes[position]) {
          position += 1
        }
        guard position > start else { throw Failure() }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
      }
    }

    /// The text between quotes, escapes as they are written.
    private mutating func string() throws -> String {
      try expect("\"")
      let start = position
      while try peek() != UInt8(ascii: "\"") {
        position += try peek() == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
  }
}
