internal import Synchronization

/// Ends an observation.
///
/// The controller keeps what it calls: a token need not be kept, and may be used in any isolation domain.
public final class ResultsObservation: Sendable {
  private let state = Atomic(true)

  init() {}

  /// Ends the observation: no callback begins any more.
  ///
  /// What the callbacks capture is released with the next change of the controller.
  public func cancel() { state.store(false, ordering: .relaxed) }

  /// Whether the observation has not been cancelled.
  public var isActive: Bool { state.load(ordering: .relaxed) }
}
