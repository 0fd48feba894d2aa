import FilterEngine
import FilterableResults
import Foundation
import ListViewGlue
import ListViewStandIn
import TestSupport
import Testing

/// BS-1, ZS-1: the objects of a context, against a stand-in of Core Data.
@MainActor struct CoreDataSourceTests {
  final class FruitObject: NSManagedObject {
    var number: Int
    var name: String

    init(_ number: Int, _ name: String, in context: NSManagedObjectContext) {
      self.number = number
      self.name = name
      super.init(context: context)
    }
  }

  final class OtherObject: NSManagedObject {}

  private let context = NSManagedObjectContext(.mainQueueConcurrencyType)
  private let results = ResultsController<Fruit>(identifiedBy: \.id, sortedBy: .ascending(\.id))
  private let request = NSFetchRequest<FruitObject>(entityName: "Fruit")

  private func makeSource() -> CoreDataSource<FruitObject, Fruit> {
    CoreDataSource(request, in: context) { Fruit($0.number, $0.name) }
  }

  @Test func eachChangeOfTheContextIsOneChange() {
    let elstar = FruitObject(2, "Elstar", in: context)
    _ = FruitObject(1, "Boskop", in: context)
    context.processPendingChanges()
    results.follow(makeSource()) { Issue.record($0) }
    #expect(results.texts == [["1 Boskop", "2 Elstar"]])
    var changes: [Changeset] = []
    results.observe { changes.append($0.changeset) }
    elstar.name = "Jonagold"
    context.didUpdate(elstar)
    _ = FruitObject(3, "Gala", in: context)
    #expect(changes.isEmpty)
    context.processPendingChanges()
    #expect(results.texts == [["1 Boskop", "2 Jonagold", "3 Gala"]])
    #expect(changes.count == 1)
    #expect(changes.last?.insertedItems == [ItemPath(section: 0, item: 2)])
    #expect(changes.last?.updatedItems.map(\.to) == [ItemPath(section: 0, item: 1)])
    context.delete(elstar)
    context.processPendingChanges()
    #expect(results.texts == [["1 Boskop", "3 Gala"]] && changes.count == 2)
  }

  @Test func anItemIsMadeAgainOnlyWhereItsObjectChanged() {
    let objects = (0..<5).map { FruitObject($0, "", in: context) }
    var made = 0
    let source = CoreDataSource(request, in: context) { object in
      made += 1
      return Fruit(object.number, object.name)
    }
    results.follow(source) { Issue.record($0) }
    context.processPendingChanges()
    made = 0
    context.didUpdate(objects[2])
    context.processPendingChanges()
    #expect(made == 1)
    context.reset()
    #expect(made == 6)
  }

  @Test func objectsOfAnotherKindAreNoChange() {
    results.follow(makeSource()) { Issue.record($0) }
    let fetches = context.fetches
    _ = OtherObject(context: context)
    context.processPendingChanges()
    #expect(context.fetches == fetches)
  }

  @Test func aContextOfAnotherQueueIsShownAMomentLater() async throws {
    let context = NSManagedObjectContext(.privateQueueConcurrencyType)
    let source = CoreDataSource(request, in: context) { Fruit($0.number, $0.name) }
    results.follow(source) { Issue.record($0) }
    _ = FruitObject(1, "", in: context)
    context.processPendingChanges()
    #expect(results.texts == [[]])
    try await results.changes.value { $0.new.rowCount > 0 }
    #expect(results.texts == [["1"]])
  }

  @Test func aRequestMayChangeAndAFetchMayFail() {
    for number in 0..<3 { _ = FruitObject(number, "", in: context) }
    context.processPendingChanges()
    let source = makeSource()
    var errors = 0
    results.follow(source) { _ in errors += 1 }
    let two = NSFetchRequest<FruitObject>(entityName: "Fruit")
    two.fetchLimit = 2
    source.request = two
    #expect(results.texts == [["0", "1"]])
    context.fault = CancellationError()
    source.request = request
    #expect(errors == 1 && results.texts == [["0", "1"]])
    context.fault = nil
    source.followers.contentsDidChange()
    #expect(errors == 1 && results.texts == [["0", "1", "2"]])
  }

  @Test func pausesHoldChangesBackAndTheSourceEndsWithItsController() {
    weak var ended: CoreDataSource<FruitObject, Fruit>?
    do {
      let source = makeSource()
      ended = source
      results.follow(source) { Issue.record($0) }
      source.followers.pause()
      _ = FruitObject(1, "", in: context)
      context.processPendingChanges()
      #expect(results.texts == [[]] && context.fetches == 1)
      source.followers.resume()
      #expect(results.texts == [["1"]])
    }
    results.unfollow()
    #expect(ended == nil)
    let fetches = context.fetches
    _ = FruitObject(2, "", in: context)
    context.processPendingChanges()
    #expect(results.texts == [["1"]] && context.fetches == fetches)
  }
}
