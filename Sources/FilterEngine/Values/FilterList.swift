/// The elements of a list value, in order.
///
/// A list knows its depth and its size, so that code that recurses over values cannot overflow the stack. A
/// list that would nest deeper than `FilterValue.maximumDepth` has no elements, and its `FilterValue.isTooDeep`
/// is true.
public struct FilterList: Sendable {
  let measure: ValueMeasure

  /// The elements; empty if the list would be too deep.
  public let elements: [FilterValue]

  /// A list of `elements`. O(n) in their number, whatever they hold.
  @inline(never)
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
  /// Whether both have equal elements in the same order. O(1) if one is larger or deeper.
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
