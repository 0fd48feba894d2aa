/// A part of a statement: literal text of this module, columns and values.
///
/// Made by interpolation. Only literals of the source code become text; a name of the declaration is quoted when
/// the statement is written, and a value becomes a placeholder.
struct SQLText: Sendable {
  indirect enum Piece: Sendable {
    case text(StaticString)
    case column(SQLColumnReference)

    /// A table of the declaration under the alias of a number
    case table(String, alias: Int)
    case value(SQLValue)
    case condition(SQLCondition)

    /// The path of a member of a document, by keys without quotes, backslashes and control characters
    case jsonPath([String])

    /// A condition between keywords, which needs no parentheses
    case filter(SQLCondition)
  }

  var pieces: [Piece]
}

/// A column of one of the tables of a statement.
struct SQLColumnReference: Hashable, Sendable {
  /// The number of the table: 0 for the one whose rows are fetched.
  let alias: Int
  let name: String
}

extension SQLText: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    mutating func appendLiteral(_ literal: StaticString) {
      if literal.utf8CodeUnitCount > 0 { pieces.append(.text(literal)) }
    }

    mutating func appendInterpolation(_ text: SQLText) { pieces += text.pieces }
    mutating func appendInterpolation(_ value: SQLValue) { pieces.append(.value(value)) }

    mutating func appendInterpolation(_ condition: SQLCondition) {
      pieces.append(.condition(condition))
    }

    /// A condition as it is between keywords, without parentheses.
    mutating func appendInterpolation(filter condition: SQLCondition) {
      pieces.append(.filter(condition))
    }

    /// An operator or a keyword of this module.
    mutating func appendInterpolation(word: StaticString) { appendLiteral(word) }
  }

  init(stringLiteral value: StaticString) { pieces = [.text(value)] }
  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
  init(_ column: SQLColumnReference) { pieces = [.column(column)] }

  /// The texts with a separator between them.
  static func joined(_ texts: [SQLText], _ separator: StaticString) -> SQLText {
    var pieces: [Piece] = []
    for text in texts {
      if !pieces.isEmpty { pieces.append(.text(separator)) }
      pieces += text.pieces
    }
    return SQLText(pieces: pieces)
  }
}
