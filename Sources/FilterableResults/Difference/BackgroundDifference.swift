public import FilterEngine
public import FilterSyntax

/// Compares snapshots in the background and gives their changes in order.
///
/// ```swift
/// let difference = BackgroundDifference<Person>(identifiedBy: \.id)
/// if let change = await difference.change(to: snapshot) { adapter.apply(change) }
/// ```
///
/// Each change begins where the one before it ended. Of snapshots that are given while one is still
/// being compared only the newest counts: the others give no change.
public actor BackgroundDifference<Item: Filterable & Sendable> {
  /// Where the next change begins.
  public private(set) var snapshot: ResultsSnapshot<Item>

  private let identity: KeyPathReader<Item>?
  private let isModified: (@Sendable (Item, Item) -> Bool)?
  private var newest = 0

  /// A comparison that begins with `snapshot` and matches rows by equality.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.snapshot = snapshot
    identity = nil
    self.isModified = isModified
  }

  /// A comparison that begins with `snapshot`, of rows that a property identifies.
  public init<Identity: FilterValueConvertible & SendableMetatype>(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.snapshot = snapshot
    self.identity = KeyPathReader(identity)
    self.isModified = isModified
  }

  /// A comparison that begins with `snapshot`, of rows that a key path identifies.
  ///
  /// - Throws: What is wrong with the key path, such as a key that a typed item does not have.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: String, isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) throws(SyntaxError) {
    self.snapshot = snapshot
    self.identity = try KeyPathReader(identity)
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
    from old: ResultsSnapshot<Item>, to new: ResultsSnapshot<Item>,
    _ identity: KeyPathReader<Item>?,
    _ isModified: (@Sendable (Item, Item) -> Bool)?
  ) async -> ResultsChange<Item> {
    ResultsChange(
      from: old, to: new, identifiedBy: identity.map { ResultsKey($0) }, isModified: isModified)
  }
}
