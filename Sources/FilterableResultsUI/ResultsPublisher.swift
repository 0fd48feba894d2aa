#if LIST_VIEW_STAND_IN
  public import FilterEngine
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(Combine)
  public import Combine
  public import FilterEngine
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || canImport(Combine)
  /// The changes of a controller as a Combine publisher: the present state first if there is data, then every
  /// delivery.
  ///
  /// Where a subscriber demands fewer changes than there are, it gets those that it missed as one.
  public struct ResultsPublisher<Item: Filterable>: Publisher {
    /// A change.
    public typealias Output = ResultsChange<Item>

    /// A controller does not fail.
    public typealias Failure = Never

    let controller: ResultsController<Item>

    /// Begins to send changes to a subscriber, in the isolation domain of the controller.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == ResultsChange<Item>, S.Failure == Never {
      let subscription = ResultsSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.follow(controller)
    }
  }

  extension ResultsController {
    /// The changes as a Combine publisher. It keeps the controller; a subscription does not.
    public var publisher: ResultsPublisher<Item> { ResultsPublisher(controller: self) }
  }

  /// A subscriber with the changes that it has not demanded yet.
  private final class ResultsSubscription<Item: Filterable, S: Subscriber>: Subscription
  where S.Input == ResultsChange<Item> {
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var waiting: ResultsChange<Item>?
    private var observation: ResultsObservation?
    private var isSending = false

    init(_ subscriber: S) { self.subscriber = subscriber }

    func follow(_ controller: ResultsController<Item>) {
      // The subscriber may have cancelled as it got the subscription.
      guard subscriber != nil else { return }
      observation = controller.observe(for: self, sendingCurrent: true) { [weak self] change in
        self?.take(change)
      }
      if subscriber == nil { observation?.cancel() }
    }

    private func take(_ change: ResultsChange<Item>) {
      waiting = waiting?.followed(by: change) ?? change
      send()
    }

    private func send() {
      guard !isSending else { return }
      isSending = true
      defer { isSending = false }
      while demand > .none, let change = waiting, let subscriber {
        waiting = nil
        demand -= 1
        demand += subscriber.receive(change)
      }
    }

    func request(_ demand: Subscribers.Demand) {
      self.demand += demand
      send()
    }

    func cancel() {
      subscriber = nil
      waiting = nil
      observation?.cancel()
    }
  }
#endif
