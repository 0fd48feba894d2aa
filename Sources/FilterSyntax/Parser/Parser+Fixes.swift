// Fixes lead to a text that is read, or that has another mistake after them.
extension Parser {
  /// The error, which keeps its fix only if the text is then read, or its next mistake comes after the fix.
  @inline(never)
  static func checkingFix(
    of error: SyntaxError, isFilter: Bool, _ options: SyntaxOptions, _ watch: (any ParserWatch)?
  ) -> SyntaxError {
    guard let fix = error.fix else { return error }
    let text = error.text.applying(fix)
    do throws(SyntaxError) {
      // In a template, placeholders need no arguments.
      var parser = try Parser(text, options: options, arguments: nil, watch: watch)
      if isFilter { _ = try parser.parseFilter() } else { _ = try parser.parseValue() }
      return error
    } catch let other {
      let end = fix.range.lowerBound + fix.replacement.utf8.count
      return other.range.lowerBound >= end ? error : error.withoutFix
    }
  }
}

extension SyntaxError {
  /// The same error without its fix, and without a proposal that is nothing else.
  fileprivate var withoutFix: SyntaxError {
    var error = self
    switch kind {
    case .unknownOperator(let name, let suggestion?) where suggestion == fix?.replacement:
      error.kind = .unknownOperator(name, suggestion: nil)
    case .unknownFunction(let name, let suggestion?) where suggestion == fix?.replacement:
      error.kind = .unknownFunction(name, suggestion: nil)
    default: break
    }
    error.fix = nil
    return error
  }
}

extension String {
  /// The text with a fix.
  package func applying(_ fix: SyntaxError.Fix) -> String {
    let bytes = Array(utf8)
    return String(
      decoding: bytes[..<fix.range.lowerBound] + Array(fix.replacement.utf8)
        + bytes[fix.range.upperBound...], as: UTF8.self)
  }
}
