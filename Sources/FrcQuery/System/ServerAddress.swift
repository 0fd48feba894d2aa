/// An address of a server, `postgres://user:password@host:port/name?table=T`.
struct ServerAddress {
  private static let schemes = ["postgres://", "postgresql://"]

  /// The address without the name of a table, for a connection.
  let text: String

  /// The table that the address names; nil if it names none.
  let table: String?

  /// Nil for a text that is no address.
  init?(_ input: String) {
    guard Self.schemes.contains(where: input.hasPrefix) else { return nil }
    let parts = input.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let settings = parts.count > 1 ? parts[1].split(separator: "&") : []
    let others = settings.filter { !$0.hasPrefix(Self.tableMark) }
    table = settings.last { $0.hasPrefix(Self.tableMark) }
      .map { Self.decoded($0.dropFirst(Self.tableMark.count)) }
    text = String(parts[0]) + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
  }

  private static let tableMark = "table="

  /// A text in which `%20` is a blank.
  private static func decoded(_ text: Substring) -> String {
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

  /// The address without a password.
  var withoutPassword: String { Self.withoutPassword(text) }

  /// The settings whose values are secret.
  private static let secrets = ["password=", "sslpassword="]

  /// A text in which no address has a password.
  ///
  /// Removes what follows the first colon of the part before the last `@`, and the settings for passwords.
  static func withoutPassword(_ text: String) -> String {
    guard text.contains("://") else { return text }
    var result = ""
    var rest = text[...]
    while let start = schemes.compactMap({ rest.firstRange(of: $0) })
      .min(by: { $0.lowerBound < $1.lowerBound })
    {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let end = rest.firstIndex { $0.isWhitespace || "'\"`".contains($0) } ?? rest.endIndex
      result += withoutPassword(address: rest[..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  private static func withoutPassword(address: Substring) -> String {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var result = String(parts[0])
    if let at = parts[0].lastIndex(of: "@"), let colon = parts[0][..<at].firstIndex(of: ":") {
      result = String(parts[0][..<colon] + parts[0][at...])
    }
    guard parts.count > 1 else { return result }
    let settings = parts[1].split(separator: "&", omittingEmptySubsequences: false)
      .filter { setting in !secrets.contains { setting.lowercased().hasPrefix($0) } }
    return settings.isEmpty ? result : result + "?" + settings.joined(separator: "&")
  }
}
