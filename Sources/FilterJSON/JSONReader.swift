internal import CSimdJSON
package import FilterEngine

/// Reads JSON texts, one after another, as filter values.
///
/// A number with "." or an exponent is a double, any other an integer, exact with any number of digits. Of
/// equal member names the last counts. Objects with the same keys in the same order share a shape.
/// A reader keeps its memory from text to text and is used by one thread at a time.
package final class JSONReader {
  /// How deep arrays and objects may nest.
  package static let maximumDepth = Int(FRC_JSON_MAXIMUM_DEPTH)

  let tokens = JSONTokens()
  let builder: JSONBuilder

  /// A reader; with `tagged`, objects such as `{"$date": 0}` are the values that they stand for.
  package init(tagged: Bool = false) {
    builder = JSONBuilder(tokens: tokens, shapes: ShapeCache(), isTagged: tagged)
  }

  /// The value that takes up the whole of `text`, white space around it left aside.
  ///
  /// Throws where the text is no JSON, with the place. Takes time linear in its length.
  package func read(_ text: UnsafeRawBufferPointer) throws(JSONError) -> FilterValue {
    try tokens.read(text)
    return try builder.value(at: 0, in: text)
  }

  /// The value that takes up the whole of `text`, white space around it left aside.
  ///
  /// Throws where the text is no JSON, with the place. Takes time linear in its length.
  package func read(_ text: some Collection<UInt8>) throws(JSONError) -> FilterValue {
    try text.withBytes { bytes throws(JSONError) in try read(bytes) }
  }

  /// The value that takes up the whole of `text`, white space around it left aside.
  ///
  /// Throws where the text is no JSON, with the place. Takes time linear in its length.
  package func read(_ text: String) throws(JSONError) -> FilterValue { try read(text.utf8) }

  /// Reads a text as `read` does, and makes no value of it.
  ///
  /// Throws where the text is no JSON, with the place. Takes time linear in its length.
  package func check(_ text: UnsafeRawBufferPointer) throws(JSONError) { try tokens.read(text) }

  /// Reads a text as `read` does, and makes no value of it.
  ///
  /// Throws where the text is no JSON, with the place. Takes time linear in its length.
  package func check(_ text: some Collection<UInt8>) throws(JSONError) {
    try text.withBytes { bytes throws(JSONError) in try check(bytes) }
  }
}

/// Work on JSON text that needs no values.
package enum JSONText {
  /// Whether bytes are UTF-8.
  ///
  /// Takes time linear in the length.
  package static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    return frc_utf8_is_valid(
      start.bindMemory(to: UInt8.self, capacity: bytes.count), bytes.count)
  }

  /// Valid JSON without the white space between its tokens: order and spelling stay.
  ///
  /// Takes time linear in the length.
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
