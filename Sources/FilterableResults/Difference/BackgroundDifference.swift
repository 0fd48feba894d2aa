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

  /// Compares an old snapshot with a new one.
  package typealias ChangeComparison =
    @concurrent @Sendable (
      _ old: ResultsSnapshot<Item>, _ new: ResultsSnapshot<Item>
    ) async -> ResultsChange<Item>

  private let compare: ChangeComparison
  private var newest = 0

  /// A comparison that begins with `snapshot` and matches rows by equality.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.init(snapshot, reader: nil, isModified)
  }

  /// A comparison that begins with `snapshot`, of rows that a property identifies.
  public init<Identity: FilterValueConvertible & SendableMetatype>(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.init(snapshot, reader: KeyPathReader(identity), isModified)
  }

  /// A comparison that begins with `snapshot`, of rows that a key path identifies.
  ///
  /// - Throws: What is wrong with the key path, such as a key that a typed item does not have.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: String, isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) throws(SyntaxError) {
    self.init(snapshot, reader: try KeyPathReader(identity), isModified)
  }

  private init(
    _ snapshot: ResultsSnapshot<Item>, reader: KeyPathReader<Item>?,
    _ isModified: (@Sendable (Item, Item) -> Bool)?
  ) {
    self.init(snapshot) { old, new in
      ResultsChange(
        from: old, to: new, identifiedBy: reader.map { ResultsKey($0) }, isModified: isModified)
    }
  }

  /// A comparison that begins with `snapshot`, by the rule of the caller.
  package init(_ snapshot: ResultsSnapshot<Item>, comparing compare: @escaping ChangeComparison) {
    self.snapshot = snapshot
    self.compare = compare
  }

  /// What leads from the present snapshot to `new`, which is then the present one; nil where a newer
  /// one was given meanwhile.
  public func change(to new: ResultsSnapshot<Item>) async -> ResultsChange<Item>? {
    newest += 1
    let number = newest
    let change = await compare(snapshot, new)
    guard number == newest else { return nil }
    snapshot = new
    return change
  }
}
