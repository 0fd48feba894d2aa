import FilterSyntax

extension Compiler {
  /// Adds notes on comparisons that probably do not mean what their author thinks.
  mutating func noteMeaning(
    of node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    notePlaceholder(node.left)
    notePlaceholder(node.right)
    if !node.isOfKeyAndLiteral {
      noteQuotedKey(node, left, right)
      noteHyphen(node, right)
      noteDate(node.left)
      noteDate(node.right)
      noteVersion(node)
    }
    noteMembership(node, left, right)
    noteWildcards(node, right)
    noteCases(node, left, right)
  }

  /// Notes a text that holds a placeholder, which takes no argument in quotes.
  private mutating func notePlaceholder(_ node: AST.Expression) {
    guard case .literal(let literal) = node, let placeholder = literal.quotedPlaceholder,
      let text = options.text
    else { return }
    let written = text.utf8.dropFirst(literal.range.lowerBound).prefix(literal.range.count)
    // A percent sign in an argument is not a placeholder.
    guard let quote = written.first, quote == written.last,
      quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return }
    let isAlone = literal.value == .text(placeholder)
    products.note(
      FilterNote(
        .quotedPlaceholder,
        "\(placeholder) in quotes is text, and takes no argument"
          + (isAlone ? ", write it without quotes" : ""),
        at: literal.range,
        fix: isAlone ? SyntaxError.Fix(range: literal.range, replacement: placeholder) : nil))
  }

  /// Notes a text in quotes on the left side of a comparison of constants that is never true, as in
  /// `'Unit Price' > 3`.
  private mutating func noteQuotedKey(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    guard case .literal(let literal) = node.left, case .text(let name) = literal.value,
      let value = right.constant, value.kind != .null, node.quantifier == nil,
      value.kind != .string
        || node.operator == .equal && node.options.isEmpty && value != .string(name),
      value.kind.isOrdered, name.contains(where: \.isLetter), let text = options.text
    else { return }
    let written = text.utf8.dropFirst(literal.range.lowerBound).prefix(literal.range.count)
    guard let quote = written.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    else { return }
    let key = name.quoted(by: "`")
    products.note(
      FilterNote(
        .quotedKey, "'\(name.shown)' is text; write \(key.shown) in backquotes for the key",
        at: literal.range,
        fix: options.isStrict ? nil : SyntaxError.Fix(range: literal.range, replacement: key)))
  }

  /// Notes the difference of two keys that is compared with a text, as in `Multi-Arch == 'same'`.
  private mutating func noteHyphen(_ node: AST.Comparison, _ right: CompiledExpression) {
    guard case .string? = right.constant, let key = node.left.hyphenatedKey,
      options.text?.slice(node.left.range) == key
    else { return }
    products.note(
      FilterNote(
        .hyphen, "\(key.shown) is a difference, and never a text; write `\(key.shown)` for one key",
        at: node.left.range,
        fix: options.isStrict
          ? nil : SyntaxError.Fix(range: node.left.range, replacement: "`\(key)`")))
  }

  /// Notes a date without its signs, as in `when > 2026-11-20`, which is a difference of numbers.
  private mutating func noteDate(_ node: AST.Expression) {
    if case .aggregate(let list) = node {
      for element in list.elements { noteDate(element) }
    }
    guard let (year, month, day) = node.bareDate else { return }
    func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    let date = "#\(year)-\(twoDigits(month))-\(twoDigits(day))#"
    products.note(
      FilterNote(
        .dateArithmetic,
        "\(node.sourceText) is the number \(year - month - day); write \(date) for the date",
        at: node.range,
        fix: options.isStrict ? nil : SyntaxError.Fix(range: node.range, replacement: date)))
  }

  /// Notes a text or a key beside a version, as in `version(v) < '1.10'`: texts have another order.
  private mutating func noteVersion(_ node: AST.Comparison) {
    if let none = node.left.textWithoutVersion ?? node.right.textWithoutVersion {
      products.note(
        FilterNote(
          .noVersion, "the text is no version such as 1.10 or 2.0.0-rc.1, so that this is nil",
          at: none.range))
    }
    guard let other = node.besideVersion else { return }
    let written = other.sourceText
    let version = "version(\(written))"
    products.note(
      FilterNote(
        .noVersion, "a version is compared with \(written.shown); write \(version.shown)",
        at: other.range,
        fix: options.isStrict ? nil : SyntaxError.Fix(range: other.range, replacement: version)))
  }

  /// Notes an escape that the language does not know, as in `name MATCHES "\d+"`.
  mutating func noteEscapes(of node: AST.Literal) {
    guard let text = options.text else { return }
    let escapes = node.unknownEscapes(in: text)
    guard let first = escapes.first, let last = escapes.last else { return }
    let escape = text.slice(first)
    // One fix for all of them.
    var replacement = ""
    var end = first.lowerBound
    for escape in escapes {
      replacement += text.slice(SourceRange(end, escape.lowerBound)) + "\\" + text.slice(escape)
      end = escape.upperBound
    }
    products.note(
      FilterNote(
        .unknownEscape,
        "\(escape) is not an escape, so its backslash is dropped; write \\\(escape) to keep it",
        at: first,
        fix: SyntaxError.Fix(
          range: SourceRange(first.lowerBound, last.upperBound), replacement: replacement)))
  }

  /// Notes options on members of collections, which Foundation ignores.
  private mutating func noteMembership(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    // A quantifier compares its elements, as texts.
    guard !options.isStrict, node.quantifier == nil || node.operator == .in,
      node.options.changesEquality,
      node.operator == .in ? right.type.isCollection : node.operator == .contains,
      node.operator == .in || left.type.isCollection
    else { return }
    products.note(
      FilterNote(
        .foldedMembers,
        "\(node.operator.spelling)\(node.options) folds the members of a list or set; Foundation "
          + "ignores the options there",
        at: node.operatorRange))
  }

  /// Notes the wildcards of SQL, which are literal here.
  private mutating func noteWildcards(_ node: AST.Comparison, _ right: CompiledExpression) {
    guard node.operator == .like, case .string(let pattern)? = right.constant,
      pattern.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") }),
      !pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") })
    else { return }
    products.note(
      FilterNote(
        .wildcards,
        "the wildcards of LIKE are * for any run and ? for one character; % and _ are literal",
        at: node.right.range, fix: wildcardFix(node.right, pattern)))
  }

  /// The pattern with the wildcards of this language, where the text has it without escapes.
  private func wildcardFix(_ expression: AST.Expression, _ pattern: String) -> SyntaxError.Fix? {
    guard case .literal(let literal) = expression, let text = options.text else { return nil }
    let written = text.slice(literal.range)
    guard ["'", "\""].contains(where: { "\($0)\(pattern)\($0)".utf8.elementsEqual(written.utf8) })
    else { return nil }
    return SyntaxError.Fix(
      range: literal.range,
      replacement: written.writing("*", for: "%").writing("?", for: "_"))
  }

  /// Notes a pattern of `MATCHES` that is invalid, which is an error only where it meets a text.
  mutating func notePattern(of compared: CompiledComparison) {
    guard case .pattern(.failure(let error)) = compared.meaning.test else { return }
    products.note(
      FilterNote(
        .failsOnTexts, "an error wherever it meets a text: \(error)",
        at: error.range ?? compared.rightRange))
  }

  /// Notes a text that does not equal any case of an enumeration.
  private mutating func noteCases(
    _ node: AST.Comparison, _ left: CompiledExpression, _ right: CompiledExpression
  ) {
    guard node.operator.equated != nil else { return }
    let leftField = left.field
    let isLeft = leftField != nil
    guard let type = (leftField ?? right.field)?.type,
      let texts = type.caseTexts ?? type.element?.caseTexts,
      let constant = isLeft ? right.constant : left.constant
    else { return }
    let comparison = TextComparison(node.options)
    for text in constant.texts where !texts.contains(where: { comparison.areEqual($0, text) }) {
      let nearest = EditDistance.nearest(to: text, in: texts).map {
        ", did you mean '\($0.shown)'?"
      }
      let shown = texts.prefix(Self.shownCases).map { "'\($0.shown)'" }.joined(separator: ", ")
      products.note(
        FilterNote(
          .noCase,
          "'\(text.shown)' is not one of the cases \(shown)"
            + (texts.count > Self.shownCases ? " …" : "") + (nearest ?? ""),
          at: (isLeft ? node.right : node.left).range))
      return
    }
  }

  private static let shownCases = 10
}

extension AST.Comparison {
  /// Whether it has the form of most comparisons, in which the notes on calls, lists, differences and keys in quotes have
  /// nothing to look for.
  fileprivate var isOfKeyAndLiteral: Bool {
    if case .keyPath = left, case .literal = right { true } else { false }
  }

  /// The text or the key that is compared with what `version` returns, or is in a list beside it.
  fileprivate var besideVersion: AST.Expression? {
    guard quantifier == nil else { return nil }
    switch self.operator.family {
    case .relation, .bounds: break
    case .membership:
      guard case .aggregate = right else { return nil }
    case .containment, .text, .pattern, .uniformType, .library: return nil
    }
    return left.isVersion ? right.plain : right.isVersion ? left.plain : nil
  }
}

extension AST.Expression {
  /// Whether it is a version, or a list with one.
  fileprivate var isVersion: Bool {
    switch self {
    case .call(let call): call.selector == "version:"
    case .aggregate(let list): list.elements.contains(where: \.isVersion)
    default: false
    }
  }

  /// The call of `version` for a text that is not a version, which may be in a list.
  fileprivate var textWithoutVersion: AST.Expression? {
    switch self {
    case .call(let call) where call.selector == "version:":
      if case .literal(let literal)? = call.arguments.first, case .text(let text) = literal.value,
        VersionKey(text) == nil
      {
        self
      } else {
        nil
      }
    case .aggregate(let list): list.elements.lazy.compactMap(\.textWithoutVersion).first
    default: nil
    }
  }

  /// The expression if it is a text or a key path, or the first one of a list.
  fileprivate var plain: AST.Expression? {
    switch self {
    case .literal(let literal):
      if case .text = literal.value { self } else { nil }
    case .keyPath: self
    case .aggregate(let list): list.elements.lazy.compactMap(\.plain).first
    default: nil
    }
  }

  /// The year, month and day of a difference of integers that can be a date.
  fileprivate var bareDate: (year: Int64, month: Int64, day: Int64)? {
    func integer(_ node: AST.Expression, in range: ClosedRange<Int64>) -> Int64? {
      guard case .literal(let literal) = node, case .integer(let number) = literal.value,
        range.contains(number)
      else { return nil }
      return number
    }
    guard case .arithmetic(let outer) = self, outer.operator == .subtract,
      case .arithmetic(let inner) = outer.left, inner.operator == .subtract,
      let year = integer(inner.left, in: 1000...9999),
      let month = integer(inner.right, in: 1...12), let day = integer(outer.right, in: 1...31)
    else { return nil }
    return (year, month, day)
  }
}

extension FilterValue {
  /// The text of the value, or the texts in a list or set.
  fileprivate var texts: [String] {
    (elements ?? [self]).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

extension String {
  /// The part in a range of UTF-8 bytes.
  func slice(_ range: SourceRange) -> String {
    String(Substring(utf8.dropFirst(range.lowerBound).prefix(range.count)))
  }
}
