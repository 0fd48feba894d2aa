/// An error in a JSON text.
package struct JSONError: Error, Hashable, Sendable {
  /// The kind of the error.
  package var reason: Reason

  /// The position of the error, in bytes from the beginning of the text.
  package var offset: Int

  /// The line of the position, counted from 1.
  package var line: Int

  init(_ reason: Reason, offset: Int, in text: UnsafeRawBufferPointer) {
    self.reason = reason
    self.offset = offset
    line = 1 + text.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  /// The kinds of errors.
  @nonexhaustive
  package enum Reason: Hashable, Sendable {
    /// No value, only white space
    case empty
    /// Bytes that are not UTF-8
    case badUTF8
    /// `"text`
    case unclosedString
    /// A control character that is not escaped, in a string
    case controlCharacter
    /// `"\x"`, and half of a surrogate pair
    case badEscape
    /// `01`, `1.`, `+1`
    case badNumber
    /// `1e400`
    case numberTooLarge
    /// `nul`
    case badLiteral
    /// `[1, }`
    case expectedValue
    /// `{1: 2}`
    case expectedKey
    /// `{"a" 1}`
    case expectedColon
    /// `[1 2]`
    case expectedCommaOrBracket
    /// `{"a": 1 "b": 2}`
    case expectedCommaOrBrace
    /// `{} {}`
    case trailingContent
    /// `[1,`
    case unexpectedEnd
    /// Nested deeper than `JSONReader.maximumDepth`
    case tooDeep
    /// 4 GiB or more
    case tooLong
    /// Memory ran out
    case noMemory
    /// `{"a": 1, "a": 2}`, for a reader that refuses it
    case repeatedMember
    /// `{"$date": true}`: a tag with a value of another kind
    case badTag(String)
  }
}

extension JSONError: CustomStringConvertible {
  /// The message, without the position.
  package var description: String { reason.description }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The message.
  package var description: String {
    switch self {
    case .empty: "no value"
    case .badUTF8: "invalid UTF-8"
    case .unclosedString: "a string is not closed"
    case .controlCharacter: "a control character in a string must be escaped"
    case .badEscape: "invalid escape in a string"
    case .badNumber: "invalid number"
    case .numberTooLarge: "a number is too large"
    case .badLiteral: "expected true, false or null"
    case .expectedValue: "expected a value"
    case .expectedKey: "expected a member name in double quotes"
    case .expectedColon: "expected ':' after a member name"
    case .expectedCommaOrBracket: "expected ',' or ']'"
    case .expectedCommaOrBrace: "expected ',' or '}'"
    case .trailingContent: "something follows the value"
    case .unexpectedEnd: "the text ends before the value does"
    case .tooDeep: "nested deeper than \(JSONReader.maximumDepth)"
    case .tooLong: "longer than 4 GiB"
    case .noMemory: "not enough memory"
    case .repeatedMember: "an object has a member twice"
    case .badTag(let name): "invalid value for \(name)"
    }
  }
}
