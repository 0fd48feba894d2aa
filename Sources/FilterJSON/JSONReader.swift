internal import CSimdJSON
package import FilterEngine

/// Reads JSON texts, one after another, as filter values.
///
/// A number with "." or an exponent becomes a double. Any other number becomes an integer, which is exact with any
/// number of digits. If an object repeats a key, its last value counts, or the reader refuses it. Objects with the same
/// keys in the same order share a shape. A reader reuses its memory for the next text. One thread at a time may use it.
package final class JSONReader {
  /// The greatest depth of nested arrays and objects.
  package static let maximumDepth = Int(FRC_JSON_MAXIMUM_DEPTH)

  let tokens = JSONTokens()
  let builder: JSONBuilder

  /// Creates a reader. With `tagged`, an object such as `{"$date": 0}` is read as the value that it represents. A text
  /// in which nothing may be overridden is read with `refusingRepeatedMembers`.
  package init(tagged: Bool = false, refusingRepeatedMembers: Bool = false) {
    builder = JSONBuilder(
      tokens: tokens, shapes: ShapeCache(), isTagged: tagged,
      refusesRepeatedMembers: refusingRepeatedMembers)
  }

  /// Returns the only value of `text`, which may have white space around it.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func read(_ text: UnsafeRawBufferPointer) throws(JSONError) -> FilterValue {
    try tokens.read(text)
    return try builder.value(at: 0, in: text)
  }

  /// Returns the only value of `text`, which may have white space around it.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func read(_ text: some Collection<UInt8>) throws(JSONError) -> FilterValue {
    try text.withBytes { bytes throws(JSONError) in try read(bytes) }
  }

  /// Returns the only value of `text`, which may have white space around it.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func read(_ text: String) throws(JSONError) -> FilterValue { try read(text.utf8) }

  /// Checks a text as `read` does, without making a value.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func check(_ text: UnsafeRawBufferPointer) throws(JSONError) { try tokens.read(text) }

  /// Checks a text as `read` does, without making a value.
  ///
  /// - Throws: An error with its position if the text is not JSON.
  /// - Complexity: O(n) in the length of the text.
  package func check(_ text: some Collection<UInt8>) throws(JSONError) {
    try text.withBytes { bytes throws(JSONError) in try check(bytes) }
  }
}

/// Functions on JSON text that make no values.
package enum JSONText {
  /// Whether bytes are UTF-8.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    return frc_utf8_is_valid(
      start.bindMemory(to: UInt8.self, capacity: bytes.count), bytes.count)
  }

  /// Removes the white space between the tokens of valid JSON. Order and spelling stay the same.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func minified(_ text: some Collection<UInt8>) -> [UInt8] {
    let source = Array(text)
    // An empty text has no memory to write to.
    guard !source.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
      guard let start = target.baseAddress else { return }
      count = frc_json_minify(source, source.count, start)
    }
  }
}
