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
    numbers.map { ResultsPath(section: section, item: $0) }
  }

  // MARK: - Logs

  @Test(arguments: numbers) func aLogHasEveryLimit(_ limit: Int) throws {
    let controller = keyed()
    try controller.setItems(rows(1))
    controller.log = ResultsLog(limit: limit)
    for id in 2...4 { try controller.add(Row(id)) }
    let kept = min(max(limit, 0), 3)
    #expect(controller.log?.undoCount == kept && controller.log?.limit == limit)
    #expect(try controller.undo() == (kept > 0))
    controller.log?.limit = .max
    controller.log?.limit = limit
    #expect(controller.log?.undoCount == max(0, kept - 1))
    // What others wrote has any limit.
    let data = try JSONEncoder().encode(controller.log)
    let read = try JSONDecoder().decode(ResultsLog<Row>.self, from: data)
    #expect(read.undoCount == max(0, kept - 1) && read.limit == limit)
  }

  /// Logs of others: positions of all sizes are those of a row, or refused; the rows stay then.
  @Test(arguments: numbers) func aLogOfOthersIsMadeOrRefused(_ number: Int) throws {
    for step in [
      #"{"remove":{"_0":{"id":1,"n":0},"at":[0,N]}}"#,
      #"{"insert":{"_0":{"id":9,"n":0},"at":[N,0]}}"#,
      #"{"replace":{"_0":{"id":1,"n":5},"at":[0,N]}}"#,
      #"{"move":{"from":[0,N],"to":[0,1]}}"#,
      #"{"move":{"from":[0,0],"to":[N,N]}}"#, #"{"removeSection":{"_0":{},"at":N}}"#,
      #"{"insertSection":{"_0":{"string":"x"},"at":N}}"#, #"{"moveSection":{"from":N,"to":0}}"#,
      #"{"moveSection":{"from":0,"to":N}}"#, #"{"setTitle":{"_0":"x","at":N}}"#,
    ] {
      let text =
        #"{"undo":[[{"setTitle":{"_0":"y","at":0}},\#(step)]],"redo":[],"limit":5}"#
        .replacing("N", with: "\(number)")
      guard let log = try? JSONDecoder().decode(ResultsLog<Row>.self, from: Data(text.utf8)) else {
        continue
      }
      let controller = keyed()
      try controller.setItems(rows(1, 2))
      let shown = Recorder(controller)
      controller.log = log
      do {
        try controller.undo()
        #expect(controller.log?.redoCount == 1)
      } catch {
        #expect([.otherContents, .notSectioned].contains(error), "\(step) \(error)")
        #expect(controller.items == rows(1, 2) && shown.take() == [])
        #expect(controller.log?.undoCount == 1)
      }
    }
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
