internal import FilterEngine
internal import FilterSQL
internal import FilterableResults

/// What has to be done to show a state of a database.
struct LiveDelivery<Item: Filterable & Sendable>: Sendable {
  let edits: LiveEdits<Item>

  /// The observer that has made all of the changes itself, if it was one.
  let author: ResultsObservation?

  /// How many deliveries were begun before it.
  let number: Int

  /// The keys of rows that are other ones although nothing that the reader holds of them is another.
  let changed: [FilterValue]

  init(_ edits: LiveEdits<Item>, _ pending: SQLChanges.Pending, changed: [FilterValue]) {
    self.edits = edits
    (author, number) = (pending.author, pending.number)
    self.changed = changed
  }
}

/// What a controller follows: it takes what commits have changed, and reads the rows.
protocol LiveReading<Item>: AnyObject, Sendable {
  associatedtype Item: Filterable & Sendable

  var store: any SQLStore { get }
  var changes: SQLChanges { get }

  /// How often everything is read again without a commit; nil for never.
  var refreshInterval: Duration? { get }

  /// The key of the items by which changes name them; nil where the rows are always read as a whole.
  var keyField: String? { get }

  /// Looks at the schema, and has commits hand their changes on.
  func follow() throws

  /// Reads what has changed.
  func edits(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> LiveEdits<Item>

  /// Keeps whether the reader knows rows by the key of the table.
  func setKeyed(_ isKeyed: Bool)

  /// The keys of rows that are other ones although nothing that the reader holds of them is another.
  func changedItems(_ pending: SQLChanges.Pending, _ reader: any SQLReader) throws -> [FilterValue]

  /// Has the next delivery name rows that the reader could not show as changed.
  func owe(_ changed: [FilterValue])
}

extension LiveReading {
  func changedItems(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> [FilterValue] { [] }

  func owe(_ changed: [FilterValue]) {}

  /// What has changed since the last call, nil for nothing.
  func take() throws -> LiveDelivery<Item>? {
    guard let pending = try begin() else { return nil }
    do {
      return try store.read { reader in try self.delivery(pending, reader) }
    } catch {
      changes.putBack(pending)
      throw error
    }
  }

  /// What has changed since the last call, read off the caller; nil for nothing.
  @concurrent
  func takeAsync() async throws -> LiveDelivery<Item>? {
    guard let pending = try begin() else { return nil }
    do {
      return try await store.read { reader in try self.delivery(pending, reader) }
    } catch {
      changes.putBack(pending)
      throw error
    }
  }

  private func delivery(
    _ pending: SQLChanges.Pending, _ reader: any SQLReader
  ) throws -> LiveDelivery<Item> {
    LiveDelivery(
      try edits(pending, reader), pending, changed: try changedItems(pending, reader))
  }

  // The set is taken before the database is read: a commit that comes in between is read twice, and never missed.
  private func begin() throws -> SQLChanges.Pending? {
    let pending = changes.take()
    guard !pending.isNothing else { return nil }
    guard pending.hasNewSchema else { return pending }
    do {
      try follow()
    } catch {
      changes.putBack(pending)
      throw error
    }
    return pending
  }
}
