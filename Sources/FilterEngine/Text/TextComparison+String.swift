extension TextComparison {
  /// `a == b`
  func areEqual(_ a: String, _ b: String) -> Bool { withBytes(a, b) { areEqual($0, $1) } }

  /// The order of `a` relative to `b`: negative, 0 or positive.
  func order(_ a: String, _ b: String) -> Int { withBytes(a, b) { order($0, $1) } }

  /// `text BEGINSWITH needle`
  func begins(_ text: String, with needle: String) -> Bool {
    withBytes(text, needle) { begins($0, with: $1) }
  }

  /// `text ENDSWITH needle`
  func ends(_ text: String, with needle: String) -> Bool {
    withBytes(text, needle) { ends($0, with: $1) }
  }

  /// `text CONTAINS needle`
  func contains(_ text: String, _ needle: String) -> Bool {
    withBytes(text, needle) { contains($0, $1) }
  }

  private func withBytes<Result>(
    _ a: String, _ b: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var a = a
    var b = b
    return a.withUTF8 { a in b.withUTF8 { b in body(a, b) } }
  }
}
