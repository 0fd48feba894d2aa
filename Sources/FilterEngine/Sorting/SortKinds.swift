/// The kinds of values of a sort key, without `nil`.
struct SortKinds: OptionSet {
  let rawValue: UInt8

  static let integers = SortKinds(rawValue: 1)
  static let doubles = SortKinds(rawValue: 2)
  /// Numbers that need more than one word.
  static let longNumbers = SortKinds(rawValue: 4)
  static let texts = SortKinds(rawValue: 8)
  static let dates = SortKinds(rawValue: 16)
  /// Values without an order.
  static let others = SortKinds(rawValue: 32)

  static let numbers: SortKinds = [.integers, .doubles, .longNumbers]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ values: [FilterValue]) {
    self = []
    for value in values { formUnion(SortKinds(value)) }
  }

  private init(_ value: FilterValue) {
    switch value {
    case .null: self = []
    case .bool, .int: self = .integers
    case .double: self = .doubles
    case .wide, .decimal: self = .longNumbers
    case .string: self = .texts
    case .date: self = .dates
    default: self = .others
    }
  }

  /// Whether there are values at several positions in the order of kinds.
  var areMixed: Bool {
    [.numbers, .texts, .dates, .others].count { !isDisjoint(with: $0) } > 1
  }
}
