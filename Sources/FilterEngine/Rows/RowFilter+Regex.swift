extension RowFilter {
  /// A string field matches a regular expression. Used if the layout of strings is known.
  static func regularExpression(
    _ expression: any RegularExpression, offset: Int, isOptional: Bool
  ) -> RowFilter {
    #if canImport(CPCRE2)
      if let expression = expression as? PCRE2Expression {
        return regularExpression(expression, offset: offset, isOptional: isOptional)
      }
    #endif
    let test = one(expression, offset, isOptional)
    return RowFilter(one: test, many: rowByRow(test), runUse: .always)
  }

  #if canImport(CPCRE2)
    private static func regularExpression(
      _ expression: PCRE2Expression, offset: Int, isOptional: Bool
    ) -> RowFilter {
      RowFilter(
        one: one(expression, offset, isOptional),
        many: { block, run in
          guard let scratch = run?.regexScratch else {
            return BlockAnswer(matches: 0, failures: block.candidates)
          }
          return expression.test(block, offset: offset, scratch) { row in
            answer(expression, row, offset, isOptional, scratch)
          }
        }, runUse: .always)
    }
  #endif

  @inline(__always)
  private static func one(
    _ expression: some RegularExpression, _ offset: Int, _ isOptional: Bool
  ) -> One {
    { row, run in
      guard let run else { return .failed }
      return switch answer(expression, row, offset, isOptional, run.regexScratch) {
      case 0: .no
      case 1: .yes
      default: .failed
      }
    }
  }

  /// 1, 0, or a negative number without an answer.
  @inline(__always)
  private static func answer(
    _ expression: some RegularExpression, _ row: Row, _ offset: Int, _ isOptional: Bool,
    _ scratch: RegexScratch
  ) -> Int8 {
    let words = StringWords(row, at: offset)
    if words.isSmall {
      let isASCII = words.isSmallASCII
      return words.withSmallBytes { expression.test($0, isASCII: isASCII, scratch) }
    }
    if isOptional, words.isNil { return 0 }
    if words.isNative {
      return expression.test(
        UnsafeBufferPointer(start: words.nativeBytes, count: words.nativeCount),
        isASCII: words.isNativeASCII, scratch)
    }
    var string = row.load(String.self, at: offset)
    return string.withUTF8 { expression.test($0, isASCII: false, scratch) }
  }
}
