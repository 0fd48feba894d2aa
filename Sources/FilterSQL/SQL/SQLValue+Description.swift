extension SQLValue: CustomStringConvertible {
  /// The value for people, on one line and safe for a terminal.
  public var description: String {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .text(let text): Self.quoted(text: text)
    case .bytes(let bytes): "<\(bytes.count) bytes>"
    case .uuid(let bytes): "UUID of \(bytes.count) bytes"
    case .microseconds(let value), .localMicroseconds(let value): "2000-01-01 + \(value) µs"
    case .days(let value): "2000-01-01 + \(value) days"
    case .integers(let values): "{" + values.map(String.init).joined(separator: ", ") + "}"
    case .reals(let values): "{" + values.map { String($0) }.joined(separator: ", ") + "}"
    case .texts(let texts): "{" + texts.map(Self.quoted(text:)).joined(separator: ", ") + "}"
    case .jsonArray(let text): Self.quoted(text: text)
    case .test(let index): "test \(index)"
    }
  }

  private static func quoted(text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "\"" ? "\"" : $0.escaped(asASCII: false) }.joined() + "'"
  }
}
