import FilterableResults
import Synchronization
import TestSupport
import Testing

/// What an edit costs beside a comparison of everything.
@Suite(.serialized) struct CostTests {
  /// Counts what is asked of rows.
  private final class Counter: Sendable {
    private let filterings = Atomic(0)
    private let comparisons = Atomic(0)

    var filtered: Int { filterings.load(ordering: .relaxed) }
    var compared: Int { comparisons.load(ordering: .relaxed) }

    func addFiltered() { filterings.add(1, ordering: .relaxed) }
    func addCompared() { comparisons.add(1, ordering: .relaxed) }

    func reset() {
      filterings.store(0, ordering: .relaxed)
      comparisons.store(0, ordering: .relaxed)
    }
  }

  private let count = 100_000

  private func controller(_ counter: Counter) throws -> ResultsController<Row> {
    let controller = keyed {
      $0.rows.comparator = { left, right in
        counter.addCompared()
        return left.n < right.n
      }
    }
    controller.filters.add(
      ResultsFilter("f") { row in
        counter.addFiltered()
        return row.n % 3 != 0
      })
    try controller.setItems((0..<count).map { Row($0, n: $0 * 4) })
    return controller
  }

  @Test func anEditAsksFewRows() throws {
    let counter = Counter()
    let controller = try controller(counter)
    #expect(counter.filtered == count)
    #expect(counter.compared >= count - 1)
    let recorder = ChangeCounter(controller)
    counter.reset()
    let edits = 100
    for edit in 0..<edits {
      switch edit % 4 {
      case 0: controller.replace(Row(edit * 31, n: edit * 997))
      case 1: try controller.add(Row(count + edit, n: edit * 613))
      case 2: controller.remove(key: FilterValue.int(Int64(edit * 17)))
      default:
        try controller.insert(Row(count + edit, n: 5), at: StorePosition(section: 0, offset: edit))
      }
    }
    #expect(recorder.deliveries > edits / 2)
    // A search in 100,000 rows asks 17 of them, each one way and the other; an edit searches a few
    // times. Comparing everything would ask all.
    #expect(counter.filtered <= 2 * edits)
    #expect(counter.compared <= edits * 17 * 2 * 12)
    #expect(controller.snapshot.rowCount > 0)
  }

  @Test func snapshotsThatAreKeptShareWhatTheyHaveInCommon() throws {
    let controller = keyed { $0.rows.sort = [.ascending(\.n)] }
    try controller.setItems((0..<count).map { Row($0, n: $0 * 4) })
    var kept: [ResultsSnapshot<Row>] = []
    kept.reserveCapacity(2000)
    let before = ResidentMemory.bytes
    for edit in 0..<2000 {
      controller.replace(Row(edit * 97 % count, n: edit))
      kept.append(controller.snapshot)
    }
    // A copy of the rows for each would take 8 GB and more, a copy of their numbers 800 MB.
    if let before, let after = ResidentMemory.bytes { #expect(after - before < 400 << 20) }
    #expect(kept.allSatisfy { $0.rowCount == count })
    #expect(kept[0].items.first { $0.id == 97 }?.n != kept[1999].items.first { $0.id == 97 }?.n)
  }
}
