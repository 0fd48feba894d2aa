extension RowFilter {
  /// A string field matches a regular expression, where the layout of strings is known.
  static func regularExpression(
    _ expression: RegularExpression, offset: Int, isOptional: Bool
  ) -> RowFilter {
    RowFilter(
      one: { row, run in
        guard let run else { return .failed }
        return switch answer(expression, row, offset, isOptional, run.regexScratch) {
        case 0: .no
        case 1: .yes
        default: .failed
        }
      },
      many: { block, run in
        guard let scratch = run?.regexScratch else {
          return BlockAnswer(matches: 0, failures: block.candidates)
        }
        return expression.test(block, offset: offset, scratch) { row in
          answer(expression, row, offset, isOptional, scratch)
        }
      }, runUse: .always)
  }

  /// 1, 0, or below zero where there is no answer.
  @inline(__always)
  private static func answer(
    _ expression: RegularExpression, _ row: Row, _ offset: Int, _ isOptional: Bool,
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
