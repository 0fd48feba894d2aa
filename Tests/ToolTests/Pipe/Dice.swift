import Foundation

/// A generator whose runs can be repeated.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// Where random sessions begin; `FRC_SEED` repeats a failure.
  static let seed = ProcessInfo.processInfo.environment["FRC_SEED"].flatMap { UInt64($0) } ?? 2026

  /// How many random sessions there are, more with `FRC_ROUNDS`.
  static func rounds(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FRC_ROUNDS"].flatMap { Int($0) } ?? usual
  }

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
