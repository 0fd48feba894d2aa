/// Who receives the changes of a controller, and what they have received.
final class ResultsDelivery<Item> {
  private let store: ResultsStore

  /// What the delivery that is under way leads to.
  var upcoming: ResultsVersion?

  /// Whether a change is being delivered: edits of callbacks are delivered after it.
  var isUnderWay = false

  /// How often deliveries are held back.
  var pauses = 0

  /// Whether a view has asked for its rows.
  var isLoadedGateOpen = false

  /// Called after the next delivery.
  var completions: [() -> Void] = []

  /// Observers that are passed over.
  var silenced: [ObjectIdentifier] = []

  /// Puts another snapshot in the place of a new one.
  var substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)?

  private var observations: [WeakObservation<Item>] = []
  private var streams: [WeakMailbox<Item>] = []
  private var followers: [WeakFollower<Item>] = []

  /// Whether an observer is called before a change.
  private(set) var announcesChanges = false

  init(_ store: ResultsStore) { self.store = store }

  deinit {
    for stream in streams { stream.mailbox?.finish() }
  }

  /// What is shown.
  var snapshot: ResultsSnapshot<Item> { ResultsSnapshot(storage: store.delivered.shown) }

  /// Whether a change is delivered as soon as it is made, to observers who are called afterwards.
  var deliversAtOnce: Bool {
    !isUnderWay && pauses == 0 && substitute == nil && !announcesChanges
  }

  // MARK: - Receivers

  func add(_ observation: ResultsObservation<Item>) {
    observations.append(WeakObservation(observation: observation))
    if observation.willChange != nil { announcesChanges = true }
  }

  func add(_ mailbox: ChangeMailbox<Item>) { streams.append(WeakMailbox(mailbox: mailbox)) }

  func add(_ follower: any ChangeFollower<Item>) {
    followers.removeAll { $0.follower == nil }
    followers.append(WeakFollower(follower: follower))
  }

  /// All observers, those that are passed over too.
  var allObservers: [ResultsObservation<Item>] { observations.compactMap(\.observation) }

  /// Those who are notified of a change; forgets the others.
  func activeObservers() -> [ResultsObservation<Item>] {
    var observers: [ResultsObservation<Item>] = []
    var hasEnded = false
    for reference in observations {
      guard let observer = reference.observation, observer.isActive else {
        hasEnded = true
        continue
      }
      if silenced.isEmpty || !silenced.contains(ObjectIdentifier(observer)) {
        observers.append(observer)
      }
    }
    if hasEnded { observations.removeAll { $0.observation?.isActive != true } }
    return observers
  }

  /// Whether a stream or a selection needs to know what has changed.
  var isFollowed: Bool {
    !streams.isEmpty && streams.contains { $0.mailbox != nil }
      || !followers.isEmpty && followers.contains { $0.follower?.isEmpty == false }
  }

  // MARK: - Delivering

  /// Makes a version the one that is shown, nil for the one that is; `change` is nil where it shows what the one
  /// before did.
  func show(_ new: ResultsVersion?, after change: ResultsChange<Item>?) {
    if let new { store.delivered = new }
    for reference in followers { reference.follower?.follow(change) }
  }

  /// Puts a change into all streams.
  func send(_ change: ResultsChange<Item>) {
    guard !streams.isEmpty else { return }
    streams.removeAll { $0.mailbox == nil }
    for stream in streams { stream.mailbox?.put(change) }
  }
}
