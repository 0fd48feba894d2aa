internal import FilterSyntax

/// An address of a server, `postgres://user:password@host:port/name?table=T`.
///
/// It is taken apart as libpq does: a user and a password end at the first `@` before a `/`, and a password may have a
/// `?`. What is shown is safer: nothing from the first colon to the last `@`, so that a password with signs that should
/// have been encoded is not shown in part.
struct ServerAddress {
  private static let schemes = ["postgres://", "postgresql://"]

  /// The address without the name of a table, for a connection.
  let text: String

  /// The table that the address names; nil if it names none.
  let table: String?

  /// The address without a password.
  let withoutPassword: String

  /// Nil for a text that is no address.
  init?(_ input: String) {
    guard let scheme = Self.schemes.first(where: input.begins) else { return nil }
    let (place, settings) = Self.parts(of: input.dropping(scheme.utf8.count))
    let isTable = { (setting: String) in setting.begins(with: Self.tableMark) }
    table = settings.last(where: isTable).map {
      Self.decoded($0.dropping(Self.tableMark.utf8.count))
    }
    let others = settings.filter { !isTable($0) }
    func address(_ place: String, _ settings: [String]) -> String {
      scheme + place + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    }
    text = address(place, others)
    withoutPassword = address(
      Self.withoutPassword(place: place), others.filter { !Self.isSecret($0) })
  }

  private static let tableMark = "table="

  /// What is before the settings, and the settings.
  private static func parts(of address: String) -> (place: String, settings: [String]) {
    let bytes = Array(address.utf8)
    let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    let start = bytes[..<slash].firstIndex(of: UInt8(ascii: "@")) ?? 0
    guard let mark = bytes[start...].firstIndex(of: UInt8(ascii: "?")) else { return (address, []) }
    let settings = String(decoding: bytes[(mark + 1)...], as: UTF8.self).parts(at: "&")
      .filter { !$0.isEmpty }
    // A password with a slash before the mark, which should have been encoded.
    let isPassword = settings.contains { $0.has("@") && !isSetting($0) }
    return isPassword ? (address, []) : (address.dropping(0, last: bytes.count - mark), settings)
  }

  /// Whether a text is `name=value`.
  private static func isSetting(_ text: String) -> Bool {
    let parts = text.parts(at: "=")
    return parts.count > 1
      && decoded(parts[0]).utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      }
  }

  /// Whether the value of a setting is a secret, such as `password` and `sslpassword`.
  private static func isSecret(_ setting: String) -> Bool {
    let name = decoded(setting.parts(at: "=")[0]).lowercased()
    return name.has("password") || name.has("secret")
  }

  /// A text in which `%20` is a blank.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is before the settings, without what follows the first colon up to the last `@`.
  private static func withoutPassword(place: String) -> String {
    let bytes = Array(place.utf8)
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")),
      let colon = bytes[..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return place }
    return String(decoding: bytes[..<colon] + bytes[at...], as: UTF8.self)
  }

  /// A text in which no address has a password.
  ///
  /// An address in a text has no end that could not be part of a password: what precedes the last `@` before the next
  /// address counts as user and password, and what follows the name of a secret up to an `&` as its value.
  static func withoutPassword(_ text: String) -> String {
    guard text.has("://") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = firstScheme(in: rest) {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let end = firstScheme(in: rest)?.lowerBound ?? rest.endIndex
      let pieces = withoutPassword(place: String(rest[..<end])).parts(at: "?")
      let shown = pieces[1...].compactMap { piece -> String? in
        let settings = piece.parts(at: "&").filter { !$0.has("=") || !isSecret($0) }
        return settings.isEmpty ? nil : settings.joined(separator: "&")
      }
      result += ([pieces[0]] + shown).joined(separator: "?")
      rest = rest[end...]
    }
    return result + rest
  }

  private static func firstScheme(in text: Substring) -> Range<Substring.Index>? {
    schemes.compactMap { text.utf8.firstRange(of: $0.utf8) }
      .min { $0.lowerBound < $1.lowerBound }
  }
}
