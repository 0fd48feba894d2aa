#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Unsafe: compares items where they lie, byte by byte first. The pointers are to items that their
// owner keeps alive and unchanged.
extension ContentRules {
  /// Calls `body` with the offset of each of `count` items that differs from its counterpart.
  func forEachDifference(
    _ left: UnsafePointer<Item>, _ right: UnsafePointer<Item>, count: Int, _ body: (Int) -> Void
  ) {
    let stride = MemoryLayout<Item>.stride
    let (first, second) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    if trustsBytes, Self.areSame(first, second, count * stride) { return }
    for offset in 0..<count {
      let place = offset * stride
      if trustsBytes, Self.areSame(first + place, second + place, MemoryLayout<Item>.size) {
        continue
      }
      if differs(left + offset, right + offset) { body(offset) }
    }
  }

  /// Whether so many bytes are the same; between the fields of an item they have no meaning, and may
  /// differ.
  @inline(__always)
  private static func areSame(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    var offset = 0
    while offset + 16 <= count {
      let words = (
        left.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self),
        right.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
      )
      if words.0 != words.1 { return false }
      offset += 16
    }
    while offset < count {
      if left.load(fromByteOffset: offset, as: UInt8.self)
        != right.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      offset += 1
    }
    return true
  }
}
