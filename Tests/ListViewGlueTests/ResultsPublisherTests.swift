import FilterableResults
import ListViewGlue
import ListViewStandIn
import Testing

/// The Combine publisher of a controller.
@Suite struct ResultsPublisherTests {
  private final class Reader: Subscriber {
    var subscription: (any Subscription)?
    var changes: [ResultsChange<Fruit>] = []
    var more = Subscribers.Demand.none

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: ResultsChange<Fruit>) -> Subscribers.Demand {
      changes.append(input)
      return more
    }

    typealias Input = ResultsChange<Fruit>
    typealias Failure = Never
  }

  @Test func everyDeliveryIsSent() throws {
    let basket = try Basket()
    let reader = Reader()
    basket.controller.publisher.receive(subscriber: reader)
    #expect(reader.changes.isEmpty)
    reader.subscription?.request(.unlimited)
    #expect(reader.changes.map(\.isReload) == [true])
    basket.controller.remove(key: 1)
    basket.controller.remove(key: 4)
    #expect(reader.changes.count == 3)
    #expect(reader.changes.last?.changeset.deletedItems == [ResultsPath(section: 1, item: 0)])
    reader.subscription?.cancel()
    basket.controller.remove(key: 5)
    #expect(reader.changes.count == 3)
  }

  @Test func whatIsMissedComesAsOne() throws {
    let basket = try Basket()
    let reader = Reader()
    basket.controller.publisher.receive(subscriber: reader)
    reader.subscription?.request(.max(1))
    basket.controller.remove(key: 1)
    basket.controller.remove(key: 2)
    #expect(reader.changes.count == 1)
    reader.more = .max(1)
    reader.subscription?.request(.max(1))
    #expect(reader.changes.count == 2)
    #expect(
      reader.changes.last?.changeset.deletedItems
        == [ResultsPath(section: 0, item: 1), ResultsPath(section: 0, item: 0)])
    basket.controller.remove(key: 3)
    #expect(reader.changes.count == 3)
  }

  @Test func numbersAloneAreSentAndJoined() throws {
    let basket = try Basket()
    basket.controller.sections.setCollapsed(true, forKey: "B")
    basket.controller.aggregates = [.sum(\.id)]
    let reader = Reader()
    basket.controller.publisher.receive(subscriber: reader)
    reader.subscription?.request(.max(1))
    // Only numbers, then a row, then only numbers.
    basket.controller.remove(key: 4)
    basket.controller.remove(key: 8)
    basket.controller.remove(key: 5)
    reader.subscription?.request(.max(1))
    let change = try #require(reader.changes.last)
    #expect(reader.changes.count == 2 && !change.isReload)
    #expect(change.changeset.deletedItems == [ResultsPath(section: 2, item: 0)])
    #expect(change.aggregates == [0] && change.sectionAggregates == [1, 2])
    #expect(change.old.aggregates == [AggregateValue(23)] && change.new.aggregates.count == 1)
    #expect(change.new.aggregates == [AggregateValue(6)])
    reader.subscription?.request(.max(1))
    basket.controller.aggregates = [.maximum(\.id)]
    #expect(reader.changes.count == 3 && reader.changes.last?.changeset.isEmpty == true)
  }

  /// A reader that may do anything with what it gets, and keeps when it began and ended to take a change.
  private final class BusyReader: Subscriber {
    var subscription: (any Subscription)?
    var calls: [String] = []
    var begin: (any Subscription) -> Void = { _ in }
    var take: (ResultsChange<Fruit>) -> Subscribers.Demand = { _ in .none }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      begin(subscription)
    }

    func receive(_ input: ResultsChange<Fruit>) -> Subscribers.Demand {
      calls.append("begin")
      defer { calls.append("end \(input.new.rowCount)") }
      return take(input)
    }

    typealias Input = ResultsChange<Fruit>
    typealias Failure = Never
  }

  @Test func aChangeIsTakenAfterTheOneBefore() throws {
    let basket = try Basket()
    let reader = BusyReader()
    reader.take = { [unowned reader] change in
      // A change and a demand while one is taken wait for its end.
      if let last = change.new.items.last, change.new.rowCount > 3 {
        basket.controller.remove(last)
      }
      reader.subscription?.request(.max(1))
      return .none
    }
    basket.controller.publisher.receive(subscriber: reader)
    reader.subscription?.request(.max(1))
    #expect(
      reader.calls == ["begin", "end 6", "begin", "end 5", "begin", "end 4", "begin", "end 3"])
    basket.controller.remove(key: 1)
    #expect(reader.calls.suffix(2) == ["begin", "end 2"])
  }

  @Test(arguments: [true, false]) func whoCancelsGetsNothingMore(isAtOnce: Bool) throws {
    let basket = try Basket()
    var reader: BusyReader? = BusyReader()
    reader?.begin = { subscription in
      subscription.request(.unlimited)
      if isAtOnce { subscription.cancel() }
    }
    if let reader { basket.controller.publisher.receive(subscriber: reader) }
    #expect(reader?.calls == (isAtOnce ? [] : ["begin", "end 6"]))
    reader?.take = { [weak reader] _ in
      reader?.subscription?.cancel()
      return .unlimited
    }
    let subscription = reader?.subscription
    basket.controller.remove(key: 1)
    basket.controller.remove(key: 2)
    subscription?.request(.unlimited)
    #expect(reader?.calls == (isAtOnce ? [] : ["begin", "end 6", "begin", "end 5"]))
    // Who has cancelled is let go, even where the subscription is kept.
    weak let gone = reader
    reader = nil
    #expect(gone == nil && subscription != nil)
  }

  @Test func aSubscriptionKeepsNoController() throws {
    let reader = Reader()
    weak var gone: ResultsController<Fruit>?
    do {
      let basket = try Basket()
      gone = basket.controller
      basket.controller.publisher.receive(subscriber: reader)
    }
    #expect(gone == nil)
  }
}
