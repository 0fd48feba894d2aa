/// A bound value of a statement. It is never part of the text.
public enum SQLValue: Hashable, Sendable {
  /// A 64-bit integer.
  case integer(Int64)

  /// A double, never NaN.
  case real(Double)

  /// A boolean: 0 or 1 in a database without booleans.
  case boolean(Bool)

  /// A text, bound with its length. It can contain NUL.
  case text(String)

  /// Bytes.
  case bytes([UInt8])

  /// The 16 bytes of a UUID: bytes in a database without UUIDs.
  case uuid([UInt8])

  /// A point in time in microseconds since 2000-01-01T00:00:00Z, as PostgreSQL stores it.
  case microseconds(Int64)

  /// A timestamp without time zone in microseconds since 2000-01-01T00:00:00, as PostgreSQL stores it.
  case localMicroseconds(Int64)

  /// A date in days since 2000-01-01, as PostgreSQL stores it.
  case days(Int64)

  /// Integers as one array.
  case integers([Int64])

  /// Doubles as one array, none of them NaN.
  case reals([Double])

  /// Texts as one array.
  case texts([String])

  /// A JSON array of texts and integers, as text.
  case jsonArray(String)

  /// A part of the predicate that the database asks the engine about: its index in ``SQLTranslation/tests``.
  case test(Int)
}

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
