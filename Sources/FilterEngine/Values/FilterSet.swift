/// Distinct values, in the order of their first occurrence.
///
/// Equality ignores the order. Membership is O(1) on average. A set that would nest deeper than
/// `FilterValue.maximumDepth` has no elements, and `FilterValue.isTooDeep` is true of it.
public struct FilterSet: Sendable, Hashable {
  // Boxed, so that a `FilterValue` can keep its tag in unused bits of a reference.
  private final class Storage: Sendable {
    let elements: [FilterValue]
    let members: Set<FilterValue>

    init(_ elements: [FilterValue], _ members: Set<FilterValue>) {
      self.elements = elements
      self.members = members
    }
  }

  let measure: ValueMeasure
  private let storage: Storage

  /// The values in the order of their first occurrence; empty if the set would be too deep.
  public var elements: [FilterValue] { storage.elements }

  var members: Set<FilterValue> { storage.members }

  /// The distinct values of a sequence. Of equal values the first one is kept.
  public init(_ values: some Sequence<FilterValue>) {
    var members: Set<FilterValue> = []
    let elements = values.filter { members.insert($0).inserted }
    measure = ValueMeasure(of: elements)
    storage = measure.isTooDeep ? Storage([], []) : Storage(elements, members)
  }

  /// A set of distinct elements in order, which are the members.
  init(distinct elements: [FilterValue], _ members: Set<FilterValue>) {
    measure = ValueMeasure(of: elements)
    storage = measure.isTooDeep ? Storage([], []) : Storage(elements, members)
  }

  /// Whether an equal value is among them.
  @inline(never)
  public func contains(_ value: FilterValue) -> Bool { members.contains(value) }

  /// The member that equals `value`, or nil.
  func member(equalTo value: FilterValue) -> FilterValue? {
    members.firstIndex(of: value).map { members[$0] }
  }

  /// Whether both have equal values, in any order.
  public static func == (lhs: FilterSet, rhs: FilterSet) -> Bool {
    lhs.measure == rhs.measure && lhs.members == rhs.members
  }

  /// Feeds the values to `hasher`, independently of their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
