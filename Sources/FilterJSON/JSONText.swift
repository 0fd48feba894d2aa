internal import CSimdJSON

/// Work on JSON text that needs no values.
public enum JSONText {
  /// Valid JSON without the white space between its tokens: order and spelling stay.
  ///
  /// Takes time linear in the length.
  public static func minified(_ text: some Collection<UInt8>) -> [UInt8] {
    let source = Array(text)
    return [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
      // An empty text has no memory to write to.
      guard let start = target.baseAddress, !source.isEmpty else { return }
      count = frc_json_minify(source, source.count, start)
    }
  }
}
