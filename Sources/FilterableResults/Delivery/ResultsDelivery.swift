/// The receivers of the changes of a controller.
final class ResultsDelivery<Item> {
  private let store: ResultsStore

  /// Whether `beginDelivering()` was called.
  var isLoadedGateOpen = false

  /// Closures to be called after the next delivery.
  var completions: [() -> Void] = []

  /// The observations that are not notified.
  var silenced: [ObjectIdentifier] = []

  /// Returns a snapshot that replaces a new one, or nil to keep it.
  var substitute: ((ResultsSnapshot<Item>, ResultsSnapshot<Item>) -> ResultsSnapshot<Item>?)? {
    didSet { store.gate.hasSubstitute = substitute != nil }
  }

  private var observers: [ResultsObserver<Item>] = []
  private var streams: [WeakMailbox<Item>] = []
  private var followers: [WeakFollower<Item>] = []

  /// Whether a stream or a selection was ever added. Reading the lists would look up the type of the items at each
  /// delivery.
  private var hasStreams = false
  private var hasFollowers = false

  /// The numbers that are published with each delivery.
  private weak var numbers: (any DeliveredNumbers)?
  private var hasNumbers = false

  init(_ store: ResultsStore) { self.store = store }

  deinit {
    for stream in streams { stream.mailbox?.finish() }
  }

  /// The last delivered snapshot.
  var snapshot: ResultsSnapshot<Item> { ResultsSnapshot(storage: store.delivered.shown) }

  // MARK: - Receivers

  func add(_ observer: ResultsObserver<Item>) {
    forgetEndedObservers()
    observers.append(observer)
    if observer.announcesChanges { store.gate.announcesChanges = true }
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

  /// All observers, including those that are not notified.
  var allObservers: [ResultsObserver<Item>] { observers }

  /// The observers to be notified of a change. Removes those that have ended.
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

  /// Sets the numbers that are published with each delivery; nil for none.
  func set(_ numbers: (any DeliveredNumbers)?) {
    self.numbers = numbers
    hasNumbers = numbers != nil
  }

  /// Prepares the numbers for the next delivery; returns whether they differ from those that were published.
  func prepareNumbers(_ collapsed: @autoclosure () -> CollapsedSections) -> Bool {
    guard hasNumbers, let numbers else { return false }
    return numbers.prepare(contents: store.contentNumber, collapsed())
  }

  /// Makes a version the delivered one; nil for the current one. `change` is nil if no visible row has changed.
  func show(_ new: ResultsVersion?, after change: ResultsChange<Item>?) {
    if let new { store.delivered = new }
    if hasNumbers { numbers?.publish() }
    guard hasFollowers else { return }
    for reference in followers { reference.follower?.follow(change) }
  }

  /// Sends a change to all streams.
  func send(_ change: ResultsChange<Item>) {
    guard hasStreams else { return }
    streams.removeAll { $0.mailbox == nil }
    for stream in streams { stream.mailbox?.put(change) }
  }
}

/// A follower of the visible rows that is notified before observers, such as a selection.
protocol ChangeFollower<Item>: AnyObject {
  associatedtype Item

  /// Whether there is nothing to follow, so that no change must be computed for it.
  var isEmpty: Bool { get }

  /// Follows to a new snapshot. `change` leads to it, and is nil if no visible row has changed.
  func follow(_ change: ResultsChange<Item>?)
}

/// A weak reference to a follower.
struct WeakFollower<Item> {
  weak var follower: (any ChangeFollower<Item>)?
}
