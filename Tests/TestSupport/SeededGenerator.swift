/// A random number generator (SplitMix64) whose seed repeats its numbers.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to `limit`, which is not one of them.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// One of the elements, of which there must be one at least.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// True in so many of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// True in `part` of `whole` cases.
  package mutating func chance(_ part: Int, of whole: Int) -> Bool { below(whole) < part }
}
