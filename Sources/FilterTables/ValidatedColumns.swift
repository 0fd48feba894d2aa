/// The columns of a table that contain only JSON or NULL, by the `CHECK` constraints of its `CREATE TABLE`.
///
/// A constraint has to be `json_valid(column)` or `column IS NULL OR json_valid(column)`, or an `AND` with such an operand.
/// Any other constraint guarantees nothing.
package struct ValidatedColumns: Sendable {
  private var names: Set<String> = []

  /// Reads the statement that created a table.
  ///
  /// - Complexity: O(n) in the length of the text.
  package init(creating sql: String) {
    let groups = SQLNode.nodes(of: sql).compactMap {
      if case .group(let nodes) = $0 { nodes } else { nil }
    }
    guard let definitions = groups.first else { return }
    for (node, next) in zip(definitions, definitions.dropFirst()) {
      if node == .word("CHECK"), case .group(let condition) = next {
        names.formUnion(Self.names(in: condition))
      }
    }
  }

  /// Whether a column contains only JSON or NULL. Names are compared without regard to the case of ASCII letters.
  package func contains(_ column: String) -> Bool { names.contains(SQLNode.upperCased(column)) }

  /// The columns that contain only JSON or NULL where a condition is not false.
  private static func names(in condition: [SQLNode]) -> Set<String> {
    let nodes = condition.withoutParentheses
    // An AND is a part of these.
    guard !nodes.contains(.word("BETWEEN")), !nodes.contains(.word("CASE")) else { return [] }
    let alternatives = nodes.split(separator: .word("OR"), omittingEmptySubsequences: false)
    guard alternatives.count == 1 else {
      let valid = alternatives.compactMap { Array($0).validatedColumn }
      let null = alternatives.compactMap { Array($0).columnTestedForNull }
      return alternatives.count == 2 && valid.count == 1 && valid == null ? Set(valid) : []
    }
    let operands = nodes.split(separator: .word("AND"), omittingEmptySubsequences: false)
    guard operands.count > 1 else { return Set(nodes.validatedColumn.map { [$0] } ?? []) }
    return operands.reduce(into: []) { $0.formUnion(names(in: Array($1))) }
  }
}

/// A part of the text of a statement.
private indirect enum SQLNode: Equatable {
  /// A keyword or a name without quotes, in upper case
  case word(String)

  /// A name in quotes
  case name(String)

  /// The parts between parentheses
  case group([SQLNode])

  /// A literal or a sign
  case other

  /// The parts of a statement, without comments.
  static func nodes(of sql: String) -> [SQLNode] {
    var scanner = Scanner(bytes: Array(sql.utf8))
    // The parts of each group that is open.
    var open: [[SQLNode]] = [[]]
    while let token = scanner.next() {
      switch token {
      case .node(let node): open[open.count - 1].append(node)
      case .opening: open.append([])
      case .closing:
        guard open.count > 1 else { return open[0] }
        let group = SQLNode.group(open.removeLast())
        open[open.count - 1].append(group)
      }
    }
    return open[0]
  }

  static func upperCased(_ name: String) -> String {
    String(
      decoding: name.utf8.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }, as: UTF8.self)
  }

  /// The name of a column in upper case; nil for other parts.
  var column: String? {
    switch self {
    case .word(let word): word
    case .name(let name): Self.upperCased(name)
    case .group, .other: nil
    }
  }
}

extension [SQLNode] {
  /// The parts without parentheses around all of them.
  fileprivate var withoutParentheses: [SQLNode] {
    var nodes = self
    while nodes.count == 1, case .group(let inner) = nodes[0] { nodes = inner }
    return nodes
  }

  /// The column of `json_valid(column)`.
  fileprivate var validatedColumn: String? {
    let nodes = withoutParentheses
    guard nodes.count == 2, nodes[0] == .word("JSON_VALID"), case .group(let arguments) = nodes[1],
      arguments.count == 1
    else { return nil }
    return arguments[0].column
  }

  /// The column of `column IS NULL`.
  fileprivate var columnTestedForNull: String? {
    let nodes = withoutParentheses
    guard let first = nodes.first else { return nil }
    let test = Array(nodes.dropFirst())
    return test == [.word("IS"), .word("NULL")] || test == [.word("ISNULL")] ? first.column : nil
  }
}

/// Reads the tokens of a statement.
private struct Scanner {
  enum Token {
    case opening
    case closing
    case node(SQLNode)
  }

  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    skipBlanks()
    guard index < bytes.count else { return nil }
    let start = index
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "("): return .opening
    case UInt8(ascii: ")"): return .closing
    case UInt8(ascii: "'"):
      _ = quoted(until: byte)
      return .node(.other)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return .node(.name(quoted(until: byte)))
    case UInt8(ascii: "["): return .node(.name(quoted(until: UInt8(ascii: "]"), isDoubled: false)))
    case _ where Self.isOfWord(byte):
      while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
      let isNumber = (0x30...0x39).contains(byte)
      let word = String(decoding: bytes[start..<index], as: UTF8.self)
      return .node(isNumber ? .other : .word(SQLNode.upperCased(word)))
    default: return .node(.other)
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }

  /// The text up to a quote, which is doubled within the text.
  private mutating func quoted(until quote: UInt8, isDoubled: Bool = true) -> String {
    var text: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        guard isDoubled, index < bytes.count, bytes[index] == quote else { break }
        index += 1
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips white space and comments.
  private mutating func skipBlanks() {
    while index < bytes.count {
      let pair = bytes[index..<min(index + 2, bytes.count)]
      if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) {
        index += 1
      } else if pair.elementsEqual("--".utf8) {
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      } else if pair.elementsEqual("/*".utf8) {
        index += 2
        while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }
}
