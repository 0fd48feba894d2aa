internal import FilterSyntax

/// The size of a part of a statement, for comparison with the limits of a database.
struct SQLSize: Sendable {
  /// The number of values.
  var parameters = 0

  /// The bytes of the longest value.
  var valueBytes = 0

  /// The bytes of the text, at most.
  var textBytes = 0

  /// The number of comparisons.
  var tests = 0

  /// The levels of the tree of expressions, at most.
  var height = 0

  /// The symbols that a parser holds at once, at most.
  var symbols = 0

  /// Adds the size of another part of the same statement.
  mutating func add(_ other: SQLSize) {
    parameters += other.parameters
    valueBytes = max(valueBytes, other.valueBytes)
    textBytes += other.textBytes
    tests += other.tests
    height = max(height, other.height)
    symbols = max(symbols, other.symbols)
  }
}

extension SQLLimits {
  /// Whether conditions of a size are within the limits.
  func hold(_ size: SQLSize) -> Bool {
    size.parameters <= parameters && size.valueBytes <= valueBytes && size.textBytes <= textBytes
      && size.tests <= tests && size.height <= height && size.symbols <= symbols
  }
}

extension SQLSize {
  /// The size of a test that has no other conditions within it.
  private static let test = SQLSize(tests: 1, height: 8, symbols: 12)

  /// The size of a test.
  init(_ text: SQLText) {
    self = .test
    for piece in text.pieces {
      switch piece {
      case .text(let literal): textBytes += literal.utf8CodeUnitCount
      case .expression(let text):
        textBytes += text.utf8.count
        height += text.utf8.count
        // A function has as many symbols as an operator with parentheses.
        symbols +=
          4 * (text.parts(at: "(").count - 1 + text.uppercased().utf8.ranges(of: "CASE".utf8).count)
      case .column(let column): add(name: column.name)
      case .table(let name, _): add(name: name)
      case .jsonPath(let path): add(name: path)
      case .value(let value):
        parameters += 1
        // `$12345`
        textBytes += 6
        valueBytes = max(valueBytes, value.byteCount)
      case .condition(let condition), .filter(let condition):
        var inner = condition.size
        inner.height += 8
        // `EXISTS (SELECT 1 FROM "t" WHERE`
        inner.symbols += 8
        inner.textBytes += 2
        add(inner)
      }
    }
  }

  /// The size of conditions joined by AND or OR, which associate to the left.
  init(chain parts: [SQLCondition], isConjunction: Bool) {
    for (index, part) in parts.enumerated() {
      var size = part.size
      // ` AND ` and parentheses
      size.textBytes += 7
      size.symbols +=
        (index > 0 ? 2 : 0) + (part.hasParentheses(inConjunction: isConjunction) ? 1 : 0)
      let height = index == 0 ? size.height : max(height, size.height) + 1
      add(size)
      self.height = height
    }
  }

  /// Adds a quoted name, with all of its quotes doubled, and an alias.
  private mutating func add(name: String) { textBytes += 2 * name.utf8.count + 16 }
}

extension SQLValue {
  /// The approximate number of bytes of the value in a database.
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text), .jsonArray(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .integers(let values): 8 * values.count
    case .uuids(let values): 16 * values.count
    case .reals(let values): 8 * values.count
    case .texts(let texts): texts.reduce(0) { $0 + $1.utf8.count }
    case .integer, .real, .boolean, .uuid, .microseconds, .localMicroseconds, .days, .test: 16
    }
  }
}
