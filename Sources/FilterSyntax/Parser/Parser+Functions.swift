extension Parser {
  /// Refuses functions that the vocabulary lacks, and wrong numbers of arguments.
  func checkFunction(_ selector: String, _ range: SourceRange, _ count: Int) throws(SyntaxError) {
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    if colons > 1 || (colons == 1 && count == 0), colons != count {
      throw error(
        .wrongArgumentCount(function: selector, expected: colons...colons, found: count), at: range)
    }
    guard let functions = vocabulary.functions, !Self.hasSyntax(selector) else { return }
    if let allowed = functions[selector] {
      guard allowed.contains(count) else {
        throw error(
          .wrongArgumentCount(function: selector, expected: allowed, found: count), at: range)
      }
      if vocabulary.extensionFunctions.contains(selector) {
        try lexer.refuse("the function \(selector)", instead: nil, at: range)
      }
      return
    }
    let other = selector.ends(with: ":") ? selector.dropping(0, last: 1) : selector + ":"
    if colons <= 1, let allowed = functions[other] {
      throw error(
        .wrongArgumentCount(function: other, expected: allowed, found: count), at: range)
    }
    if count == 1, let error = existence(calledBy: range) { throw error }
    if count == 3, let error = elementTest(range) { throw error }
    let suggestion = nearestFunction(to: selector, in: functions)
    throw error(
      .unknownFunction(lexer.slice(range), suggestion: suggestion), at: range, fix: suggestion)
  }

  // Arithmetic, casts and subscripts have nodes of their own.
  private static func hasSyntax(_ selector: String) -> Bool {
    AST.Arithmetic.Operator(rawValue: selector) != nil || selector == "castObject:toType:"
      || selector == "objectFrom:withIndex:"
  }

  // `modulus` for `modulus:by:`, or a misspelling; without the colon of a single argument.
  private func nearestFunction(
    to selector: String, in functions: [String: ClosedRange<Int>]
  ) -> String? {
    let names = functions.keys.sorted()
    let name = selector.parts(at: ":")[0]
    let family = names.first { $0.begins(with: name + ":") }
    let nearest =
      family ?? EditDistance.completion(of: name, in: names)
      ?? EditDistance.nearest(to: name, in: names.map(Self.plainName))
    return nearest.map(Self.plainName)
  }

  private static func plainName(_ selector: String) -> String {
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    return colons == 1 ? selector.dropping(0, last: 1) : selector
  }
}
