/// Writes a statement: its text with placeholders, and their values.
struct SQLWriter {
  let dialect: SQLDialect

  /// Whether columns are written with the alias of their table.
  let usesAliases: Bool

  private(set) var text = ""
  private(set) var parameters: [SQLValue] = []

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
      quote(name)
      if usesAliases { text += " AS t\(alias)" }
    case .value(let value):
      parameters.append(value)
      // Not numbered in SQLite, which searches all earlier placeholders for a number.
      text += dialect.placeholder == .dollar ? "$\(parameters.count)" : "?"
    case .jsonPath(let keys): write(path: keys)
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

  /// `'$.a."b c"'`: a key of ASCII letters and digits is not quoted, as in the path of an index.
  private mutating func write(path keys: [String]) {
    text += "'$"
    for key in keys {
      let isWord =
        !key.isEmpty
        && key.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
            || byte == UInt8(ascii: "_")
        }
      text += isWord ? ".\(key)" : ".\"\(key.replacing("'", with: "''"))\""
    }
    text += "'"
  }

  /// Writes a name of the declaration, which contains no NUL, in quotes.
  private mutating func quote(_ name: String) {
    text.append(dialect.quote)
    for character in name.unicodeScalars {
      text.unicodeScalars.append(character)
      if Character(character) == dialect.quote { text.append(dialect.quote) }
    }
    text.append(dialect.quote)
  }
}
