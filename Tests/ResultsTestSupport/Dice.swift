/// A generator whose runs can be repeated.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  /// A number below `count`.
  package mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// Whether one of so many times has come.
  package mutating func once(in count: Int) -> Bool { roll(count) == 0 }
}
