/// The elements of a list value, in order.
///
/// A list knows how deep it nests and how large it is, so that nothing that goes through values can
/// overflow the stack. One that would nest deeper than `FilterValue.maximumDepth` holds no
/// elements, and `FilterValue.isTooDeep` is true of it.
public struct FilterList: Sendable {
  let measure: ValueMeasure

  /// The elements; none where the list would be too deep.
  public let elements: [FilterValue]

  /// A list of `elements`. O(n) in their number, whatever they hold.
  public init(_ elements: [FilterValue]) {
    measure = ValueMeasure(of: elements)
    self.elements = measure.isTooDeep ? [] : elements
  }

  private init(_ measure: ValueMeasure) {
    self.measure = measure
    elements = []
  }

  /// A list that would be too deep.
  static let tooDeep = FilterList(.tooDeep)
}

extension FilterList: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { elements.count }

  /// The element at a position counted from 0.
  public subscript(position: Int) -> FilterValue { elements[position] }
}

extension FilterList: ExpressibleByArrayLiteral {
  /// `[1, "two"]`
  public init(arrayLiteral elements: FilterValue...) { self.init(elements) }
}

extension FilterList: Hashable {
  /// Whether both have equal elements in the same order; O(1) where one is larger or deeper.
  public static func == (lhs: FilterList, rhs: FilterList) -> Bool {
    lhs.measure == rhs.measure && lhs.elements == rhs.elements
  }

  /// Feeds the elements to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension FilterValue {
  /// A list of `elements`. O(n) in their number.
  public static func list(_ elements: [FilterValue]) -> FilterValue { .list(FilterList(elements)) }
}
