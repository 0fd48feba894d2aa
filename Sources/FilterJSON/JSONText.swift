internal import CSimdJSON

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
