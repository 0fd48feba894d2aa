package import FilterSyntax

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How deep a value nests and how large it is, in one word.
///
/// A collection takes its measure once, when it is made, from those of its elements. What recurses
/// over values knows from it that the stack is deep enough, and an evaluation knows what it costs to
/// visit a value before it does. Equal values have equal measures.
struct ValueMeasure: Hashable, Sendable {
  /// The depth in the upper 16 bits, the size in the others.
  private let word: UInt64

  private static let sizeBits: UInt64 = 48
  private static let maximumSize = (1 as UInt64) << sizeBits - 1

  /// Bytes of text or data that are as large as one value.
  static let bytesOfOne = 32

  private init(depth: UInt64, size: UInt64) {
    word = depth << Self.sizeBits | min(size, Self.maximumSize)
  }

  /// The measure of a value that is not a collection and takes no memory of its own.
  static let scalar = ValueMeasure(depth: 0, size: 1)

  /// The measure of a text or of data.
  init(bytes: Int) {
    self.init(depth: 0, size: 1 + UInt64(bytes / Self.bytesOfOne))
  }

  /// The measure of a collection that would be too deep, and holds nothing for that reason.
  static let tooDeep = ValueMeasure(depth: UInt64(FilterValue.maximumDepth) + 1, size: 1)

  /// The measure of a collection of `elements`; O(n).
  init(of elements: [FilterValue]) {
    var depth: UInt64 = 0
    var size: UInt64 = 1
    for element in elements {
      let measure = element.measure
      depth = max(depth, measure.word >> Self.sizeBits)
      // No array is so long that this overflows before it is cut.
      size = min(size + (measure.word & Self.maximumSize), Self.maximumSize)
    }
    guard depth < UInt64(FilterValue.maximumDepth) else {
      self = .tooDeep
      return
    }
    self.init(depth: depth + 1, size: size)
  }

  /// How many collections are nested: 0 for a number, 1 for a list of numbers.
  var depth: Int { Int(word >> Self.sizeBits) }

  /// The number of values, the collections among them, each as often as it is met; a text or data
  /// counts once more for each 32 bytes. Numbers beyond 48 bits are cut.
  var size: Int { Int(word & Self.maximumSize) }

  /// Whether the collection was to be deeper than values may be.
  var isTooDeep: Bool { depth > FilterValue.maximumDepth }
}

extension FilterValue {
  /// How deep the value nests and how large it is; O(1).
  var measure: ValueMeasure {
    switch self {
    case .list(let list): list.measure
    case .set(let set): set.measure
    case .object(let object): object.measure
    case .string(let text): ValueMeasure(bytes: text.utf8.count)
    case .data(let data): ValueMeasure(bytes: data.count)
    default: .scalar
    }
  }

  /// Whether the value is a list, a set or an object.
  var isNested: Bool {
    switch self {
    case .list, .set, .object: true
    default: false
    }
  }

  /// Whether the value was to be a collection nested deeper than `FilterValue.maximumDepth`.
  ///
  /// Such a value holds no elements. Making it is not an error; evaluating, coding and writing it is.
  public var isTooDeep: Bool {
    switch self {
    case .list(let list): list.measure.isTooDeep
    case .set(let set): set.measure.isTooDeep
    case .object(let object): object.measure.isTooDeep
    default: false
    }
  }
}

extension FilterValue {
  /// A list of which `isTooDeep` is true.
  static let tooDeep = FilterValue.list(FilterList.tooDeep)
}

extension FilterValue {
  /// How deep collections can be inside each other, in a value of any origin: 256.
  ///
  /// Comparing, hashing, printing and freeing values recurses; this depth fits the 512 KiB of stack
  /// that a thread gets on some platforms, in a debug build too.
  public static let maximumDepth = 256
}

extension EvaluationError {
  /// The error of a value that `FilterValue.isTooDeep` is true of, or that is deeper than `limit`.
  package static func tooDeep(
    _ limit: Int = FilterValue.maximumDepth, at range: SourceRange? = nil
  ) -> EvaluationError {
    EvaluationError(
      .valueTooDeep(limit: min(max(limit, 0), FilterValue.maximumDepth)), at: range)
  }
}
