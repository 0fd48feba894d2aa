import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// Rows that are looked for by key, each by a search and many from a list of all paths, beside the snapshot.
@Suite struct LookUpTests {
  private static var forms: [(inout ResultsConfiguration<Row>) -> Void] {
    [
      { $0.rows.sort = [.ascending(\.n)] },
      {
        $0.sections.key = ResultsKey(\.city)
        $0.sections.order = .descending
        $0.rows.sort = [.descending(\.n)]
      },
      {
        $0.sections.key = ResultsKey { $0.n % 3 }
        $0.sections.empty = .keep
      },
      {
        $0.sections.key = ResultsKey(\.city)
        $0.groupRows.areShown = true
        $0.groupRows.test = { $0.n % 2 == 0 }
      },
    ]
  }

  /// The paths of all items that are rows, by their keys.
  private static func paths(_ snapshot: ResultsSnapshot<Row>) -> [Int: ResultsPath] {
    var paths: [Int: ResultsPath] = [:]
    for path in snapshot.paths { if let item = snapshot[path] { paths[item.id] = path } }
    return paths
  }

  /// Looks for `ids`, the hidden ones among them; a row that stands in a group row has the group's path.
  private static func expectPaths(_ controller: ResultsController<Row>, of ids: some Sequence<Int>)
  {
    let snapshot = controller.snapshot
    let known = paths(snapshot)
    for id in ids {
      let path = controller.path(forKey: FilterValue.int(Int64(id)))
      if let path, known[id] == nil {
        #expect(controller.configuration.groupRows.areShown && snapshot[path] == nil)
      } else {
        #expect(path == known[id])
      }
    }
  }

  @Test(arguments: RandomSearch.seeds(6))
  func aRowIsFoundWhereItIsShown(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    for form in Self.forms {
      let controller = keyed(form)
      controller.filters.add(ResultsFilter("few") { $0.n % 5 != 0 })
      let items = (0..<400).map { Self.row($0, &dice) }
      try controller.setItems(items)
      let observation = controller.observe { [unowned controller] _ in
        // What is shown while a change is delivered is not the next one.
        Self.expectPaths(controller, of: 0..<5)
        Self.expectPaths(controller, of: 395..<410)
      }
      for step in 0..<20 {
        // A few rows are searched for, more of them listed.
        Self.expectPaths(controller, of: 0..<(step % 3 == 0 ? 3 : 410))
        if step % 4 == 1 {
          controller.performBatch {
            for id in 100..<110 { controller.replace(Self.row(id, &dice)) }
            Self.expectPaths(controller, of: 98..<112)
            controller.remove(key: FilterValue.int(Int64(step)))
            Self.expectPaths(controller, of: 0..<40)
          }
        } else {
          let id = Int.random(in: 0..<410, using: &dice)
          switch Int.random(in: 0..<4, using: &dice) {
          case 0: controller.remove(key: FilterValue.int(Int64(id)))
          case 1: controller.filters.add(ResultsFilter("few") { $0.n % (2 + step) != 0 })
          case 2:
            if let key = controller.snapshot.sections.first?.key {
              controller.sections.setCollapsed(true, forKey: key)
            }
          default: try controller.merge([Self.row(id, &dice)])
          }
        }
      }
      Self.expectPaths(controller, of: 0..<410)
      observation.cancel()
    }
  }

  /// The list of all paths belongs to one version, and is gone after an edit of it.
  @Test func anEditInPlaceForgetsTheListOfPaths() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<200).map { Row($0, n: $0) })
    let observation = controller.observe { _ in }
    for id in 0..<200 { #expect(controller.path(forKey: FilterValue.int(Int64(id)))?.item == id) }
    #expect(controller.store.delivered.pathsOfManyLookUps() != nil)
    controller.replace(Row(199, n: -1))
    #expect(controller.store.delivered.pathsOfManyLookUps() == nil)
    #expect(controller.path(forKey: 199)?.item == 0)
    #expect(controller.path(forKey: 0)?.item == 1)
    Self.expectPaths(controller, of: 0..<200)
    observation.cancel()
  }

  private static func row(_ id: Int, _ dice: inout SeededGenerator) -> Row {
    Row(
      id, n: Int.random(in: 0..<30, using: &dice),
      city: ["Rome", "Oslo", "Bern", nil][Int.random(in: 0..<4, using: &dice)])
  }
}
