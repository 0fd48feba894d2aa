public import FilterEngine

/// Compares snapshots in the background and gives their changes in order.
///
/// ```swift
/// let difference = BackgroundDifference<Person>(identifiedBy: "id")
/// if let change = await difference.change(to: snapshot) { adapter.apply(change) }
/// ```
///
/// Each change begins where the one before it ended. Of snapshots that are given while one is still
/// being compared only the newest counts: the others give no change.
public actor BackgroundDifference<Item: Filterable & Sendable> {
  /// Where the next change begins.
  public private(set) var snapshot: ResultsSnapshot<Item>

  private let identity: String?
  private let isModified: (@Sendable (Item, Item) -> Bool)?
  private var newest = 0

  /// A comparison that begins with `snapshot`; the key path `identity` tells rows apart.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: String? = nil, isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.snapshot = snapshot
    self.identity = identity
    self.isModified = isModified
  }

  /// What leads from the present snapshot to `new`, which is then the present one; nil where a newer
  /// one was given meanwhile.
  public func change(to new: ResultsSnapshot<Item>) async -> ResultsChange<Item>? {
    newest += 1
    let number = newest
    let change = await Self.change(from: snapshot, to: new, identity, isModified)
    guard number == newest else { return nil }
    snapshot = new
    return change
  }

  @concurrent
  private static func change(
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>, _ identity: String?,
    _ isModified: (@Sendable (Item, Item) -> Bool)?
  ) async -> ResultsChange<Item> {
    ResultsChange(
      from: old, to: new, identifiedBy: identity.map { ResultsKey($0) }, isModified: isModified)
  }
}
