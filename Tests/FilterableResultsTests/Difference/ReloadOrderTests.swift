import FilterableResults
import TestSupport
import Testing

/// Lists that are read again in another order, while an order of their own keeps them in place.
@Suite struct ReloadOrderTests {
  private struct Row: Filterable, Identifiable, Hashable, Sendable {
    var id: Int
    var note = 0

    static let filterFields = FilterFields<Row>(
      FilterField("id", \.id), FilterField("note", \.note))
  }

  @Test(arguments: RandomSearch.seeds(60))
  func rowsWithOtherContentAreUpdated(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var configuration = ResultsConfiguration<Row>()
    configuration.rows.sort = [.ascending(\.id)]
    let controller = try ResultsController(configuration)
    let count = 1 + random.below(150)
    var rows = (0..<count).map { Row(id: $0) }
    try controller.setItems(random.chance(50) ? rows.shuffled(using: &random) : rows)
    var updated: [[Int]] = []
    let observation = controller.observe { change in
      updated.append(change.changeset.updatedItems.compactMap { change.new[$0.to]?.id })
    }
    for _ in 0..<3 {
      let edited = rows.indices.filter { _ in random.chance(20) }
      for index in edited { rows[index].note += 1 }
      updated = []
      try controller.setItems(random.chance(50) ? rows.shuffled(using: &random) : rows)
      #expect(updated == (edited.isEmpty ? [] : [edited]))
      #expect(controller.snapshot.items == rows)
    }
    observation.cancel()
  }
}
