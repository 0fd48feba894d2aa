import CPCRE2
import FilterSyntax

extension PatternCompiler {
  /// The error for a pattern that is refused, in which `text` may differ from the pattern by its
  /// diacritics.
  func unusable(_ failure: PatternFailure, in text: String) -> EvaluationError {
    let offset = text.unicodeScalars.prefix(failure.position).reduce(0) { $0 + $1.utf8.count }
    return EvaluationError(
      .unusablePattern(pattern: Self.shown(pattern), reason: failure.reason, offset: offset))
  }

  /// The pattern as a message shows it.
  static func shown(_ pattern: String) -> String {
    let start = pattern.unicodeScalars.prefix(PatternLimits.shownLength)
    let isWhole = start.endIndex == pattern.unicodeScalars.endIndex
    return isWhole ? "\"\(pattern)\"" : "\"\(String(start))…\""
  }

  /// PCRE2's own words.
  static func message(_ number: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(number, &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "\(number)"
  }
}
