internal import FilterEngine
public import FilterableResults

extension ResultsController where Item: Sendable {
  /// Shows a window, now and after each commit and slide that changes it, until the task is cancelled.
  ///
  /// `onError` is called with the reason why the database could not be read or the rows were refused; what is shown
  /// stays as it was.
  public func follow(
    _ live: LiveWindow<Item>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    await follow(reading: live, isolation: isolation, onError: onError)
  }

  /// Shows a window as it is now; false where nothing has changed since the last call.
  ///
  /// Call it in no transaction of the store.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update(from live: LiveWindow<Item>) throws -> Bool { try update(reading: live) }

  /// Shows the rows of live pages, now and after each commit that changes them or their items, until the task is
  /// cancelled.
  ///
  /// `onError` is called with the reason why the database could not be read or the rows were refused; what is shown
  /// stays as it was.
  public func follow<Content>(
    _ live: LivePages<Item, Content>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    await follow(reading: live, isolation: isolation, onError: onError)
  }

  /// Shows the rows of live pages as they are now; false where nothing has changed since the last call.
  ///
  /// Call it in no transaction of the store.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update<Content>(from live: LivePages<Item, Content>) throws -> Bool {
    try update(reading: live)
  }

  /// Shows a tree, now and after each commit and expansion that changes it, until the task is cancelled.
  ///
  /// `onError` is called with the reason why the database could not be read or the rows were refused; what is shown
  /// stays as it was.
  public func follow(
    _ live: LiveTree<Item>, isolation: isolated (any Actor)? = #isolation,
    onError: (any Error) -> Void
  ) async {
    await follow(reading: live, isolation: isolation, onError: onError)
  }

  /// Shows a tree as it is now; false where nothing has changed since the last call.
  ///
  /// Call it in no transaction of the store.
  ///
  /// - Throws: Why the database could not be read or the rows were refused; what is shown stays as it was.
  @discardableResult
  public func update(from live: LiveTree<Item>) throws -> Bool { try update(reading: live) }
}
