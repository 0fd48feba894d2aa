import FilterSyntax

/// The constants of `x IN {…}`.
package struct ValueSet: Sendable {
  /// The constants as they are written.
  package let values: [FilterValue]

  /// Whether options change which strings are equal, so that bytes are not enough.
  package let foldsText: Bool

  /// The strings among the constants.
  package var strings: [String] {
    values.compactMap { if case .string(let string) = $0 { string } else { nil } }
  }

  /// The integers of a range among the constants; nil if a number of another kind can equal one.
  func integers(in range: ClosedRange<Int128>) -> [Int128]? {
    var members: [Int128] = []
    for value in values {
      guard let integers = NumberRange(.equal, value)?.integers else {
        // Not-a-number and other kinds never equal an integer; wide integers and decimals can.
        if case .wide = value { return nil }
        if case .decimal = value { return nil }
        continue
      }
      if integers.low == integers.high, range.contains(integers.low) {
        members.append(integers.low)
      }
    }
    return members
  }
}
