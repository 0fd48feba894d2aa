internal import FilterSyntax

/// Writes a statement: its text with placeholders, and their values.
struct SQLWriter {
  let dialect: SQLDialect

  /// Whether columns are written with the alias of their table.
  let usesAliases: Bool

  private(set) var text = ""
  private(set) var parameters: [SQLValue] = []

  /// The tables in the order of their names in the text.
  private(set) var tables: [SQLTableName] = []

  init(_ dialect: SQLDialect, usesAliases: Bool) {
    self.dialect = dialect
    self.usesAliases = usesAliases
  }

  mutating func write(_ text: SQLText) {
    for piece in text.pieces { write(piece) }
  }

  private mutating func write(_ piece: SQLText.Piece) {
    switch piece {
    case .text(let literal): literal.withUTF8Buffer { text += String(decoding: $0, as: UTF8.self) }
    case .expression(let expression): text += expression
    case .column(let column):
      if usesAliases { text += "t\(column.alias)." }
      quote(column.name)
    case .table(let name, let alias):
      tables.append(SQLTableName(name: name, start: text.utf8.count))
      quote(name)
      if usesAliases { text += " AS t\(alias)" }
    case .value(let value):
      parameters.append(value)
      // Not numbered in SQLite, which searches all earlier placeholders for a number.
      text += dialect.placeholder == .dollar ? "$\(parameters.count)" : "?"
    case .jsonPath(let path): text += path.quoted(by: "'")
    case .condition(let condition): write(condition, isOperand: true)
    case .filter(let condition): write(condition)
    }
  }

  /// Writes a condition. `isOperand` is true for an operand of an operator that binds tighter than AND.
  mutating func write(_ condition: SQLCondition, isOperand: Bool = false) {
    switch condition.form {
    case .constant(let value):
      text += value ? dialect.truth : dialect.falsehood
    case .test(let test): write(test)
    case .conjunction(let parts): write(parts, " AND ", isConjunction: true, isOperand)
    case .disjunction(let parts): write(parts, " OR ", isConjunction: false, isOperand)
    }
  }

  private mutating func write(
    _ parts: [SQLCondition], _ word: String, isConjunction: Bool, _ hasParentheses: Bool
  ) {
    if hasParentheses { text += "(" }
    for (index, part) in parts.enumerated() {
      if index > 0 { text += word }
      write(part, isOperand: part.hasParentheses(inConjunction: isConjunction))
    }
    if hasParentheses { text += ")" }
  }

  /// Writes a name of the declaration, which contains no NUL, in quotes.
  private mutating func quote(_ name: String) { text += name.quoted(by: dialect.quote) }
}

// Statements that are not translated from a filter are written with these.
extension String {
  /// The text as a name of SQL.
  package var quotedIdentifier: String { quoted(by: "\"") }

  /// The text as a literal of SQL.
  ///
  /// A backslash has no meaning in it, whatever `standard_conforming_strings` is in PostgreSQL.
  package var quotedLiteral: String {
    utf8.contains(UInt8(ascii: "\\"))
      ? " E" + writing("\\\\", for: "\\").quoted(by: "'") : quoted(by: "'")
  }
}

/// The name of a table in the text of a statement.
struct SQLTableName: Sendable {
  let name: String

  /// The number of bytes before it.
  let start: Int
}
