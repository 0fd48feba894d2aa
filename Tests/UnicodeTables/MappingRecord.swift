/// A record of `UnicodeData.mappings`: the decomposition of a scalar and its folded form.
struct MappingRecord {
  private let scalar: Unicode.Scalar
  private let decomposition: [Unicode.Scalar]
  private let folded: [Unicode.Scalar]

  /// The record of `scalar`; nil if it neither decomposes nor folds.
  init?(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
    decomposition = scalar.decomposition
    // `TextFolder` folds the iota subscript to a letter itself, after it has ordered the marks.
    folded = decomposition.flatMap { $0 == .iotaSubscript ? [$0] : $0.caseFolding }
    if decomposition == [scalar], folded == [scalar] { return nil }
  }

  /// Eight digits, the decomposition, and its folded form where that differs.
  var text: String {
    var text = TableText.digits(digits)
    text.unicodeScalars.append(contentsOf: decomposition)
    if folded != decomposition { text.unicodeScalars.append(contentsOf: folded) }
    return text
  }

  private var digits: [Int] {
    let kept = Self.withoutMarks(decomposition)
    let keepsEnd = !decomposition.starts(with: kept)
    let combiningClass = decomposition.last?.combiningClass ?? 0
    return [
      Self.length(decomposition),
      folded == decomposition ? 63 : Self.length(folded),
      Self.length(kept) | (keepsEnd ? 32 : 0),
      Self.length(Self.withoutMarks(folded)),
      Self.starterLength(decomposition),
      Self.starterLength(folded),
      combiningClass & 63,
      combiningClass >> 6 | flags,
    ]
  }

  /// The bits of the last digit above those of the combining class.
  private var flags: Int {
    let isExpansion = decomposition.contains { $0.caseFolding.count > 1 }
    let hasIotaSubscript = decomposition.contains(.iotaSubscript)
    let isAllMarks = decomposition.allSatisfy { $0.combiningClass > 0 }
    return (isExpansion ? 4 : 0) | (hasIotaSubscript ? 8 : 0) | (isAllMarks ? 16 : 0)
      | (scalar.isMark ? 32 : 0)
  }

  /// The scalars that `[d]` keeps.
  private static func withoutMarks(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.filter { !$0.isDropped }
  }

  /// The length to the end of the last starter.
  private static func starterLength(_ text: [Unicode.Scalar]) -> Int {
    let end = text.lastIndex { $0.combiningClass == 0 }
    return end.map { length(text[...$0]) } ?? 0
  }

  private static func length(_ text: some Sequence<Unicode.Scalar>) -> Int {
    text.reduce(0) { $0 + UTF8.width($1) }
  }
}
