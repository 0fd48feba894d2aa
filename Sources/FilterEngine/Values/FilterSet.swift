/// Distinct values, in the order in which they came.
///
/// Equality ignores the order. Membership is O(1) on average.
public struct FilterSet: Sendable, Hashable {
  /// The values in the order in which they came.
  public let elements: [FilterValue]

  let members: Set<FilterValue>

  /// The distinct values of a sequence, the first of equal ones kept.
  public init(_ values: some Sequence<FilterValue>) {
    var members: Set<FilterValue> = []
    elements = values.filter { members.insert($0).inserted }
    self.members = members
  }

  /// Whether an equal value is among them.
  public func contains(_ value: FilterValue) -> Bool { members.contains(value) }

  /// The member that equals `value`, or nil.
  func member(equalTo value: FilterValue) -> FilterValue? {
    members.firstIndex(of: value).map { members[$0] }
  }

  /// Whether both hold equal values, in whatever order.
  public static func == (lhs: FilterSet, rhs: FilterSet) -> Bool { lhs.members == rhs.members }

  /// Feeds the values to `hasher`, whatever their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
