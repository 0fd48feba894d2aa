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

/// The order of rows: a sequence of words for each row, smaller words first.
enum SortWords {
  /// One word for each row.
  case single([UInt64])

  /// As many words as a text needs.
  case texts(SortedTexts)

  /// The order of one row relative to another, by the words from `depth` on: negative, 0 or positive.
  func order(_ left: Int, _ right: Int, from depth: Int) -> Int {
    switch self {
    case .single(let words):
      words[left] == words[right] ? 0 : words[left] < words[right] ? -1 : 1
    case .texts(let texts): texts.order(left, right, from: depth)
    }
  }
}
