import Foundation

/// Where the random tests of a run begin and how long they are.
///
/// A round of a random test has a seed of its own, and a failure names it: `FRC_SEED` with that seed and
/// `FRC_ROUNDS=1` repeat the round alone. Without `FRC_SEED` each run begins at another seed, which it
/// prints. `FRC_ROUNDS` sets the number of rounds of every search; `FRC_EXHAUSTIVE=1` tries everything
/// of which a run otherwise takes a sample.
package enum RandomSearch {
  /// The seed of the first round.
  package static let seed: UInt64 = {
    if let text = environment["FRC_SEED"] {
      guard let seed = UInt64(text) else { fatalError("FRC_SEED is not a number: \(text)") }
      return seed
    }
    let seed = UInt64.random(in: 1...999_999_999)
    FileHandle.standardError.write(Data("random tests begin at FRC_SEED=\(seed)\n".utf8))
    return seed
  }()

  package static let isExhaustive = environment["FRC_EXHAUSTIVE"] == "1"

  /// The number of rounds, `usual` unless `FRC_ROUNDS` says otherwise.
  package static func rounds(_ usual: Int) -> Int {
    environment["FRC_ROUNDS"].flatMap { Int($0) } ?? usual
  }

  /// The seeds of the rounds, one each.
  package static func seeds(_ usual: Int) -> Range<UInt64> { seed..<seed + UInt64(rounds(usual)) }

  /// About one of `part` elements, others in each run; all of them in an exhaustive one.
  package static func sample<Elements: Sequence>(
    _ elements: Elements, oneOf part: Int
  ) -> [Elements.Element] {
    guard !isExhaustive else { return Array(elements) }
    var generator = SeededGenerator(seed: seed)
    // The remainder, because a number of a range costs a debug build ten times as much.
    return elements.filter { _ in generator.next() % UInt64(part) == 0 }
  }

  /// `count` elements that follow one another, others in each run; all of them in an exhaustive one.
  package static func some<Element>(_ count: Int, of elements: [Element]) -> [Element] {
    guard !isExhaustive, count < elements.count else { return elements }
    let start = Int(seed % UInt64(elements.count))
    return (start..<start + count).map { elements[$0 % elements.count] }
  }

  private static let environment = ProcessInfo.processInfo.environment
}
