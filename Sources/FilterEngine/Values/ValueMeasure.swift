internal import EssentialFoundation
package import FilterSyntax

/// The depth and the size of a value, in one word.
///
/// A collection computes its measure once, from the measures of its elements. So code that recurses over values
/// can rely on a bounded depth, and an evaluation knows the cost of visiting a value in advance. Equal values
/// have equal measures.
package struct ValueMeasure: Hashable, Sendable {
  /// The depth in the upper 16 bits, the size in the others.
  private let word: UInt64

  private static let sizeBits: UInt64 = 48
  private static let maximumSize = (1 as UInt64) << sizeBits - 1

  /// Bytes of text or data that count as one value.
  static let bytesOfOne = 32

  private init(depth: UInt64, size: UInt64) {
    word = depth << Self.sizeBits | min(size, Self.maximumSize)
  }

  /// The measure of a value that is neither a collection, nor a text, nor data.
  static let scalar = ValueMeasure(depth: 0, size: 1)

  /// The measure of a text or of data.
  init(bytes: Int) {
    self.init(depth: 0, size: 1 + UInt64(bytes / Self.bytesOfOne))
  }

  /// The measure of a collection that would be too deep, and therefore is empty.
  static let tooDeep = ValueMeasure(depth: UInt64(FilterValue.maximumDepth) + 1, size: 1)

  /// The measure of a collection of `elements`; O(n).
  init(of elements: [FilterValue]) {
    var depth: UInt64 = 0
    var size: UInt64 = 1
    for element in elements {
      let measure = element.measure
      depth = max(depth, measure.word >> Self.sizeBits)
      // No array is long enough for an overflow before the sum is clamped.
      size = min(size + (measure.word & Self.maximumSize), Self.maximumSize)
    }
    guard depth < UInt64(FilterValue.maximumDepth) else {
      self = .tooDeep
      return
    }
    self.init(depth: depth + 1, size: size)
  }

  /// The nesting of collections: 0 for a number, 1 for a list of numbers.
  var depth: Int { Int(word >> Self.sizeBits) }

  /// The number of values, including collections. A value that occurs twice counts twice, and a text or data
  /// counts once more for each 32 bytes. Clamped to 48 bits.
  package var size: Int { Int(word & Self.maximumSize) }

  /// Whether the collection would have been nested too deep.
  var isTooDeep: Bool { depth > FilterValue.maximumDepth }
}

extension FilterValue {
  /// The depth and the size of the value. O(1).
  package var measure: ValueMeasure {
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

  /// Whether the value would have been a collection nested deeper than `FilterValue.maximumDepth`.
  ///
  /// Such a value has no elements. Making it is not an error, but evaluating, coding or writing it is.
  package var isTooDeep: Bool {
    switch self {
    case .list(let list): list.measure.isTooDeep
    case .set(let set): set.measure.isTooDeep
    case .object(let object): object.measure.isTooDeep
    default: false
    }
  }
}

extension FilterValue {
  /// A list whose `isTooDeep` is true.
  static let tooDeep = FilterValue.list(FilterList.tooDeep)
}

extension FilterValue {
  /// The greatest nesting of collections in a value: 256.
  ///
  /// Comparing, hashing, printing and releasing values recurses. Even in a debug build, this depth fits the
  /// stack of 512 KiB that a thread has on some platforms.
  public static let maximumDepth = 256
}

extension EvaluationError {
  /// The error for a value whose `FilterValue.isTooDeep` is true, or that is deeper than `limit`.
  package static func tooDeep(
    _ limit: Int = FilterValue.maximumDepth, at range: SourceRange? = nil
  ) -> EvaluationError {
    EvaluationError(
      .valueTooDeep(limit: min(max(limit, 0), FilterValue.maximumDepth)), at: range)
  }
}
