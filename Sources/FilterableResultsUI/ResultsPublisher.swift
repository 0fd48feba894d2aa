#if LIST_VIEW_STAND_IN
  import FilterEngine
  public import FilterableResults
  public import ListViewStandIn
#elseif canImport(Combine)
  public import Combine
  import FilterEngine
  public import FilterableResults
#endif

#if LIST_VIEW_STAND_IN || canImport(Combine)
  extension ResultsController {
    /// A Combine publisher of the changes: first the current state, if there is data, then each change.
    ///
    /// A subscriber whose demand is lower than the number of changes receives the changes that it missed as one.
    /// The publisher retains the controller; a subscription does not.
    public var publisher: some Publisher<ResultsChange<Item>, Never> {
      ResultsPublisher(controller: self)
    }
  }

  private struct ResultsPublisher<Item: Filterable>: Publisher {
    typealias Output = ResultsChange<Item>
    typealias Failure = Never

    let controller: ResultsController<Item>

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == ResultsChange<Item>, S.Failure == Never {
      let subscription = ResultsSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.follow(controller)
    }
  }

  /// A subscriber with the changes that it has not yet demanded.
  private final class ResultsSubscription<Item: Filterable, S: Subscriber>: Subscription
  where S.Input == ResultsChange<Item> {
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var waiting: ResultsChange<Item>?
    private var observation: ResultsObservation?
    private var isSending = false

    init(_ subscriber: S) { self.subscriber = subscriber }

    func follow(_ controller: ResultsController<Item>) {
      // The subscriber may have cancelled when it received the subscription.
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
