internal import FilterSyntax

/// An error of a PostgreSQL server, or of the connection to it.
///
/// It contains no password and no value of a statement, except where the server repeats a row in its message.
public struct PostgresError: Error, Hashable, Sendable {
  /// The message, on one line. A long one is cut off.
  public let message: String

  /// The SQLSTATE code of five characters; nil for an error that the server did not send, such as a lost connection.
  public let sqlState: String?

  /// The position of the error in the statement, in characters from 1, if the server knows it.
  public let position: Int?

  package init(_ message: String, sqlState: String? = nil, position: Int? = nil) {
    self.message = Self.line(message)
    self.sqlState = sqlState
    self.position = position
  }

  /// Whether the connection cannot be used any more: it was lost, or the server shuts down or refuses it.
  package var isConnectionLost: Bool {
    guard let sqlState else { return true }
    return sqlState.begins(with: "08") || sqlState.begins(with: "57P")
      || sqlState.begins(with: "28")
      || sqlState == "3D000" || sqlState == "53300"
  }

  /// Whether another attempt to connect can succeed soon. It hardly can after a wrong password or the name of a database
  /// that does not exist.
  var canHeal: Bool {
    guard let sqlState else { return true }
    return !sqlState.begins(with: "28") && !["3D000", "0A000", "22021", "42501"].contains(sqlState)
  }

  /// Whether the statement was cancelled.
  package var isCancelled: Bool { sqlState == "57014" }

  /// The lines of a text, joined by spaces, as far as a message has them.
  private static func line(_ text: String) -> String {
    let isCut = text.utf8.count > mostBytes
    // The index is rounded down to the start of a scalar.
    let shown =
      isCut ? text[..<text.utf8.index(text.startIndex, offsetBy: mostBytes)] + "…" : text[...]
    return shown.split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }
      .joined(separator: " ")
  }

  /// The most bytes of a message. A server can send up to a gigabyte.
  package static let mostBytes = 4_096
}

extension PostgresError: CustomStringConvertible {
  /// The message with the SQLSTATE code and the position.
  public var description: String {
    var text = message
    if let sqlState { text += " (SQLSTATE \(sqlState)" + (position.map { ", at \($0))" } ?? ")") }
    return text
  }
}
