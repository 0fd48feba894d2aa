internal import FilterEngine
internal import FilterSyntax

extension CellComparison {
  /// A comparison of a column of texts.
  func text(_ text: TextTest) -> Pushdown<SQLCondition> {
    guard !text.isEmpty else { return Self.constant(false) }
    guard dialect.storesNUL || !text.literal.utf8.contains(0) else {
      return textWithNUL(text)
    }
    switch text.form {
    case .equal: return equal(text).pushdown(cell, isInverted: isInverted)
    case .order: return order(text).pushdown(cell)
    case .prefix: return prefix(text).pushdown(cell)
    case .suffix: return part(text).pushdown(cell)
    case .contains: return (text.comparesBytes ? bytes(text) : part(text)).pushdown(cell)
    case .like: return fan(text, isPlain: false).pushdown(cell)
    }
  }

  /// The maximum length in bytes of a text that SQLite searches for in other texts.
  private static var longestPart: Int { 128 }

  private static let nothing = CellTest(inside: .none, outside: .none)

  /// A comparison with a constant that contains NUL, in a database whose texts cannot.
  private func textWithNUL(_ text: TextTest) -> Pushdown<SQLCondition> {
    guard case .equal = text.form, text.comparesBytes else { return .nothing(canFail: false) }
    return CellTest.exact(.never, cell.isNotNull).pushdown(cell, isInverted: isInverted)
  }

  private func equal(_ text: TextTest) -> CellTest {
    guard text.comparesBytes else {
      return fan(text, isPlain: text.folding.isPlain && text.literal.isASCII)
    }
    let value = SQLValue.text(text.literal)
    let (same, other) = (
      SQLCondition.test("\(cell.text) = \(value)"), SQLCondition.test("\(cell.text) <> \(value)")
    )
    guard !cell.comparesBytes else { return .exact(same, other) }
    // The index of the column serves the first test, and the second is exact.
    guard dialect.byteCollation != nil else { return Self.nothing }
    let bytes = dialect.bytes(of: cell.text)
    return .exact(same && .test("\(bytes) = \(value)"), .test("\(bytes) <> \(value)"))
  }

  // MARK: - Order

  private func order(_ text: TextTest) -> CellTest {
    guard case .order(let answers) = text.form, cell.comparesBytes else { return Self.nothing }
    let (below, same) = (answers.below, answers.same)
    let value = text.literal
    if text.comparesBytes {
      return below
        ? .exact(
          compared(same ? .belowOrSame : .below, value),
          compared(same ? .above : .aboveOrSame, value))
        : .exact(
          compared(same ? .aboveOrSame : .above, value),
          compared(same ? .below : .belowOrSame, value))
    }
    guard cell.isIndexed, text.folding.isPlain, value.isASCII, !value.isEmpty else {
      return Self.nothing
    }
    let under = self.below(value, orSame: below == same)
    let over = compared(.aboveOrSame, value)
    return below
      ? CellTest(inside: .superset(under), outside: .superset(over))
      : CellTest(inside: .superset(over), outside: .superset(under))
  }

  /// The texts that the engine can order below an ASCII text.
  private func below(_ text: String, orSame: Bool) -> SQLCondition {
    let head = String(text.prefix(TextFan.limit - 2))
    let bytes: SQLCondition
    if head.utf8.count == text.utf8.count {
      bytes = compared(orSame ? .belowOrSame : .below, text)
    } else {
      bytes = head.successor.map { compared(.below, $0) } ?? cell.isNotNull
    }
    return .any([bytes] + TextFan.detours(below: head).map(condition))
  }

  /// `c BETWEEN {"a", "b"}`
  func between(_ bounds: [FilterValue]) -> Pushdown<SQLCondition> {
    guard bounds.count == 2 else { return .nothing(canFail: true) }
    if bounds.contains(where: \.isNull) { return Self.constant(false) }
    guard case .string(let first) = bounds[0], case .string(let second) = bounds[1] else {
      return .nothing(canFail: true)
    }
    let isLiteral = folding.isLiteral
    guard cell.comparesBytes, dialect.storesNUL || !(first + second).utf8.contains(0),
      isLiteral || folding.isPlain && first.isASCII && second.isASCII
    else { return .nothing(canFail: false) }
    let isOrdered = !second.utf8.lexicographicallyPrecedes(first.utf8)
    let (low, high) = isOrdered ? (first, second) : (second, first)
    if isLiteral {
      return CellTest.exact(
        compared(.aboveOrSame, low) && compared(.belowOrSame, high),
        compared(.below, low) || compared(.above, high)
      ).pushdown(cell)
    }
    guard cell.isIndexed, !low.isEmpty, !high.isEmpty else { return .nothing(canFail: false) }
    return CellTest(
      inside: .superset(compared(.aboveOrSame, low) && below(high, orSame: true)),
      outside: .superset(below(low, orSame: false) || compared(.aboveOrSame, high))
    ).pushdown(cell)
  }

  // MARK: - Parts of texts

  private func prefix(_ text: TextTest) -> CellTest {
    guard text.comparesBytes else {
      return fan(text, isPlain: text.folding.isPlain && text.literal.isASCII)
    }
    guard cell.comparesBytes else { return Self.nothing }
    let value = text.literal
    guard let next = value.successor else {
      return .exact(compared(.aboveOrSame, value), compared(.below, value))
    }
    return .exact(
      compared(.aboveOrSame, value) && compared(.below, next),
      compared(.below, value) || compared(.aboveOrSame, next))
  }

  /// `CONTAINS[n]`: bytes at any position.
  private func bytes(_ text: TextTest) -> CellTest {
    switch dialect.search {
    case .none: return Self.nothing
    case .strpos, .contains:
      guard cell.comparesBytes else { return Self.nothing }
      return .exact(
        has(text.literal, in: cell.text), has(text.literal, in: cell.text, isNegated: true))
    case .blobs:
      // SQLite searches at each byte, in one step that cannot be interrupted.
      guard text.literal.utf8.count <= Self.longestPart else { return Self.nothing }
      let value = SQLValue.bytes(Array(text.literal.utf8))
      return .exact(
        .test("instr(CAST(\(cell.text) AS BLOB), \(value)) > 0"),
        .test("instr(CAST(\(cell.text) AS BLOB), \(value)) = 0"))
    }
  }

  /// `CONTAINS` and `ENDSWITH` of ASCII: an ASCII text must contain the part, other texts pass.
  private func part(_ text: TextTest) -> CellTest {
    guard let others = outsideASCII, cell.comparesBytes, text.literal.isASCII else {
      return Self.nothing
    }
    let found =
      text.folding.foldsCase
      ? has(text.literal.lowercased(), in: dialect.foldingASCII(cell.text))
      : has(text.literal, in: cell.text)
    return CellTest(inside: .superset(found || others), outside: .none)
  }

  /// The texts that contain a text, by bytes, or those that do not.
  private func has(_ part: String, in text: SQLText, isNegated: Bool = false) -> SQLCondition {
    let value = SQLValue.text(part)
    if case .contains = dialect.search {
      let test: SQLText = "contains(\(text), \(value))"
      return .test(isNegated ? "NOT \(test)" : test)
    }
    return .test(
      isNegated ? "strpos(\(text), \(value)) = 0" : "strpos(\(text), \(value)) > 0")
  }

  /// The texts with characters outside ASCII; nil if there is no test for them.
  private var outsideASCII: SQLCondition? {
    switch dialect.search {
    case .none, .blobs: nil
    case .strpos: .test("\(cell.text) ~ '[^\\x01-\\x7F]'")
    case .contains(let byteCount):
      .test("\(word: byteCount)(\(cell.text)) > length(\(cell.text))")
    }
  }

  /// The ranges of texts that can begin with the constant.
  private func fan(_ text: TextTest, isPlain: Bool) -> CellTest {
    guard cell.isIndexed, cell.comparesBytes else { return Self.nothing }
    guard !text.comparesBytes else {
      // The head of a pattern, compared by bytes.
      guard !text.literal.isEmpty else { return Self.nothing }
      let range = TextFan.ByteRange(low: text.literal, high: text.literal.successor)
      return CellTest(inside: .superset(condition([range])), outside: .none)
    }
    let fan = TextFan(text.literal, foldsCase: text.folding.foldsCase, isPlain: isPlain)
    guard let fan else { return Self.nothing }
    return CellTest(inside: .superset(condition(fan.ranges)), outside: .none)
  }

  // MARK: - Bytes

  func condition(_ ranges: [TextFan.ByteRange]) -> SQLCondition { .any(ranges.map(condition)) }

  private func condition(_ range: TextFan.ByteRange) -> SQLCondition {
    let low = compared(.aboveOrSame, range.low)
    return range.high.map { low && compared(.below, $0) } ?? low
  }

  private enum Order { case below, belowOrSame, above, aboveOrSame }

  /// A comparison of the column with a text by UTF-8 bytes.
  private func compared(_ order: Order, _ text: String) -> SQLCondition {
    let value = SQLValue.text(text)
    let hasOperators = if case .operators = dialect.texts { true } else { false }
    let word: StaticString =
      switch (hasOperators, order) {
      case (false, .below): "<"
      case (false, .belowOrSame): "<="
      case (false, .above): ">"
      case (false, .aboveOrSame): ">="
      case (true, .below): "~<~"
      case (true, .belowOrSame): "~<=~"
      case (true, .above): "~>~"
      case (true, .aboveOrSame): "~>=~"
      }
    return .test("\(cell.text) \(word: word) \(value)")
  }
}

extension TextTest {
  /// The constant, or the literal text at the beginning of a pattern.
  var literal: String { if case .like(let pattern) = form { pattern.head } else { constant } }

  var folding: TextFolding { TextFolding(options) }

  /// Whether UTF-8 bytes are compared.
  var comparesBytes: Bool {
    if case .equal = form { folding.comparesBytes } else { folding.isLiteral }
  }
}
