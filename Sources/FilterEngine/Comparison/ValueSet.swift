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

  /// The integers of a width among the constants; nil if a number of another kind can equal one.
  func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> Set<Value>? {
    var members: Set<Value> = []
    for value in values {
      guard let integers = NumberRange(.equal, value)?.integers else {
        // Not-a-number and other kinds never equal an integer; wide integers and decimals can.
        if case .wide = value { return nil }
        if case .decimal = value { return nil }
        continue
      }
      if integers.low == integers.high, let member = Value(exactly: integers.low) {
        members.insert(member)
      }
    }
    return members
  }
}
