import FilterEngine
import Foundation
import TestSupport
import Testing

@testable import FilterableResults

/// What counts as the same: values by their content, changes and failures by all of their parts.
@Suite struct ContentTests {
  /// Values of which no two have the same content, though some are equal.
  private static let scalars: [FilterValue] = [
    nil, true, false, 1, 0, 1.0, 0.5, .decimal(1), .decimal(Decimal(string: "0.5") ?? 0),
    FilterValue(integer: UInt64.max), FilterValue(integer: UInt128.max), "1", "", "é",
    .data(Data([1])), .data(Data()), .date(Date(timeIntervalSinceReferenceDate: 1)),
  ]

  @Test func contentIsValueAndKindOfEverything() {
    let values =
      Self.scalars
      + Self.scalars.flatMap { value -> [FilterValue] in
        [
          [value], [value, value], [value, "x"], ["x", value], .set(FilterSet([value, "x"])),
          ["a": value], ["b": value], ["a": value, "b": 2], ["a": [value]],
        ]
      } + [[], [:], .set(FilterSet([]))]
    for (left, value) in values.enumerated() {
      for (right, other) in values.enumerated() {
        #expect(value.isSameContent(as: other) == (left == right), "\(value) and \(other)")
      }
    }
  }

  @Test func theOrderOfMembersDoesNotCount() {
    let orders: [(FilterValue, FilterValue)] = [
      (["a": 1, "b": 2], ["b": 2, "a": 1]),
      (.set(FilterSet([1, 2.5])), .set(FilterSet([2.5, 1]))),
      (["a": .set(FilterSet([1, 2]))], ["a": .set(FilterSet([2, 1]))]),
    ]
    for (left, right) in orders {
      #expect(left.isSameContent(as: right) && right.isSameContent(as: left))
    }
  }

  /// Another kind of an equal value is reported, wherever it is.
  @Test(
    arguments: [
      (1, 1.0), ([1], [1.0]), (["a": 1], ["a": 1.0]), (["a": [1]], ["a": [true]]),
      (.set(FilterSet([1])), .set(FilterSet([1.0]))),
    ] as [(FilterValue, FilterValue)])
  func anotherKindIsAnUpdate(_ old: FilterValue, _ new: FilterValue) throws {
    let controller = try ResultsController<FilterValue>(identifiedBy: ResultsKey("id"))
    try controller.setItems([["id": 1, "v": old]])
    var updates: [Int] = []
    let observation = controller.observe { updates.append($0.changeset.updatedItems.count) }
    controller.replace(["id": 1, "v": old])
    #expect(updates == [])
    controller.replace(["id": 1, "v": new])
    #expect(updates == [1])
    observation.cancel()
  }

  // MARK: - Changes

  @Test func changesAreEqualInAllOfTheirParts() {
    func snapshot(_ ids: Int...) -> ResultsSnapshot<Row> {
      ResultsSnapshot(sections: [ResultsSection(key: 1, rows: ids.map { .item(Row($0)) })])
    }
    let deletion = Changeset.deleting(ResultsPath(section: 0, item: 1))
    func change(
      _ old: ResultsSnapshot<Row>, _ new: ResultsSnapshot<Row>, _ changes: Changeset
    ) -> ResultsChange<Row> { ResultsChange(from: old, to: new, changeset: changes) }
    let one = change(snapshot(1, 2), snapshot(1), deletion)
    #expect(one == change(snapshot(1, 2), snapshot(1), deletion))
    for other in [
      change(snapshot(1, 3), snapshot(1), deletion), change(snapshot(1, 2), snapshot(2), deletion),
      change(snapshot(1, 2), snapshot(1), Changeset.deleting(ResultsPath(section: 0, item: 0))),
      ResultsChange(reloading: snapshot(1), from: snapshot(1, 2)),
    ] {
      #expect(one != other && other != one && other == other)
    }
    // A reload has no changes, and is not the change that finds none.
    let reload = ResultsChange(reloading: snapshot(1), from: snapshot(1))
    #expect(reload != change(snapshot(1), snapshot(1), Changeset()))
  }

  // MARK: - Failures

  private struct Broken: Error {}

  /// Rows are counted however often they fail, and remembered once, the first hundred.
  @Test(arguments: [0, 1, 99, 100, 101, 150])
  func theFirstRowsThatFailAreRemembered(count: Int) throws {
    let controller = keyed()
    controller.filters.add(
      ResultsFilter("odd") { if $0.id % 2 == 1 { throw Broken() } else { true } })
    try controller.setItems((0..<2 * count).map { Row($0) })
    #expect(controller.failures.count == count)
    #expect(
      controller.failures.positions.map(\.offset)
        == (0..<min(count, 100)).map { 2 * $0 + 1 })
    #expect((controller.failures.first != nil) == (count > 0))
    guard count > 0 else { return }
    controller.performBatch {
      for _ in 0..<3 { controller.replace(Row(1, n: 1)) }
    }
    #expect(controller.failures.positions.map(\.offset) == [1])
  }
}

extension Changeset {
  fileprivate static func deleting(_ path: ResultsPath) -> Changeset {
    var changes = Changeset()
    changes.deletedItems = [path]
    return changes
  }
}
