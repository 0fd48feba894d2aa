internal import FilterSyntax

/// A part of a statement: literal text of this module, columns and values.
///
/// It is made by string interpolation. Only literals of the source code become text. Names of the declaration are
/// quoted when the statement is written, and values become placeholders.
struct SQLText: Sendable {
  indirect enum Piece: Sendable {
    case text(StaticString)
    case column(SQLColumnReference)

    /// The declared table with alias `t<number>`
    case table(String, alias: Int)
    case value(SQLValue)
    case condition(SQLCondition)

    /// A part of an expression that a library declares in source code
    case expression(String)

    /// The path of a member of a document, of letters, digits, blanks and `_-.$"`
    case jsonPath(String)

    /// A condition between keywords, which needs no parentheses
    case filter(SQLCondition)
  }

  var pieces: [Piece]
}

/// A column of one of the tables of a statement.
struct SQLColumnReference: Hashable, Sendable {
  /// The number of the table: 0 for the table whose rows are fetched.
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

    /// A condition between keywords, which needs no parentheses.
    mutating func appendInterpolation(filter condition: SQLCondition) {
      pieces.append(.filter(condition))
    }

    /// An operator or a keyword of this module.
    mutating func appendInterpolation(word: StaticString) { appendLiteral(word) }
  }

  init(stringLiteral value: StaticString) { pieces = [.text(value)] }
  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }
  init(_ column: SQLColumnReference) { pieces = [.column(column)] }

  /// An expression that a library declares, in which `?` and `?1` stand for arguments. Nil for an argument that there is
  /// not.
  init?(expression: StaticString, arguments: [SQLText]) {
    var pieces: [Piece] = [.text("(")]
    var next = 0
    let parts = "\(expression)".parts(at: "?")
    pieces.append(.expression(parts[0]))
    for part in parts.dropFirst() {
      let digits = Substring(part.utf8.prefix { (0x30...0x39).contains($0) })
      let index = digits.isEmpty ? next : (Int(digits) ?? 0) - 1
      guard arguments.indices.contains(index) else { return nil }
      next = index + 1
      pieces += arguments[index].pieces
      pieces.append(.expression(part.dropping(digits.utf8.count)))
    }
    pieces.append(.text(")"))
    self.pieces = pieces
  }

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

extension SQLDialect {
  /// The collation that compares texts by bytes; nil if there is none.
  var byteCollation: StaticString? {
    switch texts {
    case .unknown: nil
    case .bytes(let collation): collation
    case .collation(let collation), .operators(let collation): collation
    }
  }

  /// A text compared and ordered by its bytes.
  func bytes(of text: SQLText) -> SQLText {
    byteCollation.map { "\(text) COLLATE \(word: $0)" } ?? text
  }

  /// A text compared without regard to the case of letters of ASCII.
  func foldingASCII(_ text: SQLText) -> SQLText {
    switch asciiFolding {
    case .collation: "\(text) COLLATE NOCASE"
    case .function: "lower(\(bytes(of: text)))"
    case .translation:
      "translate(\(text), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
    }
  }

  func least(_ left: SQLText, _ right: SQLText) -> SQLText {
    "\(word: extremes.least)(\(left), \(right))"
  }

  func greatest(_ left: SQLText, _ right: SQLText) -> SQLText {
    "\(word: extremes.greatest)(\(left), \(right))"
  }
}
