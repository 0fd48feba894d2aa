/// The number and a hash of bytes, to tell whether a file has the content that it is expected to have.
///
/// The hash is seeded differently in every process and never leaves it.
struct ContentDigest {
  private(set) var count = 0
  private var hasher = Hasher()

  /// What two digests are compared by.
  struct Value: Hashable {
    let count: Int
    let hash: Int
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += bytes.count
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  var value: Value { Value(count: count, hash: hasher.finalize()) }
}
