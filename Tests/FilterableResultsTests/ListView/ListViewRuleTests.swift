import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import ResultsTestSupport
import Testing

/// What becomes of a strict list view whose rules are broken.
struct RuleExample: CustomTestStringConvertible, Sendable {
  let rule: ListViewRule
  let name: String
  var old = [["1", "2", "3"], ["4"]]
  let new: [[String]]
  let calls: @Sendable (StrictListView) -> Void

  var testDescription: String { "\(rule.rawValue): \(name)" }

  static let all: [RuleExample] = [
    RuleExample(rule: .numbering, name: "a deletion in the new numbering", new: [["1"], ["4"]]) {
      $0.deleteItems([path(0, 3), path(0, 2)])
    },
    RuleExample(rule: .numbering, name: "an old number of no row", new: [["1", "2", "3"], []]) {
      $0.deleteItems([path(1, 1)])
    },
    RuleExample(rule: .numbering, name: "a section that was not there", new: [["1", "2", "3"]]) {
      $0.deleteSections([2])
    },
    RuleExample(
      rule: .numbering, name: "an insertion in the old numbering", new: [["3", "9"], []]
    ) {
      $0.deleteItems([path(0, 0), path(0, 1), path(1, 0)])
      $0.insertItems([path(0, 3)])
    },
    RuleExample(
      rule: .order, name: "an insertion before the deletions", new: [["2", "9", "3"], []]
    ) {
      $0.insertItems([path(0, 2)])
      $0.deleteItems([path(0, 0), path(1, 0)])
    },
    RuleExample(rule: .counts, name: "too few deletions", new: [["1"], ["4"]]) {
      $0.deleteItems([path(0, 1)])
    },
    RuleExample(rule: .counts, name: "an insertion too many", new: [["1", "2", "3", "5"], ["4"]]) {
      $0.insertItems([path(0, 3), path(0, 0)])
    },
    RuleExample(rule: .counts, name: "too few sections", new: [["1", "2", "3"]]) { _ in },
    RuleExample(rule: .uniqueness, name: "deleted and reloaded", new: [["2", "3"], ["4"]]) {
      $0.deleteItems([path(0, 0)])
      $0.reloadItems([path(0, 0)])
    },
    RuleExample(rule: .uniqueness, name: "deleted and moved", new: [["2", "1"], ["4"]]) {
      $0.deleteItems([path(0, 0)])
      $0.moveItem(path(0, 0), to: path(0, 1))
    },
    RuleExample(rule: .uniqueness, name: "moved twice", new: [["2", "1", "1"], ["4"]]) {
      $0.moveItem(path(0, 0), to: path(0, 1))
      $0.moveItem(path(0, 0), to: path(0, 2))
    },
    RuleExample(rule: .uniqueness, name: "inserted and moved to", new: [["9", "1", "2", "3"], []]) {
      $0.insertItems([path(0, 0)])
      $0.moveItem(path(1, 0), to: path(0, 0))
    },
    RuleExample(
      rule: .uniqueness, name: "section inserted and moved to", new: [["4"], ["9"], ["1"]]
    ) {
      $0.insertSections([0])
      $0.moveSection(1, to: 0)
    },
    RuleExample(rule: .uniqueness, name: "section deleted and reloaded", new: [["4"]]) {
      $0.deleteSections([0])
      $0.reloadSections([0])
    },
    RuleExample(rule: .borders, name: "out of a deleted section", new: [["1", "2", "3", "4"]]) {
      $0.deleteSections([1])
      $0.moveItem(path(1, 0), to: path(0, 3))
    },
    RuleExample(
      rule: .borders, name: "into an inserted section", new: [["1", "2"], ["3"], ["4"]]
    ) {
      $0.insertSections([1])
      $0.moveItem(path(0, 2), to: path(1, 0))
    },
    RuleExample(rule: .animations, name: "reloaded and moved", new: [["2", "3", "1x"], ["4"]]) {
      $0.reloadItems([path(0, 0)])
      $0.moveItem(path(0, 0), to: path(0, 2))
    },
    RuleExample(rule: .movedSections, name: "a row goes", new: [["4"], ["1", "2"]]) {
      $0.moveSection(0, to: 1)
      $0.deleteItems([path(0, 2)])
    },
    RuleExample(rule: .movedSections, name: "a row comes", new: [["4"], ["1", "2", "3", "9"]]) {
      $0.moveSection(0, to: 1)
      $0.insertItems([path(1, 3)])
    },
    RuleExample(rule: .movedSections, name: "a row moves", new: [["4"], ["3", "1", "2"]]) {
      $0.moveSection(0, to: 1)
      $0.moveItem(path(0, 2), to: path(1, 0))
    },
    RuleExample(rule: .reloadedSections, name: "a row goes", new: [["1", "2"], ["4"]]) {
      $0.reloadSections([0])
      $0.deleteItems([path(0, 2)])
    },
    RuleExample(rule: .reloadedSections, name: "a row comes", new: [["1", "2", "3"], ["4", "5"]]) {
      $0.reloadSections([1])
      $0.insertItems([path(1, 1)])
    },
    RuleExample(rule: .once, name: "one deletion twice", new: [["2", "3"], ["4"]]) {
      $0.deleteItems([path(0, 0), path(0, 0)])
    },
    RuleExample(rule: .once, name: "one insertion twice", new: [["9", "1", "2", "3"], ["4"]]) {
      $0.insertItems([path(0, 0)])
      $0.insertItems([path(0, 0)])
    },
    RuleExample(rule: .once, name: "one section twice", new: [["4"]]) {
      $0.deleteSections([0, 0])
    },
    RuleExample(rule: .once, name: "a row and its section", new: [["1", "2", "3"]]) {
      $0.deleteSections([1])
      $0.deleteItems([path(1, 0)])
    },
    RuleExample(
      rule: .once, name: "a row of a section that comes", new: [["1", "2", "3"], ["4"], ["5"]]
    ) {
      $0.insertSections([2])
      $0.insertItems([path(2, 0)])
    },
    RuleExample(rule: .data, name: "the data stays", new: [["1", "2", "3"], ["4"]]) {
      $0.deleteItems([path(0, 0)])
    },
    RuleExample(rule: .still, name: "a section", new: [["1", "2", "3"], ["4"]]) {
      $0.moveSection(1, to: 1)
    },
    RuleExample(rule: .still, name: "a row", new: [["3", "2", "1"], ["4"]]) {
      $0.moveItem(path(0, 0), to: path(0, 2))
      $0.moveItem(path(0, 1), to: path(0, 1))
    },
    RuleExample(
      rule: .together, name: "sections for themselves", new: [["1", "2"], ["4", "5"]]
    ) {
      $0.deleteItems([path(0, 2)])
    },
  ]
}

private func path(_ section: Int, _ item: Int) -> ResultsPath {
  ResultsPath(section: section, item: item)
}

/// Every rule of list views throws where it is broken, and only there.
@Suite struct ListViewRuleTests {
  private func view(_ rows: [[String]]) -> StrictListView {
    let view = StrictListView()
    view.source = { rows }
    view.reloadData()
    view.layoutIfNeeded()
    return view
  }

  private func rule(of body: () throws -> Void) -> ListViewRule? {
    do { try body() } catch { return (error as? BrokenListViewRule)?.rule }
    return nil
  }

  @Test(arguments: RuleExample.all)
  func aBrokenRuleThrows(_ example: RuleExample) {
    let view = view(example.old)
    let broken = rule {
      try view.attempt {
        view.source = { example.new }
        example.calls(view)
      }
      try view.verify()
    }
    #expect(broken == example.rule)
  }

  @Test func theOrderOfCallsHasNoMeaning() throws {
    let calls: [(StrictListView) -> Void] = [
      { $0.deleteItems([path(0, 0)]) },
      { $0.insertItems([path(1, 0)]) },
      { $0.moveItem(path(0, 2), to: path(1, 1)) },
      { $0.reloadItems([path(0, 1)]) },
    ]
    for first in calls.indices {
      let view = view([["1", "2", "3"], ["4"]])
      try view.attempt {
        view.source = { [["2x"], ["9", "3", "4"]] }
        for step in calls.indices { calls[(first + step) % calls.count](view) }
      }
      try view.verify()
    }
  }

  @Test func theDataChangesInsideTheBatch() throws {  // R10
    let view = view([["1"]])
    view.source = { [["1", "2"]] }
    #expect(rule { try view.attempt { view.insertItems([path(0, 1)]) } } == .data)
  }

  @Test func noReloadIsLeftWhenABatchBegins() throws {  // R11
    let view = view([["1"]])
    view.reloadData()
    #expect(rule { try view.attempt {} } == .reloads)
    view.layoutIfNeeded()
    try view.attempt { view.reloadData() }
    #expect(view.problems.map(\.rule) == [.reloads])
  }

  @Test func adaptersCarryOutTheirReloads() throws {  // R11
    let controller = keyed()
    let view = StrictListView()
    let adapter = ListViewAdapter<Row>(view)
    view.source = { [unowned adapter] in texts(adapter.snapshot) }
    let observation = controller.observe(sendingCurrent: true) { adapter.apply($0) }
    try controller.setItems(rows(1, 2))
    try controller.add(Row(3))
    controller.reload()
    controller.remove(key: 1)
    #expect(view.problems == [])
    #expect(view.reloads == 2 && view.batches == 2)
    try view.verify()
    #expect(observation.isActive)
  }

  @Test func theFirstRowsAreAReloadInOldSystems() throws {  // R13
    let controller = keyed()
    try controller.setItems([])
    let view = StrictListView()
    view.failsOnFirstRows = true
    let adapter = ListViewAdapter<Row>(view)
    view.source = { [unowned adapter] in texts(adapter.snapshot) }
    let observation = controller.observe(sendingCurrent: true) { adapter.apply($0) }
    try controller.add(Row(1))
    #expect(view.problems.map(\.rule) == [.first])
    view.problems = []
    try controller.setItems([])
    try controller.configure { $0.delivery.reloadsFromEmpty = true }
    try controller.add(Row(2))
    #expect(view.problems == [])
    try view.verify()
    #expect(observation.isActive)
  }

  @Test func innerBatchesArePartsOfTheOuterOne() throws {  // R14
    let view = view([["1", "2"]])
    try view.attempt {
      view.source = { [["2", "3"]] }
      view.performBatch { view.deleteItems([path(0, 0)]) }
      view.performBatch { view.insertItems([path(0, 1)]) }
    }
    try view.verify()
    #expect(view.problems == [] && view.batches == 1)
    #expect(rule { try view.endUpdates() } == .nesting)
    view.deleteItems([path(0, 0)])
    #expect(view.problems.map(\.rule) == [.nesting])
  }

  @Test func aViewOutOfSightReloads() throws {  // R15
    let view = view([["1"]])
    view.takesBatches = false
    #expect(rule { try view.attempt {} } == .screen)
    let controller = keyed()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    view.source = { [unowned adapter] in texts(adapter.snapshot) }
    try controller.setItems(rows(1, 2))
    try controller.add(Row(3))
    #expect(view.rows == [["1"]] && view.reloads == 3)
    // A view lays out what it shows.
    view.layoutIfNeeded()
    try view.verify()
    view.takesBatches = true
    controller.remove(key: 1)
    try view.verify()
    #expect(view.problems == [] && view.batches == 1)
  }

  @Test func aReloadThatIsPendingIsCarriedOutBeforeABatch() throws {  // R11
    let controller = keyed()
    try controller.setItems(rows(1, 2))
    let view = StrictListView()
    let adapter = ListViewAdapter<Row>(view, following: controller)
    view.counts = { [unowned adapter] in adapter.rows.counts }
    view.cell = { [unowned adapter] path in adapter.rows.row(at: path).map(text) }
    adapter.reload()
    view.takesBatches = false
    try controller.add(Row(3))
    view.takesBatches = true
    try controller.add(Row(4))
    try view.verify()
    #expect(view.problems == [] && view.batches == 1)
  }

  @Test func changesAreChecked() throws {
    let old = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: "A", rows: rows(1, 2, 3).map { .item($0) })
    ])
    let new = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: "A", rows: rows(3, 1, 4).map { .item($0) })
    ])
    let change = ResultsChange(from: old, to: new, identifiedBy: \.id)
    for form in [ListViewAdapter<Row>.Form.batch, .staged, .sequential] {
      try change.checkRules(as: form)
      var changes = change.changeset
      changes.deletedItems = []
      changes.insertedItems = []
      let elsewhere = ResultsChange(from: old, to: new, changeset: changes)
      #expect(rule { try elsewhere.checkRules(as: form) } == .order)
      changes.deletedItems = [path(0, 7)]
      let outside = ResultsChange(from: old, to: new, changeset: changes)
      #expect(rule { try outside.checkRules(as: form) } == .counts)
    }
  }

  @Test func manyChangesAreAReload() throws {  // R16
    let controller = keyed()
    try controller.setItems(rows(1))
    let view = StrictListView()
    view.limit = 3
    let adapter = ListViewAdapter<Row>(view)
    view.source = { [unowned adapter] in texts(adapter.snapshot) }
    let observation = controller.observe(sendingCurrent: true) { adapter.apply($0) }
    try controller.setItems(rows(1, 2, 3, 4))
    #expect(view.problems == [] && view.reloads == 1)
    try controller.setItems(rows(5, 6, 7, 8))
    #expect(view.problems.map(\.rule) == [.many])
    view.problems = []
    adapter.reloadThreshold = 3
    try controller.setItems(rows(1, 2, 3, 4))
    try view.verify()
    #expect(view.problems == [] && view.reloads == 2)
    #expect(observation.isActive)
  }

  @Test func everyRuleIsTested() {
    let apart: Set<ListViewRule> = [.reloads, .first, .nesting, .screen, .many]
    #expect(apart.union(RuleExample.all.map(\.rule)) == Set(ListViewRule.allCases))
  }
}
