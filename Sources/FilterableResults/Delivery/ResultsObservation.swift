internal import Synchronization

/// A token that ends an observation.
///
/// The controller retains the closures of the observation, so that the token need not be kept. It can be used in any
/// isolation domain.
public final class ResultsObservation: Sendable {
  private let state = Atomic(true)

  init() {}

  /// Ends the observation, after which no callback is called.
  ///
  /// The captures of the callbacks are released with the next change of the controller.
  public func cancel() { state.store(false, ordering: .relaxed) }

  /// Whether the observation has not been cancelled.
  package var isActive: Bool { state.load(ordering: .relaxed) }
}

/// The closures of one observation.
final class ResultsObserver<Item> {
  let observation = ResultsObservation()

  private let willChange: ((ResultsChange<Item>) -> Void)?
  private let didChange: (ResultsChange<Item>) -> Void

  /// The object that the observation does not outlive; nil for none.
  private weak var owner: AnyObject?
  private let hasOwner: Bool

  /// The part of the next delivery that the observer knows.
  enum Known {
    case nothing
    /// The change that it has made itself; nil if that has changed no visible row.
    case upTo(ResultsChange<Item>?)
    /// Some of the edits in the change are its own.
    case unclear
  }

  var known = Known.nothing

  init(
    of owner: AnyObject?, willChange: ((ResultsChange<Item>) -> Void)?,
    didChange: @escaping (ResultsChange<Item>) -> Void
  ) {
    self.owner = owner
    hasOwner = owner != nil
    self.willChange = willChange
    self.didChange = didChange
  }

  /// Whether callbacks are called.
  var isActive: Bool { observation.isActive && (!hasOwner || owner != nil) }

  /// Whether the observer is called before a change.
  var announcesChanges: Bool { willChange != nil }

  func will(_ change: ResultsChange<Item>) {
    if let willChange { call(willChange, change) }
  }

  func did(_ change: ResultsChange<Item>) { call(didChange, change) }

  /// Calls a callback, unless the observation or its owner has ended. Retains the owner during the call: its last
  /// reference may be released meanwhile, also by another thread.
  private func call(
    _ callback: (ResultsChange<Item>) -> Void, _ change: ResultsChange<Item>
  ) {
    guard observation.isActive else { return }
    guard hasOwner else { return callback(change) }
    guard let owner else { return }
    withExtendedLifetime(owner) { callback(change) }
  }

  /// Whether the observer has made edits itself that are not delivered yet.
  var hasOwnEdits: Bool {
    if case .nothing = known { false } else { true }
  }

  /// The part of a delivery that the observer does not know; nil for none. `change` is nil if the delivery has changed no
  /// visible row.
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
      return rest.isEmpty ? nil : rest
    }
  }
}
