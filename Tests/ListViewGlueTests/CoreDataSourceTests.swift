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
  private let results = ResultsController<Fruit>(identifiedBy: \.id, sortedBy: [.ascending(\.id)])
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
    #expect(changes.last?.insertedItems == [ResultsPath(section: 0, item: 2)])
    #expect(changes.last?.updatedItems.map(\.to) == [ResultsPath(section: 0, item: 1)])
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

  final class BasketObject: NSManagedObject {
    var number = 0
    var name = ""
    var fruits: [FruitObject] = []
  }

  struct FruitBasket: Filterable {
    var id: Int
    var name: String
    var fruits: [Fruit]
    static let filterFields = FilterFields<FruitBasket>(
      FilterField("id", \.id), FilterField("name", \.name), FilterField("fruits", \.fruits))
  }

  /// ZS-1: one section for each parent of a request, with the objects of an ordered relationship as rows.
  @Test func parentsAreSections() {
    let (red, green) = (BasketObject(context: context), BasketObject(context: context))
    (red.number, red.name) = (1, "Red")
    (green.number, green.name) = (2, "Green")
    red.fruits = [FruitObject(2, "Elstar", in: context), FruitObject(1, "Cherry", in: context)]
    context.processPendingChanges()
    let baskets = CoreDataSource(
      NSFetchRequest<BasketObject>(entityName: "Basket"), in: context, related: [FruitObject.self]
    ) { object in
      FruitBasket(
        id: object.number, name: object.name,
        fruits: object.fruits.map { Fruit($0.number, $0.name) })
    }
    let source = HierarchySource(
      baskets, identifiedBy: ResultsKey(\.id), title: \.name, children: \.fruits)
    let results = ResultsController<Fruit>(identifiedBy: \.id)
    results.follow(source) { Issue.record($0) }
    #expect(results.texts == [["2 Elstar", "1 Cherry"], []])
    #expect(results.snapshot.map(\.title) == ["Red", "Green"])
    #expect(source.parent(forSection: 2)?.name == "Green")
    var changes: [Changeset] = []
    results.observe { changes.append($0.changeset) }
    // A child that goes to another parent, which changes both, and one that changes alone.
    green.fruits.append(red.fruits.removeFirst())
    context.didUpdate(red)
    context.didUpdate(green)
    context.processPendingChanges()
    #expect(results.texts == [["1 Cherry"], ["2 Elstar"]])
    #expect(changes.count == 1 && changes.last?.movedItems.count == 1)
    red.fruits[0].name = "Sour cherry"
    context.didUpdate(red.fruits[0])
    context.processPendingChanges()
    #expect(results.texts == [["1 Sour cherry"], ["2 Elstar"]])
    #expect(changes.count == 2 && changes.last?.updatedItems.count == 1)
    // What no value reads is no change.
    let fetches = context.fetches
    _ = OtherObject(context: context)
    context.processPendingChanges()
    #expect(context.fetches == fetches)
  }
}
