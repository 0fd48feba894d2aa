internal import CSimdJSON

/// The tokens of a text, in document order.
///
/// Unsafe because tokens and unescaped strings are read in the memory of the C++ reader: copying them would cost more
/// than reading them. Both are valid until the next `read`. Only this file accesses their memory.
final class JSONTokens {
  typealias Token = frc_json_token

  private let handle: OpaquePointer?
  private var tokens = UnsafeBufferPointer<Token>(start: nil, count: 0)
  private var scratch: UnsafePointer<UInt8>?

  init() { handle = frc_json_reader_create() }

  deinit { frc_json_reader_destroy(handle) }

  /// The number of tokens in the last text.
  var count: Int { tokens.count }

  subscript(index: Int) -> Token { tokens[index] }

  /// Reads a text with one value.
  func read(_ text: UnsafeRawBufferPointer) throws(JSONError) {
    tokens = UnsafeBufferPointer(start: nil, count: 0)
    guard let handle else { throw JSONError(.noMemory, offset: 0, in: text) }
    let status = frc_json_read(handle, text.baseAddress?.bound(to: text.count), text.count)
    if let reason = JSONError.Reason(status) {
      throw JSONError(reason, offset: frc_json_error_offset(handle), in: text)
    }
    var count = 0
    let start = frc_json_tokens(handle, &count)
    tokens = UnsafeBufferPointer(start: start, count: count)
    scratch = frc_json_scratch(handle)
  }

  /// Returns the UTF-8 of a key or a string in the last text, which is `text`.
  func utf8(of token: Token, in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let range = Int(token.first)..<Int(token.first) + Int(token.second)
    if token.is_escaped == 0 { return UnsafeRawBufferPointer(rebasing: text[range]) }
    return UnsafeRawBufferPointer(start: scratch.map { $0 + range.lowerBound }, count: range.count)
  }
}

extension UnsafeRawPointer {
  fileprivate func bound(to count: Int) -> UnsafePointer<UInt8> {
    bindMemory(to: UInt8.self, capacity: count)
  }
}

extension frc_json_token {
  /// The kind of the token.
  var part: frc_json_kind { frc_json_kind(rawValue: .init(kind)) }

  /// The bytes of an integer or double.
  var bits: UInt64 { UInt64(second) << 32 | UInt64(first) }

  /// The range of the token in the text.
  var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }

  /// Returns the index of the first token after a key, a scalar or a whole container.
  func end(at index: Int) -> Int {
    part == FRC_JSON_ARRAY || part == FRC_JSON_OBJECT ? Int(second) : index + 1
  }
}

extension JSONError.Reason {
  /// The error of a status; nil if there is none.
  fileprivate init?(_ status: frc_json_status) {
    switch status {
    case FRC_JSON_OK: return nil
    case FRC_JSON_EMPTY: self = .empty
    case FRC_JSON_BAD_UTF8: self = .badUTF8
    case FRC_JSON_UNCLOSED_STRING: self = .unclosedString
    case FRC_JSON_CONTROL_CHARACTER: self = .controlCharacter
    case FRC_JSON_BAD_ESCAPE: self = .badEscape
    case FRC_JSON_BAD_NUMBER: self = .badNumber
    case FRC_JSON_NUMBER_TOO_LARGE: self = .numberTooLarge
    case FRC_JSON_BAD_LITERAL: self = .badLiteral
    case FRC_JSON_EXPECTED_KEY: self = .expectedKey
    case FRC_JSON_EXPECTED_COLON: self = .expectedColon
    case FRC_JSON_EXPECTED_COMMA_OR_BRACKET: self = .expectedCommaOrBracket
    case FRC_JSON_EXPECTED_COMMA_OR_BRACE: self = .expectedCommaOrBrace
    case FRC_JSON_TRAILING_CONTENT: self = .trailingContent
    case FRC_JSON_UNEXPECTED_END: self = .unexpectedEnd
    case FRC_JSON_TOO_DEEP: self = .tooDeep
    case FRC_JSON_TOO_LONG: self = .tooLong
    case FRC_JSON_NO_MEMORY: self = .noMemory
    default: self = .expectedValue
    }
  }
}
