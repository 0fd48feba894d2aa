internal import FilterEngine
public import FilterableResults

extension ResultsController where Item: Codable & Sendable {
  /// Shows what a cache has kept for a live fetch, then what the database holds, and keeps that in the cache.
  ///
  /// ```swift
  /// let cache = ResultsCache<Ticket>(folder: folder)
  /// await results.follow(live, keptIn: cache, as: "tickets") { error in print(error) }
  /// ```
  ///
  /// Kept rows are shown where the controller has no data yet, and the first look at the database is the difference from
  /// them. What is kept for another request is not shown. While the task goes on, what is shown is written off the caller,
  /// at most once a second, and when the task is cancelled. `onError` is called as by `follow(_:onError:)`, and where the
  /// cache cannot be written. Where ``LiveFetch/cacheRequest`` is nil nothing is kept.
  public func follow(
    _ live: LiveFetch<Item>, keptIn cache: ResultsCache<Item>, as name: String,
    isolation: isolated (any Actor)? = #isolation, onError: (any Error) -> Void
  ) async {
    let keeper = CacheKeeper(cache, as: name)
    await follow(live, keptBy: keeper, isolation: isolation, onError: onError)
  }

  func follow(
    _ live: LiveFetch<Item>, keptBy keeper: CacheKeeper<Item>,
    isolation: isolated (any Actor)? = #isolation, onError: (any Error) -> Void
  ) async {
    if !snapshot.isLoaded, let request = live.cacheRequest, let kept = keeper.kept(for: request) {
      do { try setContents(of: kept) } catch { onError(error) }
    }
    var request: [String: String]?
    await follow(
      reading: live, isolation: isolation, willTake: { request = live.cacheRequest },
      didShow: {
        // Another request may have come while rows were read; its rows are kept at the next look.
        if let request, request == live.cacheRequest { keeper.keep(snapshot, for: request) }
        if let error = keeper.takeError() { onError(error) }
      }, onError: onError)
    await keeper.finish()
    if let error = keeper.takeError() { onError(error) }
  }
}
