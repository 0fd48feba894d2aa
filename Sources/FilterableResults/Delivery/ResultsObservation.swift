/// What keeps an observer in place: it ends with `cancel()`, or with the last reference to it.
public final class ResultsObservation<Item> {
  private(set) var willChange: ((ResultsChange<Item>) -> Void)?
  private(set) var didChange: ((ResultsChange<Item>) -> Void)?

  /// The part of the next delivery that the observer knows.
  enum Known {
    case nothing
    /// The change that it has made itself; nil if that shows the same rows as before.
    case upTo(ResultsChange<Item>?)
    /// Edits of its own among others.
    case unclear
  }

  var known = Known.nothing

  /// Whether the observer has made edits itself that are not delivered yet.
  var hasOwnEdits: Bool {
    if case .nothing = known { false } else { true }
  }

  /// The part of a delivery that the observer does not know, nil for none; `change` is nil where the
  /// delivery shows `new` as it was before.
  func unknownPart(
    of change: ResultsChange<Item>?, to new: ResultsSnapshot<Item>
  ) -> ResultsChange<Item>? {
    defer { known = .nothing }
    switch known {
    case .nothing, .upTo(nil): return change
    case .unclear: return ResultsChange(reloading: new, from: change?.old ?? new)
    case .upTo(let known?):
      let change = change ?? ResultsChange(from: known.old, to: new, changeset: Changeset())
      guard !known.isReload, !change.isReload,
        let rest = try? known.inverse.composed(with: change)
      else { return ResultsChange(reloading: new, from: known.new) }
      return rest.changeset.isEmpty ? nil : rest
    }
  }

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
