/// Which rows that stay have other content.
package enum SmallWorldContents: Sendable {
  /// None, and then one of them, another one from pair to pair.
  case one
  /// None, and then each for itself.
  case each
  /// Every set of them.
  case all

  /// The sets of rows with other content, as bits; `bits` are the rows that stay.
  func masks(_ bits: [Int], turn: Int) -> [Int] {
    switch self {
    case .one: bits.isEmpty ? [0] : [0, 1 << bits[turn % bits.count]]
    case .each: [0] + bits.map { 1 << $0 }
    case .all: bits.reduce([0]) { masks, bit in masks + masks.map { $0 | 1 << bit } }
    }
  }
}

extension SmallWorldContents: CustomStringConvertible {
  package var description: String {
    switch self {
    case .one: "the same contents, and another one of one row in turn"
    case .each: "the same contents, and another one of each row"
    case .all: "other contents of all sets of rows"
    }
  }
}
