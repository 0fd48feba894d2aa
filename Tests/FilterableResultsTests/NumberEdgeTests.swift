import FilterEngine
import FilterableResults
import Foundation
import ResultsTestSupport
import Testing

/// Numbers at the ends of what an integer holds, wherever logs and change sets take a number: they are refused,
/// clamped, or answered, and end no program.
@Suite struct NumberEdgeTests {
  private static let numbers: [Int] = [.min, .min + 1, -1, 0, 1, 2, .max - 1, .max]

  private static let paths = numbers.flatMap { section in
    numbers.map { ItemPath(section: section, item: $0) }
  }

  // MARK: - Logs

  @Test(arguments: numbers) func aLogHasEveryLimit(_ limit: Int) throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    let log = Recording(ResultsLog(of: controller, limit: limit))
    let token = controller.observe { log.log.record($0) }
    for id in 2...4 { try controller.add(Row(id)) }
    let kept = min(max(limit, 0), 3)
    #expect(log.log.count == kept && log.log.position == kept && log.log.snapshot.rowCount == 4)
    #expect(log.log.start.rowCount == 4 - kept)
    _ = log.log.undo()
    log.log.limit = .max
    log.log.limit = limit
    #expect(log.log.count <= kept && log.log.snapshot.rowCount <= 4)
    // What others wrote has any limit.
    let data = try JSONEncoder().encode(log.log)
    let read = try JSONDecoder().decode(ResultsLog<Row>.self, from: data)
    #expect(read.count == log.log.count && read.limit == limit)
    #expect(ResultsLog<Row>(limit: limit).isEmpty && token.isActive)
  }

  private final class Recording {
    var log: ResultsLog<Row>
    init(_ log: ResultsLog<Row>) { self.log = log }
  }

  @Test(arguments: numbers) func aPositionOutsideOfALogIsTheNearest(_ first: Int) throws {
    let controller = keyed()
    try controller.setItems([])
    let log = Recording(ResultsLog(of: controller))
    let token = controller.observe { log.log.record($0) }
    for id in 1...2 { try controller.add(Row(id)) }
    for last in Self.numbers {
      let change = log.log.change(from: first, to: last)
      #expect(change.old.rowCount == min(max(first, 0), 2), "\(first) \(last)")
      #expect(change.new.rowCount == min(max(last, 0), 2), "\(first) \(last)")
    }
    #expect(token.isActive)
  }

  /// A log of others: limits and positions of all sizes, and a change set to no data.
  @Test func aLogOfOthersIsReadOrRefused() throws {
    let section = #"{"key":{},"rows":[{"item":{"id":1,"n":0}}]}"#
    let change = #"""
      {"changeset":{"deletedSections":[7],"insertedSections":[],"movedSections":[],"updatedSections":[],
      "deletedItems":[[0,5]],"insertedItems":[],"movedItems":[],"updatedItems":[]},
      "isReload":false,"isLoaded":false,"rows":[],"sections":[]}
      """#
    func read(_ position: Int, _ limit: Int, _ changes: String) throws -> ResultsLog<Row> {
      let text =
        #"{"start":{"sections":[\#(section)]},"changes":[\#(changes)],"position":\#(position),"limit":\#(limit)}"#
      return try JSONDecoder().decode(ResultsLog<Row>.self, from: Data(text.utf8))
    }
    for limit in Self.numbers {
      for position in Self.numbers {
        let isThere = position == 0 || position == 1
        #expect(((try? read(position, limit, change)) != nil) == isThere)
        #expect(((try? read(position, limit, "")) != nil) == (position == 0))
      }
    }
    // Nothing of the change set is handed to a view.
    let log = try read(1, 5, change)
    #expect(log[0].isReload && log[0].changeset.isEmpty)
    #expect(log.change(from: 0, to: 1).isReload)
  }

  // MARK: - Change sets

  @Test(arguments: numbers) func countsOfAllSizesAreCheckedOrRefused(_ count: Int) throws {
    var inserted = Changeset()
    inserted.insertedSections = [0]
    let isNone = count < 0 || count > Int(Int32.max)
    if isNone {
      #expect(throws: ChangesetError.self) { try Changeset().validate(from: [count], to: [count]) }
      #expect(throws: ChangesetError.self) { try Changeset().validate(from: [], to: [count]) }
      #expect(throws: ChangesetError.self) { try inserted.validate(from: [], to: [count]) }
      #expect(throws: ChangesetError.self) { try inserted.flattened(from: [], to: [count]) }
      #expect(throws: ChangesetError.self) { try inserted.flattened(from: [count, count], to: []) }
      #expect(throws: ChangesetError.self) { try Changeset().sequence(from: [count]) }
      #expect(throws: ChangesetError.self) { try Changeset().stages(from: [count]) }
      #expect(throws: ChangesetError.self) {
        try inserted.composed(with: Changeset(), from: [], through: [count], to: [count])
      }
      #expect(throws: ChangesetError.self) {
        try Changeset().composed(with: inserted, from: [], through: [], to: [count])
      }
    } else {
      try inserted.validate(from: [], to: [count])
      #expect(try inserted.flattened(from: [], to: [count]).insertedItems.count == count)
    }
  }

  /// Change sets of single events at all places, against two sections.
  @Test func placesOfAllSizesAreCheckedOrRefused() {
    var all: [Changeset] = []
    for number in Self.numbers {
      for write: (inout Changeset) -> Void in [
        { $0.deletedSections = [number] }, { $0.insertedSections = [number] },
        { $0.deletedSections = [number, number] }, { $0.insertedSections = [number, number] },
      ] {
        var changes = Changeset()
        write(&changes)
        all.append(changes)
      }
      for other in Self.numbers {
        let pair = Changeset.SectionPair(from: number, to: other)
        for write: (inout Changeset) -> Void in [
          { $0.movedSections = [pair] }, { $0.updatedSections = [pair] },
          { ($0.movedSections, $0.deletedSections) = ([pair], [other]) },
        ] {
          var changes = Changeset()
          write(&changes)
          all.append(changes)
        }
      }
    }
    let some = Self.paths.filter { [.min, -1, 0, 1, .max].contains($0.section) }
    for path in Self.paths {
      for write: (inout Changeset) -> Void in [
        { $0.deletedItems = [path] }, { $0.insertedItems = [path] },
      ] {
        var changes = Changeset()
        write(&changes)
        all.append(changes)
      }
      for other in some {
        let pair = Changeset.ItemPair(from: path, to: other)
        for write: (inout Changeset) -> Void in [
          { $0.movedItems = [pair] }, { $0.updatedItems = [pair] },
        ] {
          var changes = Changeset()
          write(&changes)
          all.append(changes)
        }
      }
    }
    var fits = 0
    for changes in all {
      #expect(changes.inverse.inverse.count == changes.count && changes.withoutMoves.count >= 0)
      #expect(changes.itemChanges.count + changes.sectionChanges.count == changes.count)
      _ = changes.difference(from: [1, 2], to: [1, 2, 3])
      _ = try? changes.validate(from: [2, 1], to: [2, 1])
      _ = try? changes.flattened(from: [2, 1], to: [1, 1])
      _ = try? changes.composed(with: changes, from: [2, 1], through: [2, 1], to: [2, 1])
      let isRight = (try? changes.sequence(from: [2, 1])) != nil
      #expect(((try? changes.stages(from: [2, 1])) != nil) == isRight)
      let applied = try? changes.applied(
        to: [[1, 2], [3]], row: { _ in 9 }, section: { _ in [8] })
      #expect((applied != nil) == isRight)
      fits += isRight ? 1 : 0
    }
    #expect(fits > 10 && fits < all.count / 2)
  }
}
