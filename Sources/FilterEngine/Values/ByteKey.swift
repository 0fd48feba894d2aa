/// A string as a key of a table. Keys are equal if their bytes are equal.
///
/// `String` itself treats composed and decomposed forms as equal.
struct ByteKey: Hashable, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (lhs: ByteKey, rhs: ByteKey) -> Bool { lhs.string.hasSameBytes(as: rhs.string) }

  func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes.
  func hasSameBytes(as other: String) -> Bool {
    // Counting is O(1) for native strings.
    guard utf8.count == other.utf8.count else { return false }
    let answer = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { TextWords.areSame(bytes, $0) }
    }
    return (answer ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
