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
    #expect(reader.changes.last?.changeset.deletedItems == [ItemPath(section: 1, item: 0)])
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
        == [ItemPath(section: 0, item: 1), ItemPath(section: 0, item: 0)])
    basket.controller.remove(key: 3)
    #expect(reader.changes.count == 3)
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
