/// A set of scalars for PCRE2: members of one `[…]`, and expressions that each match exactly one scalar.
///
/// PCRE2 has no set algebra. A union with an expression becomes an alternative, an intersection a positive
/// look-ahead, and a difference a negative look-ahead.
struct SetExpression {
  private(set) var members: [UInt8] = []
  private(set) var alternatives: [[UInt8]] = []
  var isNegated = false

  private var isEmpty: Bool { members.isEmpty && alternatives.isEmpty }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    enclose()
    members += bytes
  }

  /// Adds the members of `other`.
  mutating func formUnion(_ other: SetExpression) {
    guard !isEmpty || isNegated else {
      self = other
      return
    }
    enclose()
    if other.isNegated {
      alternatives.append(other.rendered)
    } else {
      members += other.members
      alternatives += other.alternatives
    }
  }

  /// Makes a negated set one alternative of a set that is not.
  @inline(never)
  private mutating func enclose() {
    if isNegated { self = SetExpression(alternatives: [rendered]) }
  }

  /// The first operand is inside only one group, because a chain of operators nests it once for each of them.
  func intersection(_ other: SetExpression) -> SetExpression {
    Self.guarded("(?:(?=", by: other, self)
  }

  func subtracting(_ other: SetExpression) -> SetExpression {
    Self.guarded("(?:(?!", by: other, self)
  }

  @inline(never)
  private static func guarded(
    _ opening: String, by condition: SetExpression, _ set: SetExpression
  ) -> SetExpression {
    let close = [UInt8(ascii: ")")]
    return SetExpression(
      alternatives: [Array(opening.utf8) + condition.rendered + close + set.rendered + close])
  }

  /// An expression that matches one scalar.
  @inline(never)
  var rendered: [UInt8] {
    let close = [UInt8(ascii: ")")]
    guard !alternatives.isEmpty else { return isNegated ? negatedMembers : positiveMembers }
    let others = alternatives.joined(separator: [UInt8(ascii: "|")])
    if isNegated {
      return Array("(?:(?!".utf8) + others + close + negatedMembers + close
    }
    if members.isEmpty, alternatives.count == 1 {
      return alternatives[0]
    }
    // Atomic, because overlapping alternatives would otherwise be tried repeatedly.
    let first = members.isEmpty ? [] : positiveMembers + [UInt8(ascii: "|")]
    return Array("(?>".utf8) + first + others + close
  }

  private var positiveMembers: [UInt8] {
    [UInt8(ascii: "[")] + members + [UInt8(ascii: "]")]
  }

  private var negatedMembers: [UInt8] {
    members.isEmpty
      ? Array("(?s:.)".utf8) : Array("[^".utf8) + members + [UInt8(ascii: "]")]
  }
}
