public import FilterEngine
public import FilterSyntax

/// Compares snapshots in the background and returns their changes in order.
///
/// ```swift
/// let difference = BackgroundDifference<Person>(identifiedBy: \.id)
/// if let change = await difference.change(to: snapshot) { adapter.apply(change) }
/// ```
///
/// Each change starts from the snapshot that the previous one ended with. Of snapshots that arrive during a comparison
/// only the newest counts; the others return no change.
public actor BackgroundDifference<Item: Filterable & Sendable> {
  /// The snapshot that the next change starts from.
  public private(set) var snapshot: ResultsSnapshot<Item>

  /// Compares an old snapshot with a new one.
  package typealias ChangeComparison =
    @concurrent @Sendable (
      _ old: ResultsSnapshot<Item>, _ new: ResultsSnapshot<Item>
    ) async -> ResultsChange<Item>

  private let compare: ChangeComparison
  private var newest = 0

  /// Creates a comparison that starts from `snapshot` and matches rows by equality.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.init(snapshot, reader: nil, isModified)
  }

  /// Creates a comparison that starts from `snapshot` and matches rows by a property.
  public init<Identity: FilterValueConvertible & SendableMetatype>(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: any KeyPath<Item, Identity> & Sendable,
    isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) {
    self.init(snapshot, reader: KeyPathReader(identity), isModified)
  }

  /// Creates a comparison that starts from `snapshot` and matches rows by a key path as text.
  ///
  /// - Throws: An error of the key path, such as a key that a typed item does not have.
  public init(
    _ snapshot: ResultsSnapshot<Item> = ResultsSnapshot(sections: nil),
    identifiedBy identity: StaticString, isModified: (@Sendable (Item, Item) -> Bool)? = nil
  ) throws(SyntaxError) {
    self.init(snapshot, reader: try KeyPathReader(identity.description), isModified)
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

  /// Creates a comparison that starts from `snapshot` and calls `compare`.
  package init(_ snapshot: ResultsSnapshot<Item>, comparing compare: @escaping ChangeComparison) {
    self.snapshot = snapshot
    self.compare = compare
  }

  /// Returns the change from the current snapshot to `new`, which becomes the current one; nil if a newer snapshot has
  /// arrived during the comparison.
  public func change(to new: ResultsSnapshot<Item>) async -> ResultsChange<Item>? {
    newest += 1
    let number = newest
    let change = await compare(snapshot, new)
    guard number == newest else { return nil }
    snapshot = new
    return change
  }
}
