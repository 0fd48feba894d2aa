import FilterableResults
import FilterableResultsTesting
import FilterableResultsUI
import Foundation
import ListViewGlue
import ListViewStandIn
import Testing

/// Moves by the user, which the view shows before the data has them.
@MainActor @Suite struct UserMoveTests {
  private func table(_ controller: ResultsController<Fruit>) -> FruitTable {
    let table = FruitTable(controller)
    table.source.moveRow = { [unowned adapter = table.adapter] from, to in
      try? adapter.userMovedRow(from: from, to: to, in: controller)
    }
    table.view.layoutIfNeeded()
    return table
  }

  /// Waits until what was deferred has run.
  private func settle() async {
    for _ in 0..<10 { await Task.yield() }
  }

  @Test func aMoveIsShownOnce() async throws {
    let basket = try Basket()
    let table = table(basket.controller)
    table.view.userMoves([0, 0], to: [1, 1])
    #expect(table.view.texts == [["2", "3"], ["4", "1", "5"], ["8"]])
    #expect(basket.controller.texts == table.view.texts)
    let cells = table.view.asked.view.rows
    basket.controller.remove(key: 4)
    await settle()
    #expect(table.view.texts == [["2", "3"], ["1", "5"], ["8"]])
    // The next change goes on from there: the other rows are not loaded again.
    let now = table.view.asked.view.rows
    #expect(now[0][0] === cells[0][0] && now[1][0] === cells[1][1] && now[2][0] === cells[2][0])
    #expect(basket.controller.texts == table.view.texts)
    #expect(table.problems == [])
  }

  @Test func aMoveBelowAFilterTakesTheRowToItsNeighbours() async throws {
    let controller = ResultsController<Fruit>(identifiedBy: \.id)
    try controller.setItems((0..<8).map { Fruit($0) })
    controller.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 })
    let table = table(controller)
    table.view.userMoves([0, 0], to: [0, 2])
    #expect(table.view.texts == [["3", "5", "1", "7"]])
    #expect(controller.texts == table.view.texts)
    #expect(controller.items?.map(\.id) == [0, 2, 3, 4, 5, 1, 6, 7])
    table.view.userMoves([0, 3], to: [0, 0])
    #expect(controller.items?.map(\.id) == [0, 2, 7, 3, 4, 5, 1, 6])
    #expect(controller.texts == table.view.texts)
    await settle()
    #expect(table.problems == [])
  }

  @Test func anOrderTakesTheRowBack() async throws {
    let controller = ResultsController<Fruit>(identifiedBy: \.id, sortedBy: [.ascending(\.id)])
    try controller.setItems([Fruit(3), Fruit(1), Fruit(2)])
    let table = table(controller)
    table.view.userMoves([0, 0], to: [0, 2])
    #expect(table.view.texts == [["2", "3", "1"]])
    // An edit before the view takes calls again.
    try controller.add(Fruit(0))
    #expect(table.view.texts == [["2", "3", "1"]])
    await settle()
    #expect(table.view.texts == [["0", "1", "2", "3"]])
    #expect(table.problems == [])
  }

  /// A change during a move is completed after it, and not again after the next move.
  @Test(arguments: [true, false])
  func aChangeDuringAMoveIsCompletedOnce(isMade: Bool) async throws {
    let controller = ResultsController<Fruit>(identifiedBy: \.id)
    try controller.setItems((0..<4).map { Fruit($0) })
    let table = table(controller)
    var completed: [String] = []
    func move(_ name: String) async {
      table.source.moveRow = { [unowned adapter = table.adapter] from, to in
        try? adapter.userMovedRow(from: from, to: to) {
          if isMade { try controller.move(from: from, to: to) }
          let rows = controller.snapshot
          adapter.apply(ResultsChange(from: rows, to: rows, identifiedBy: \.id)) { finished in
            completed.append("\(name) \(finished)")
          }
        }
      }
      table.view.userMoves([0, 0], to: [0, 2])
      await settle()
    }
    await move("first")
    #expect(completed == ["first true"])
    await move("second")
    #expect(completed == ["first true", "second true"])
    #expect(table.view.texts == controller.texts && table.problems == [])
  }

  /// Sections whose aggregates differ are reported once, when the view shows the rows of the data.
  @Test func aggregatesDifferAfterAMove() async throws {
    let controller = ResultsController<Fruit>(identifiedBy: \.id, sectionedBy: \.name)
    try controller.setItems([Fruit(1, "a"), Fruit(2, "a"), Fruit(3, "b"), Fruit(4, "c")])
    controller.aggregates = [.sum(\.id)]
    let table = table(controller)
    var reported: [[Int]] = []
    table.adapter.didChangeAggregates = { reported.append($0) }
    // Nothing moves in the data.
    table.view.userMoves([0, 1], to: [1, 0])
    await settle()
    #expect(reported == [] && table.view.texts == controller.texts)
    table.source.moveRow = { [unowned adapter = table.adapter] from, to in
      adapter.userMovedRow(from: from, to: to) { controller.replace(Fruit(2, "b")) }
    }
    table.view.userMoves([0, 1], to: [1, 0])
    await settle()
    #expect(reported == [[0, 1]] && table.view.texts == controller.texts)
    #expect(table.problems == [])
  }

  @Test func numbersDifferDuringAMove() async throws {
    let basket = try Basket()
    let table = table(basket.controller)
    var reported: [[Int]] = []
    table.adapter.didChangeAggregates = { reported.append($0) }
    table.source.moveRow = { [unowned adapter = table.adapter] from, to in
      try? adapter.userMovedRow(from: from, to: to) {
        try basket.controller.move(from: from, to: to)
        basket.controller.aggregates = [.maximum(\.id)]
      }
    }
    table.view.userMoves([0, 0], to: [0, 2])
    #expect(reported == [[0, 1, 2]] && table.view.texts == basket.controller.texts)
    await settle()
    #expect(reported.count == 1 && table.problems == [])
    #expect(table.adapter.rows.section(at: 1)?.aggregates == [AggregateValue(5)])
    // The view goes on from there.
    let cells = table.view.asked.view.rows
    basket.controller.remove(key: 4)
    #expect(reported.count == 1 && table.view.asked.view.rows[0][0] === cells[0][0])
  }

  @Test func aMoveInABatchIsShownAtItsEnd() async throws {
    let basket = try Basket()
    let table = table(basket.controller)
    basket.controller.begin()
    table.view.userMoves([0, 0], to: [0, 2])
    await settle()
    #expect(table.view.texts == [["1", "2", "3"], ["4", "5"], ["8"]])
    try basket.controller.end()
    #expect(table.view.texts == [["2", "3", "1"], ["4", "5"], ["8"]])
    #expect(table.problems == [])
  }

  @Test func aRowLeavesASectionOfItsContentOnlyWithIt() async throws {
    let controller = ResultsController<Fruit>(identifiedBy: \.id, sectionedBy: \.name)
    try controller.setItems([Fruit(0, "a"), Fruit(1, "a"), Fruit(2, "a"), Fruit(3, "b")])
    let table = table(controller)
    table.view.userMoves([0, 1], to: [1, 0])
    await settle()
    #expect(table.view.texts == [["0 a", "1 a", "2 a"], ["3 b"]])
    table.source.moveRow = { [unowned adapter = table.adapter] from, to in
      adapter.userMovedRow(from: from, to: to) { controller.replace(Fruit(1, "b")) }
    }
    table.view.userMoves([0, 1], to: [1, 0])
    #expect(table.view.texts == [["0 a", "2 a"], ["1 a", "3 b"]])
    await settle()
    #expect(table.view.texts == [["0 a", "2 a"], ["1 b", "3 b"]])
    #expect(table.problems == [])
  }

  @Test func collectionsTakeMovesToo() async throws {
    let basket = try Basket()
    let collection = FruitCollection(basket.controller)
    collection.source.moveRow = { [unowned adapter = collection.adapter] from, to in
      try? adapter.userMovedRow(from: from, to: to, in: basket.controller)
    }
    collection.view.layoutIfNeeded()
    collection.view.userMoves([2, 0], to: [0, 1])
    #expect(collection.view.texts == [["1", "8", "2", "3"], ["4", "5"], []])
    #expect(basket.controller.texts == collection.view.texts)
    await settle()
    #expect(collection.problems == [])
  }
}
