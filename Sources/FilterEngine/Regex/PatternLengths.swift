/// The lengths of the groups of a pattern, in scalars, for checking look-behinds.
///
/// PCRE2 requires a fixed length of a look-behind. Its branches can have different lengths; the branches of a
/// group inside it must have the same one. ICU requires a greatest length of look-arounds inside it.
struct PatternLengths {
  /// The greatest length of a look-behind.
  private static let longest = 65_535

  /// The length that an item matches.
  struct Length: Equatable {
    /// Nil if it varies
    var fixed: Int?
    var isBounded = true

    static let zero = Length(fixed: 0)
    static let one = Length(fixed: 1)
    /// Varies up to a greatest length
    static let varying = Length(fixed: nil)
    static let unbounded = Length(fixed: nil, isBounded: false)
  }

  /// A sequence. Its last item can still be repeated.
  private struct Branch {
    var before = Length.zero
    var last = Length.zero

    var length: Length {
      Length(
        fixed: PatternLengths.sum(before.fixed, last.fixed),
        isBounded: before.isBounded && last.isBounded)
    }
  }

  private struct Group {
    let isLookAround: Bool
    let isLookBehind: Bool
    /// Whether it is a look-behind, or inside one.
    let isWithin: Bool
    var branch = Branch()
    /// The lengths of the previous branches
    var lengths: [Length] = []
  }

  private var groups = [Group(isLookAround: false, isLookBehind: false, isWithin: false)]

  /// Adds an item.
  mutating func add(_ length: Length) {
    change { $0 = Branch(before: $0.length, last: length) }
  }

  /// Repeats the last item. `count` is nil if it varies.
  mutating func repeatLast(_ count: Int?, isBounded: Bool) {
    change { branch in
      let isBounded = isBounded && branch.last.isBounded
      guard let count, let last = branch.last.fixed else {
        branch.last = Length(fixed: nil, isBounded: isBounded)
        return
      }
      branch.last.fixed = Self.bounded(last.multipliedReportingOverflow(by: count))
    }
  }

  mutating func beginBranch() {
    guard let length = groups.last?.branch.length else { return }
    groups[groups.count - 1].lengths.append(length)
    groups[groups.count - 1].branch = Branch()
  }

  @inline(never)
  mutating func open(isLookAround: Bool, isLookBehind: Bool) {
    let isWithin = isLookBehind || groups.last?.isWithin ?? false
    groups.append(
      Group(isLookAround: isLookAround, isLookBehind: isLookBehind, isWithin: isWithin))
  }

  /// Ends a group. Returns whether a look-behind with it is valid.
  mutating func close() -> Bool {
    beginBranch()
    guard groups.count > 1, let group = groups.popLast() else { return true }
    let isBounded = group.lengths.allSatisfy(\.isBounded)
    guard group.isLookAround else {
      let first = group.lengths.first?.fixed
      let isFixed = group.lengths.allSatisfy { $0.fixed == first }
      add(Length(fixed: isFixed ? first : nil, isBounded: isBounded))
      return true
    }
    add(.zero)
    if group.isLookBehind { return group.lengths.allSatisfy { $0.fixed != nil } }
    return isBounded || !group.isWithin
  }

  private mutating func change(_ body: (inout Branch) -> Void) {
    guard !groups.isEmpty else { return }
    body(&groups[groups.count - 1].branch)
  }

  private static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    return bounded(left.addingReportingOverflow(right))
  }

  private static func bounded(_ result: (partialValue: Int, overflow: Bool)) -> Int? {
    result.overflow || result.partialValue > longest ? nil : result.partialValue
  }
}
