/// Bytes of a key that is made for one row after another, in memory that is used again.
///
/// Unsafe for speed: whole words are written, within the memory that was made for them.
struct KeyBuffer: Sendable {
  private var memory: [UInt8] = Array(repeating: 0, count: 64)
  private(set) var count = 0

  /// The bytes as an array.
  var bytes: [UInt8] { Array(memory[..<count]) }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    memory[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(word: UInt64) {
    reserve(8)
    memory.withUnsafeMutableBytes {
      $0.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    }
    count &+= 8
  }

  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    memory.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: bytes)
    }
    count &+= bytes.count
  }

  /// Calls `body` with the bytes.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    memory.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count &+ more > memory.count {
      memory += Array(repeating: 0, count: Swift.max(memory.count, more))
    }
  }
}
