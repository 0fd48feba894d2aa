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

  private var observers: [ResultsObserver<Item>] = []
  private var streams: [WeakMailbox<Item>] = []
  private var followers: [WeakFollower<Item>] = []

  /// Whether there ever was a stream or a selection: to ask lists of items of any type, their type would be looked up
  /// at each delivery.
  private var hasStreams = false
  private var hasFollowers = false

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

  func add(_ observer: ResultsObserver<Item>) {
    forgetEndedObservers()
    observers.append(observer)
    if observer.willChange != nil { announcesChanges = true }
  }

  func add(_ mailbox: ChangeMailbox<Item>) {
    streams.append(WeakMailbox(mailbox: mailbox))
    hasStreams = true
  }

  func add(_ follower: any ChangeFollower<Item>) {
    followers.removeAll { $0.follower == nil }
    followers.append(WeakFollower(follower: follower))
    hasFollowers = true
  }

  /// All observers, those that are passed over too.
  var allObservers: [ResultsObserver<Item>] { observers }

  /// Those who are notified of a change; forgets those that have ended.
  func activeObservers() -> [ResultsObserver<Item>] {
    forgetEndedObservers()
    guard !silenced.isEmpty else { return observers }
    return observers.filter { !silenced.contains(ObjectIdentifier($0.observation)) }
  }

  private func forgetEndedObservers() {
    if observers.contains(where: { !$0.isActive }) { observers.removeAll { !$0.isActive } }
  }

  /// Whether a stream or a selection needs to know what has changed.
  var isFollowed: Bool {
    hasStreams && streams.contains { $0.mailbox != nil }
      || hasFollowers && followers.contains { $0.follower?.isEmpty == false }
  }

  // MARK: - Delivering

  /// Makes a version the one that is shown, nil for the one that is; `change` is nil where it shows what the one
  /// before did.
  func show(_ new: ResultsVersion?, after change: ResultsChange<Item>?) {
    if let new { store.delivered = new }
    guard hasFollowers else { return }
    for reference in followers { reference.follower?.follow(change) }
  }

  /// Puts a change into all streams.
  func send(_ change: ResultsChange<Item>) {
    guard hasStreams else { return }
    streams.removeAll { $0.mailbox == nil }
    for stream in streams { stream.mailbox?.put(change) }
  }
}
