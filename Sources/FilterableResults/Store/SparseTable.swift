/// Elements by number, where most numbers have none; a value whose versions share what they have in
/// common.
///
/// A changed version costs the lists on the way to the change: at most 32 references in each, and the
/// elements of the 64 numbers around.
struct SparseTable<Element> {
  /// The elements of 64 numbers, without gaps.
  struct Leaf {
    var bits: UInt64 = 0
    var elements: [Element] = []

    /// Where the element of a number is, or would be.
    func place(of number: Int) -> Int { bits.bits(before: number & 63) }

    func has(_ number: Int) -> Bool { bits &>> UInt64(number & 63) & 1 == 1 }
  }

  // From the top: 32 lists of 32 leaves of 64 numbers each.
  private var tops: [[[Leaf]]] = []
  private static var fanout: Int { 32 }

  /// Which numbers have elements: a word of 64 bits for each leaf with one.
  var words: [(word: Int, bits: UInt64)] {
    var words: [(word: Int, bits: UInt64)] = []
    for (top, middles) in tops.enumerated() {
      for (middle, leaves) in middles.enumerated() {
        for (low, leaf) in leaves.enumerated() where leaf.bits != 0 {
          words.append(((top * Self.fanout + middle) * Self.fanout + low, leaf.bits))
        }
      }
    }
    return words
  }

  /// Whether one of the numbers from `64 * word` has an element.
  func hasWord(_ word: Int) -> Bool {
    let (top, middle, low) = Self.places(word)
    return top < tops.count && middle < tops[top].count && low < tops[top][middle].count
      && tops[top][middle][low].bits != 0
  }

  subscript(number: Int) -> Element? {
    guard !tops.isEmpty else { return nil }
    let (top, middle, low) = Self.places(number >> 6)
    guard top < tops.count, middle < tops[top].count, low < tops[top][middle].count,
      tops[top][middle][low].has(number)
    else { return nil }
    return tops[top][middle][low].elements[tops[top][middle][low].place(of: number)]
  }

  /// Gives a number an element.
  mutating func set(_ element: Element, at number: Int) {
    let (top, middle, low) = Self.places(number >> 6)
    while tops.count <= top { tops.append([]) }
    while tops[top].count <= middle { tops[top].append([]) }
    while tops[top][middle].count <= low { tops[top][middle].append(Leaf()) }
    Self.set(element, at: number, in: &tops[top][middle][low])
  }

  private static func set(_ element: Element, at number: Int, in leaf: inout Leaf) {
    let place = leaf.place(of: number)
    if leaf.has(number) {
      leaf.elements[place] = element
    } else {
      leaf.elements.insert(element, at: place)
      leaf.bits |= 1 &<< UInt64(number & 63)
    }
  }

  private static func places(_ word: Int) -> (Int, Int, Int) {
    (word / (fanout * fanout), word / fanout % fanout, word % fanout)
  }
}

extension SparseTable.Leaf: Sendable where Element: Sendable {}
extension SparseTable: Sendable where Element: Sendable {}
