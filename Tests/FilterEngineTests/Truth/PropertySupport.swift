import Foundation

/// How long the random searches are, and where they begin.
///
/// `FRC_SEED` repeats a failure, `FRC_ROUNDS` makes a search longer, `FRC_EXHAUSTIVE=1` tries all that
/// is otherwise a sample.
enum PropertySupport {
  private static let environment = ProcessInfo.processInfo.environment

  static let seed = environment["FRC_SEED"].flatMap { UInt64($0) } ?? 2026

  static let isExhaustive = environment["FRC_EXHAUSTIVE"] == "1"

  static func rounds(_ usual: Int) -> Int {
    environment["FRC_ROUNDS"].flatMap { Int($0) } ?? usual
  }

  /// The generator of round number `round`, of whose seed a failure is to be repeated.
  static func generator(_ round: Int) -> SeededGenerator {
    SeededGenerator(state: (seed &+ UInt64(round)) &* 0x9E37_79B9)
  }
}

extension RandomNumberGenerator {
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
