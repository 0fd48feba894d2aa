/// The static type of an expression.
struct StaticType: Sendable {
  /// The kind of every value except `nil`; nil if it is not known.
  var kind: FilterKind?

  /// The type whose keys can be read from a value, or from each element of a list.
  var members: ItemType?

  /// The kind of the elements of a list or set; nil if it is not known.
  var elementKind: FilterKind?

  /// The type of the values of a dictionary, or of those in each element of a list.
  var values = FieldType.Indirect.none

  /// Nothing is known.
  static let unknown = StaticType()

  init(
    kind: FilterKind? = nil, members: ItemType? = nil, elementKind: FilterKind? = nil
  ) {
    self.kind = kind
    self.members = members
    self.elementKind = elementKind
  }

  init(_ type: FieldType) {
    self.init(kind: type.kind, members: type.members, elementKind: type.element?.kind)
    values = type.values
    guard let element = type.element else { return }
    if case .none = values { values = element.values }
    // The elements of the elements are read by the same keys.
    if let inner = element.element { members = inner.members ?? members }
  }

  init(of value: FilterValue) {
    self.init(kind: value.kind)
    if let elements = value.elements { elementKind = Self.commonKind(elements) }
  }

  /// The common kind of all elements that are not `nil`; nil if they have several.
  static func commonKind(_ elements: [FilterValue]) -> FilterKind? {
    let kinds = Set(elements.map(\.kind)).subtracting([.null])
    return kinds.count == 1 ? kinds.first : nil
  }

  /// Whether the values are lists or sets.
  var isCollection: Bool { kind == .list || kind == .set }
}

extension FilterKind {
  /// The kind for comparisons: Booleans count as numbers.
  package var comparisonKind: FilterKind { self == .boolean ? .number : self }

  /// Whether its values have an order.
  package var isOrdered: Bool {
    switch self {
    case .boolean, .number, .string, .date: true
    default: false
    }
  }
}
