import FilterEngine
import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import ResultsTestSupport
import Testing

/// A view that shows the rows of all sections as one list, and nothing else.
private final class FlatView: ResultsListView {
  var hasSections: Bool { false }
  var takesBatches: Bool { true }
  func reloadData() {}
  func layoutIfNeeded() {}
  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    updates()
    completion(true)
  }
  func deleteSections(_ sections: [Int]) {}
  func insertSections(_ sections: [Int]) {}
  func moveSection(_ section: Int, to place: Int) {}
  func reloadSections(_ sections: [Int]) {}
  func deleteItems(_ paths: [ResultsPath]) {}
  func insertItems(_ paths: [ResultsPath]) {}
  func moveItem(_ path: ResultsPath, to place: ResultsPath) {}
  func reloadItems(_ paths: [ResultsPath]) {}
}

/// Numbers at the ends of what an integer holds, wherever controllers, snapshots and list views take a number.
@Suite struct ControllerNumberTests {
  private static let numbers: [Int] = [.min, .min + 1, -1, 0, 1, 2, .max - 1, .max]

  private static let paths = numbers.flatMap { section in
    numbers.map { ResultsPath(section: section, item: $0) }
  }

  private func controller() throws -> ResultsController<Row> {
    let controller = keyed()
    try controller.setSections([
      StoredSection("a", items: rows(1, 2)), StoredSection("b", items: rows(3)),
    ])
    return controller
  }

  @Test func pathsOfAllSizesAreEditedOrRefused() throws {
    var refused = 0
    for path in Self.paths {
      let position = StorePosition(section: path.section, offset: path.item)
      for other in [path, ResultsPath(section: 0, item: 0), ResultsPath(section: .max, item: .max)]
      {
        let otherPosition = StorePosition(section: other.section, offset: other.item)
        for edit: (ResultsController<Row>) throws -> Void in [
          { try $0.insert(Row(9), at: position) }, { try $0.remove(at: position) },
          { try $0.replace(at: position, with: Row(9)) },
          { try $0.move(from: position, to: otherPosition) },
          { try $0.move(from: otherPosition, to: position) },
          { try $0.insert(Row(9), at: path) },
          { try $0.remove(at: path) }, { try $0.replace(at: path, with: Row(9)) },
          { try $0.move(from: path, to: other) }, { try $0.move(from: other, to: path) },
        ] {
          let controller = try controller()
          do {
            try edit(controller)
          } catch {
            refused += 1
            #expect(controller.items == rows(1, 2, 3))
          }
        }
      }
      let controller = try controller()
      let isThere = controller.item(at: position) != nil
      #expect((controller.position(ofRowAt: path) != nil) == isThere)
      #expect((controller.snapshot[path] != nil) == isThere)
      #expect((controller.snapshot.row(at: path) != nil) == isThere)
      let selection = ResultsSelection(of: controller)
      #expect(selection.select(at: path) == isThere && selection.contains(path) == isThere)
      #expect(selection.toggle(at: path) == isThere && !selection.deselect(at: path))
      for number in Self.numbers {
        #expect(controller.snapshot.item(at: path, inGroup: number) == nil)
      }
    }
    #expect(refused > 100)
  }

  @Test(arguments: numbers) func sectionsOfAllNumbersAreEditedOrRefused(_ number: Int) throws {
    let isThere = number == 0 || number == 1
    let edits: [(ResultsController<Row>) throws -> Void] = [
      { try $0.sections.remove(at: number) },
      { try $0.sections.replace(at: number, with: rows(7)) },
      { try $0.sections.move(from: number, to: 0) }, { try $0.sections.move(from: 0, to: number) },
      { try $0.sections.setTitle("x", at: number) },
    ]
    for edit in edits {
      #expect(((try? edit(controller())) != nil) == isThere)
    }
    let section = StoredSection<Row>("c", items: rows(7))
    #expect(
      ((try? controller().sections.add(section, at: number)) != nil) == (0...2).contains(number))
    // -1 is the last section.
    #expect(
      ((try? controller().add(Row(7), toSection: number)) != nil) == (isThere || number == -1))
    // Changes above a number are a reload.
    let reloading = keyed { $0.delivery.reloadThreshold = number }
    let recorder = Recorder(reloading)
    try reloading.setItems(rows(1))
    try reloading.add(Row(2))
    #expect(recorder.changes.last?.isReload == (number < 1))
    let snapshot = try controller().snapshot
    #expect((snapshot.section(at: number) != nil) == isThere)
    #expect((snapshot.section(at: number)?.count != nil) == isThere)
    #expect(snapshot[0].row(at: number)?.item == (isThere ? Row(number + 1) : nil))
    let empty = ResultsSnapshot<Row>(sections: [])
    #expect(empty.showingMessage("x", rows: number).rowCount == max(1, min(number, 1_000)))
  }

  @Test(arguments: numbers) func fetchesOfAllWindows(_ limit: Int) throws {
    for offset in Self.numbers {
      let source = MemorySource(rows(1, 2, 3))
      (source.request.limit, source.request.offset) = (limit, offset)
      let expected = rows(1, 2, 3).dropFirst(max(0, offset)).prefix(max(0, limit))
      guard case .items(let items) = try source.contents() else {
        Issue.record("sections")
        return
      }
      #expect(items == Array(expected))
    }
  }

  // MARK: - List views

  @Test(arguments: numbers) func listsAnswerEveryNumber(_ number: Int) throws {
    let controller = try controller()
    for hasSections in [true, false] {
      let view = StrictView<String>()
      let flat = FlatView()
      let adapter = ListViewAdapter<Row>(hasSections ? view : flat, following: controller)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] in adapter.rows.item(at: $0)?.text }
      adapter.reloadThreshold = number
      let isThere = number == 0 || number == 1
      #expect((adapter.rows.section(at: number) != nil) == isThere)
      let counts = hasSections ? [2, 1] : [3]
      #expect(
        adapter.rows.numberOfItems(inSection: number)
          == (counts.indices.contains(number) ? counts[number] : 0))
      for other in Self.numbers {
        let path = ResultsPath(section: number, item: other)
        let isRow =
          counts.indices.contains(number) && (0..<counts[number]).contains(other)
        #expect((adapter.rows.row(at: path) != nil) == isRow)
        #expect((adapter.rows.item(at: path) != nil) == isRow)
        _ = try? adapter.userMovedRow(
          from: path, to: ResultsPath(section: 0, item: 0), in: self.controller())
        _ = try? adapter.userMovedRow(
          from: ResultsPath(section: 0, item: 0), to: path, in: self.controller())
      }
      try controller.add(Row(50), toSection: 0)
      controller.remove(key: 50)
    }
  }

  @Test(arguments: numbers) func aStrictViewNamesEveryNumber(_ number: Int) throws {
    let calls: [(StrictView<String>) -> Void] = [
      { $0.deleteSections([number]) }, { $0.insertSections([number]) },
      { $0.moveSection(number, to: 0) }, { $0.moveSection(0, to: number) },
      { $0.reloadSections([number]) }, { $0.reloadHeaders(ofSections: [number]) },
      { $0.deleteItems([ResultsPath(section: 0, item: number)]) },
      { $0.insertItems([ResultsPath(section: number, item: 0)]) },
      {
        $0.moveItem(
          ResultsPath(section: number, item: number), to: ResultsPath(section: 0, item: 0))
      },
      { $0.moveItem(ResultsPath(section: 0, item: 0), to: ResultsPath(section: 0, item: number)) },
      { $0.reloadItems([ResultsPath(section: number, item: 0)]) },
      { $0.selectedPaths = [ResultsPath(section: number, item: number)] },
    ]
    for call in calls {
      let view = StrictView<String>()
      view.limit = number
      view.counts = { [2, 1] }
      view.cell = { "\($0)" }
      view.reloadData()
      view.layoutIfNeeded()
      view.performBatch(animated: false, { call(view) }, completion: { _ in })
      #expect(view.rows.map(\.count) == [2, 1])
    }
    // Data that cannot be.
    guard number < 0 || number > Int(Int32.max) else { return }
    let view = StrictView<String>()
    #expect(throws: BrokenListViewRule.self) { try view.attempt { view.counts = { [number] } } }
    if number < 0 {
      view.reloadData()
      view.layoutIfNeeded()
      #expect(view.rows == [[]])
    }
  }
}
