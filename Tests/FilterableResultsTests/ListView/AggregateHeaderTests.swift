import FilterableResults
import FilterableResultsTesting
import FilterableResultsUI
import ResultsTestSupport
import TestSupport
import Testing

/// Changes of numbers alone do not call list views, and headers are updated where aggregates differ.
@Suite struct AggregateHeaderTests {
  /// Rome: 1, 3 and hidden 5; Oslo: 2, collapsed.
  private func controller() throws -> ResultsController<Row> {
    let controller = ResultsController<Row>(
      identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.id)])
    controller.filters.add(ResultsFilter("few", group: "number") { $0.n < 10 })
    try controller.setItems([
      Row(1, n: 1, city: "Rome"), Row(2, n: 2, city: "Oslo"), Row(3, n: 3, city: "Rome"),
      Row(5, n: 50, city: "Rome"),
    ])
    controller.facets = [.values(of: \.n, ignoring: "number")]
    controller.aggregates = [.sum(\.n)]
    controller.sections.setCollapsed(true, forKey: "Oslo")
    return controller
  }

  @Test(arguments: [true, false], [ListViewAdapter<Row>.Form.batch, .staged, .sequential])
  func numbersAloneDoNotCallAView(isOnScreen: Bool, form: ListViewAdapter<Row>.Form) throws {
    let controller = try controller()
    let view = RecordingListView()
    view.takesBatches = isOnScreen
    view.selectedPaths = [ResultsPath(section: 0, item: 0)]
    let adapter = ListViewAdapter(view, following: controller, form: form)
    var (headers, applied): ([[Int]], Int) = ([], 0)
    adapter.didChangeAggregates = { headers.append($0) }
    adapter.didApply = { change, finished in
      if finished, change.changeset.isEmpty { applied += 1 }
    }
    // A hidden row: only the facet differs.
    controller.replace(Row(5, n: 60, city: "Rome"))
    #expect(headers == [] && applied == 1)
    #expect(adapter.snapshot.facets == controller.snapshot.facets)
    // A row of the collapsed section.
    controller.replace(Row(2, n: 7, city: "Oslo"))
    #expect(headers == [[1]] && applied == 2)
    #expect(adapter.rows.section(at: 1)?.aggregates == [AggregateValue(7)])
    // Another aggregate.
    controller.aggregates = [.maximum(\.n)]
    #expect(headers == [[1], [0]] && applied == 3)
    #expect(view.calls == [])
    // The next change goes on from there, without a reload.
    try controller.add(Row(4, n: 4, city: "Rome"))
    #expect(headers == [[1], [0], [0]])
    #expect(
      view.calls == (isOnScreen ? ["layout", "begin", "insertItems 0,2", "end"] : ["reload"]))
  }

  @Test func delegatesAreNotCalledForNumbers() throws {
    final class Delegate: ResultsControllerDelegate {
      var calls = 0
      func controllerWillChangeContent(_ controller: ResultsController<Row>) { calls += 1 }
      func controllerDidChangeContent(_ controller: ResultsController<Row>) { calls += 1 }
      func controllerShouldReload(_ controller: ResultsController<Row>) { calls += 1 }
    }
    let controller = try controller()
    let delegate = Delegate()
    controller.delegate = delegate
    var facets: [[Int]] = []
    controller.observe { facets.append($0.facets) }
    controller.selection.select(Row(3))
    controller.replace(Row(5, n: 60, city: "Rome"))
    #expect(facets == [[0]] && delegate.calls == 0)
    #expect(controller.selection.items.map(\.id) == [3])
    controller.replace(Row(3, n: 4, city: "Rome"))
    #expect(facets == [[0], [0]] && delegate.calls == 2)
  }

  @Test func numbersAloneAreAppliedToStrictViews() throws {
    let controller = try controller()
    let recorder = Recorder(controller)
    let shown = recorder.shown
    controller.replace(Row(5, n: 60, city: "Rome"))
    controller.replace(Row(2, n: 7, city: "Oslo"))
    for change in recorder.changes { try change.checkRules() }
    #expect(recorder.take() == ["", ""])
    #expect(recorder.shown == shown && recorder.problems == [])
  }

  // MARK: - Sections

  /// The sum of each section with a row that passes, and the keys in the order in which they are shown.
  private func sums(_ items: [Row], _ isPassing: (Row) -> Bool) -> [FilterValue: Int] {
    items.filter(isPassing).reduce(into: [:]) { sums, row in
      sums[row.city.map(FilterValue.string) ?? .null, default: 0] += row.n
    }
  }

  @Test(arguments: RandomSearch.seeds(20))
  func headersFollowTheirSections(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let controller = ResultsController<Row>(
      identifiedBy: \.id, sectionedBy: \.city, sortedBy: [.ascending(\.id)])
    controller.aggregates = [.sum(\.n)]
    try controller.setItems([])
    let view = RecordingListView()
    let form = [ListViewAdapter<Row>.Form.batch, .staged, .sequential][dice.below(3)]
    let adapter = ListViewAdapter(view, following: controller, form: form)
    var reported: [Int] = []
    adapter.didChangeAggregates = { reported += $0 }
    var limit = 10
    var before: [FilterValue: Int] = [:]
    for step in 0..<60 {
      let id = dice.below(12)
      let city = ["Rome", "Oslo", "Bern", nil][dice.below(4)]
      switch dice.below(6) {
      case 0: controller.remove(key: FilterValue.int(Int64(id)))
      case 1:
        limit = 3 + dice.below(7)
        let most = limit
        controller.filters.add(ResultsFilter("\(most)", group: "number") { $0.n < most })
      case 2: controller.sections.setCollapsed(dice.chance(50), forKey: city)
      case 3:
        view.takesBatches = dice.chance(70)
        try controller.performBatch {
          try controller.merge([Row(id, n: 1, city: city), Row(id + 1, n: 8, city: "Rome")])
        }
      default: try controller.merge([Row(id, n: dice.below(10), city: city)])
      }
      let after = sums(controller.items ?? []) { $0.n < limit }
      let differing = controller.snapshot.enumerated().filter { before[$1.key] != after[$1.key] }
      #expect(reported == differing.map(\.offset), "FRC_SEED=\(seed), step \(step)")
      #expect(adapter.snapshot.map(\.aggregates) == controller.snapshot.map(\.aggregates))
      (before, reported) = (after, [])
    }
  }
}
