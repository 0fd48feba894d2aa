/// What keeps an observer in place: it ends with `cancel()`, or with the last reference to it.
public final class ResultsObservation<Item> {
  private(set) var willChange: ((ResultsChange<Item>) -> Void)?
  private(set) var didChange: ((ResultsChange<Item>) -> Void)?

  init(
    willChange: ((ResultsChange<Item>) -> Void)?, didChange: @escaping (ResultsChange<Item>) -> Void
  ) {
    self.willChange = willChange
    self.didChange = didChange
  }

  /// Ends the observation; no callback comes any more.
  public func cancel() {
    willChange = nil
    didChange = nil
  }

  /// Whether callbacks come.
  public var isActive: Bool { didChange != nil }
}

/// A reference that does not keep its observation alive.
struct WeakObservation<Item> {
  weak var observation: ResultsObservation<Item>?
}
