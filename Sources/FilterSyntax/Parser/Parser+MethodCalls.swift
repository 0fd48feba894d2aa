extension Parser {
  /// `name.startswith('a')`, at the name of the method: values have no methods.
  ///
  /// `receiver` is the text before the dot.
  func methodCall(on receiver: SourceRange) -> SyntaxError? {
    let name = current.range
    switch current.kind {
    case .identifier, .keyword: break
    default: return nil
    }
    guard name.upperBound < lexer.bytes.count,
      lexer.bytes[name.upperBound] == UInt8(ascii: "("),
      let call = parentheses(from: name.upperBound, takesSeveral: true)
    else { return nil }
    let method = lexer.slice(name).lowercased().filter { $0 != "_" }
    let isKnown = lexer.slice(content(of: call)).isEmpty || Self.macros[method] != nil
    guard isKnown || parentheses(from: name.upperBound) != nil else { return nil }
    let form = form(of: method, call, of: lexer.slice(receiver))
    // A comparison is not an operand.
    let takesComparison = minimum <= .comparison && endsPredicate(at: call.upperBound)
    var error = error(.methodCall(instead: form?.text), at: name)
    if let form, form.isWhole, !form.isComparison || takesComparison {
      error.fix = SyntaxError.Fix(
        range: SourceRange(receiver.lowerBound, call.upperBound), replacement: form.text)
    }
    return error
  }

  /// The form of the language for a call of a method of `value`.
  private struct MethodForm {
    let text: String
    var isComparison = false

    /// Whether the form has all of the call.
    var isWhole = true
  }

  private func form(of method: String, _ call: SourceRange, of value: String) -> MethodForm? {
    let argument = lexer.slice(content(of: call))
    if argument.isEmpty {
      guard let form = Self.valueForms[method] else { return nil }
      return MethodForm(
        text: Self.written(form, of: value),
        isComparison: ["isnull", "exists", "isempty"].contains(method))
    }
    if let quantified = Self.macros[method] {
      let parts = parts(of: call)
      guard parts.count == 2, let test = test(quantified, of: value, parts[0], parts[1]) else {
        return MethodForm(text: Self.written(quantified, of: value), isWhole: false)
      }
      return MethodForm(text: test, isComparison: !test.ends(with: ")"))
    }
    return Self.operators[method].map {
      MethodForm(text: "\(value) \($0) \(argument)", isComparison: true)
    }
  }

  /// The parentheses that open at `start`; nil if they are not closed, or hold several arguments unless `takesSeveral`.
  func parentheses(from start: Int, takesSeveral: Bool = false) -> SourceRange? {
    var lexer = lexer
    lexer.position = start
    var depth = 0
    while let token = try? lexer.next(), token.kind != .end {
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket):
        depth -= 1
        if depth == 0 { return SourceRange(start, token.range.upperBound) }
      case .symbol(.comma) where depth == 1 && !takesSeveral: return nil
      default: break
      }
    }
    return nil
  }

  /// The text in parentheses, without blanks at its ends.
  func content(of call: SourceRange) -> SourceRange {
    var (lower, upper) = (call.lowerBound + 1, call.upperBound - 1)
    while lower < upper, lexer.bytes[lower] <= 0x20 { lower += 1 }
    while lower < upper, lexer.bytes[upper - 1] <= 0x20 { upper -= 1 }
    return SourceRange(lower, upper)
  }

  /// `exists(tags, t, t == 'a')`, at the name of the function: a test of elements, as in CEL.
  func elementTest(_ name: SourceRange) -> SyntaxError? {
    guard let functions = vocabulary.functions, functions[lexer.slice(name) + ":"] == nil,
      let quantified = Self.macros[lexer.slice(name).lowercased()],
      let open = lexer.bytes[name.upperBound...].firstIndex(of: UInt8(ascii: "(")),
      let call = parentheses(from: open, takesSeveral: true)
    else { return nil }
    let parts = parts(of: call)
    guard parts.count == 3,
      let instead = test(quantified, of: lexer.slice(parts[0]), parts[1], parts[2])
    else { return nil }
    var error = error(.unknownFunction(lexer.slice(name), suggestion: instead), at: name)
    if instead.ends(with: ")") || minimum <= .comparison && endsPredicate(at: call.upperBound) {
      error.fix = SyntaxError.Fix(
        range: SourceRange(name.lowerBound, call.upperBound), replacement: instead)
    }
    return error
  }

  /// A test of elements with its variable, whose name CEL writes without a sign; nil if `variable` is no name.
  private func test(
    _ form: String, of receiver: String, _ variable: SourceRange, _ body: SourceRange
  ) -> String? {
    let name = lexer.slice(variable)
    var lexer = lexer
    lexer.position = variable.lowerBound
    guard let token = try? lexer.next(), token.kind == .identifier, token.range == variable
    else { return nil }
    var test = ""
    var end = body.lowerBound
    var isStep = false
    lexer.position = end
    while let token = try? lexer.next(), token.kind != .end,
      token.range.upperBound <= body.upperBound
    {
      let isVariable = token.kind == .identifier && !isStep && lexer.slice(token.range) == name
      isStep = token.kind == .symbol(.dot)
      test +=
        lexer.slice(SourceRange(end, token.range.lowerBound)) + (isVariable ? "$" : "")
        + lexer.slice(token.range)
      end = token.range.upperBound
    }
    guard end == body.upperBound else { return nil }
    return Self.written(form, of: receiver, name, test)
  }

  /// The parts of parentheses between commas, without blanks at their ends.
  private func parts(of call: SourceRange) -> [SourceRange] {
    var lexer = lexer
    lexer.position = call.lowerBound
    var depth = 0
    var start = call.lowerBound
    var parts: [SourceRange] = []
    while let token = try? lexer.next(), token.range.upperBound <= call.upperBound {
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): depth -= 1
      case .symbol(.comma) where depth == 1: break
      default: continue
      }
      guard depth == 0 || token.kind == .symbol(.comma) && depth == 1 else { continue }
      parts.append(content(of: SourceRange(start, token.range.upperBound)))
      start = token.range.lowerBound
      if depth == 0 { break }
    }
    return parts
  }

  // Whether the operand before an offset ends there.
  private func endsPredicate(at offset: Int) -> Bool {
    var lexer = lexer
    lexer.position = offset
    switch try? lexer.next().kind {
    case .end, .keyword(.and), .keyword(.or), .symbol(.and), .symbol(.or),
      .symbol(.rightParenthesis), .symbol(.comma):
      return true
    default: return false
    }
  }

  /// The operators for methods with an argument, by their names in lower case without `_`.
  private static let operators = [String: String](
    table: """
      startswith BEGINSWITH, beginswith BEGINSWITH, hasprefix BEGINSWITH, endswith ENDSWITH,
      hassuffix ENDSWITH, contains CONTAINS, includes CONTAINS, include CONTAINS, has CONTAINS,
      containsstring CONTAINS, matches MATCHES, match MATCHES, like LIKE, equals ==, isequal ==,
      isequalto ==, in IN, isin IN
      """)

  /// The predicates for methods that test elements, with `*` for the receiver and `#` for the variable.
  private static let macros = [String: String](
    table: """
      exists SUBQUERY(*; $#; …).@count > 0, any SUBQUERY(*; $#; …).@count > 0,
      some SUBQUERY(*; $#; …).@count > 0, filter SUBQUERY(*; $#; …), where SUBQUERY(*; $#; …),
      all SUBQUERY(*; $#; NOT (…)).@count == 0, every SUBQUERY(*; $#; NOT (…)).@count == 0,
      allsatisfy SUBQUERY(*; $#; NOT (…)).@count == 0
      """)

  /// The expressions for methods without an argument, with `*` for the receiver.
  private static let valueForms = [String: String](
    table: """
      lower lowercase(*), lowercased lowercase(*), lowercase lowercase(*), tolowercase lowercase(*),
      upper uppercase(*), uppercased uppercase(*), uppercase uppercase(*), touppercase uppercase(*),
      length length(*), len length(*), count *.@count, size *.@count, abs abs(*), first *[FIRST],
      last *[LAST], isnull * == nil, exists * != nil, isempty *.@count == 0
      """)

  /// A form with its receiver, and the variable and the test of elements. In a table, whose entries end at commas, a form
  /// has semicolons instead.
  private static func written(
    _ form: String, of receiver: String, _ variable: String = "x", _ test: String = "…"
  ) -> String {
    form.writing(",", for: ";").parts(at: "…").map {
      $0.writing(variable, for: "#").writing(receiver, for: "*")
    }.joined(separator: test)
  }
}
