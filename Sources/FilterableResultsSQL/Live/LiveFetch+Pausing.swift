extension LiveFetch {
  /// Holds changes back until as many calls of ``resume()``: the reader gets nothing, also not of another request.
  public func pause() { changes.pause() }

  /// Lets changes go on. All that were held back are one change, which a controller that follows shows at once. One whose
  /// rows were edited by hand shows the rows of the request again.
  public func resume() { changes.resume() }

  /// The rows that the request matches now, read for this call: those of the database, before the filters and the
  /// order of a controller.
  ///
  /// - Throws: As `fetch(_:)` of the store.
  public var fetchedItems: [Item] {
    get throws { try store.fetch(request).items }
  }
}

extension LiveHierarchy {
  /// Holds changes back until as many calls of ``resume()``: the reader gets nothing, also not of other requests.
  public func pause() { changes.pause() }

  /// Lets changes go on. All that were held back are one change, which a controller that follows shows at once.
  public func resume() { changes.resume() }
}
