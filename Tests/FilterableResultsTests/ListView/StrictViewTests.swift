import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting
import ResultsTestSupport
import Testing

private func at(_ section: Int, _ item: Int) -> ResultsPath {
  ResultsPath(section: section, item: item)
}

/// What the strict list view shows, counts and keeps selected.
@Suite struct StrictViewTests {
  private func view(_ rows: [[String]]) -> StrictListView {
    let view = StrictListView()
    view.source = { rows }
    return view
  }

  @Test func aViewThatShowsNothingLoadsItsData() throws {
    let view = view([["1"], ["2", "3"]])
    #expect(view.rows == [["1"], ["2", "3"]] && view.reloads == 0)
    // One that shows rows is told of others.
    view.source = { [["4"]] }
    #expect(view.rows == [["1"], ["2", "3"]])
    view.reloadData()
    #expect(view.rows == [["1"], ["2", "3"]] && view.reloads == 1)
    view.layoutIfNeeded()
    #expect(view.rows == [["4"]] && view.problems == [])
    view.source = { [["5"]] }
    view.layoutIfNeeded()
    #expect(view.rows == [["4"]])
    // Inside a batch the calls tell what comes.
    let empty = StrictListView()
    try empty.attempt {
      empty.source = { [["6", "7"]] }
      empty.insertSections([0])
    }
    #expect(empty.rows == [["6", "7"]] && empty.problems == [] && empty.batches == 1)
  }

  @Test func eachCheckReadsTheDataOnce() throws {
    let view = StrictListView()
    var rows = [(0..<500).map { "\($0)" }, []]
    var count = 0
    view.source = {
      count += 1
      return rows
    }
    func calls(of check: () throws -> Void) rethrows -> Int {
      count = 0
      try check()
      return count
    }
    func reload() {
      view.reloadData()
      view.layoutIfNeeded()
    }
    #expect(try calls { try view.verify() } == 1)
    #expect(
      try calls {
        try view.attempt {
          rows[1] = (0..<300).map { "new \($0)" }
          view.insertItems((0..<300).map { at(1, $0) })
        }
      } == 2)
    #expect(calls(of: reload) == 1)
    rows[0].removeLast()
    #expect(calls { #expect(throws: BrokenListViewRule.self) { try view.verify() } } == 1)
    // The parts of the data replace it.
    view.counts = { [1] }
    view.cell = { _ in "x" }
    #expect(view.source() == [["x"]])
    #expect(calls(of: reload) == 0 && view.rows == [["x"]])
  }

  @Test func selectedRowsGoWithTheirRows() throws {
    let view = view([["1", "2", "3"], ["4", "5"]])
    view.selectedPaths = [at(0, 0), at(0, 1), at(0, 2), at(1, 0)]
    try view.attempt {
      view.source = { [["5", "3"], ["9", "4", "1"]] }
      view.deleteItems([at(0, 1)])
      view.insertItems([at(1, 0)])
      view.moveItem(at(0, 0), to: at(1, 2))
      view.moveItem(at(1, 1), to: at(0, 0))
    }
    #expect(view.selectedPaths == [at(0, 1), at(1, 1), at(1, 2)])
    view.performBatch(animated: false) {
      view.reloadItems([at(0, 1), at(0, 0)])
    } completion: {
      #expect($0)
    }
    #expect(view.reloadedItems == 2 && view.selectedPaths == [at(1, 1), at(1, 2)])
    view.moveCell(at(1, 2), to: at(0, 0))
    #expect(view.rows == [["1", "5", "3"], ["9", "4"]])
    view.reloadData()
    #expect(view.selectedPaths == [] && view.batches == 2 && view.problems == [])
  }

  /// As many changes as the limit are taken, and one more is refused; then the view shows the data.
  @Test(arguments: [0, 1, 3]) func aLimitIsTaken(limit: Int) throws {
    for count in [limit, limit + 1] {
      let view = view([[]])
      view.limit = limit
      var completions: [Bool] = []
      view.performBatch(animated: true) {
        view.source = { [(0..<count).map { "\($0)" }] }
        view.insertItems((0..<count).map { at(0, $0) })
      } completion: {
        completions.append($0)
      }
      #expect(view.problems.map(\.rule) == (count > limit ? [.many] : []))
      #expect(view.rows == [(0..<count).map { "\($0)" }] && completions == [true])
    }
  }

  /// A view that says nothing of them has sections, takes batches, and animates them.
  @Test func aListViewNeedsFewMethods() {
    final class Plain: ResultsListView {
      var animations: [Bool] = []

      func reloadData() {}
      func performBatch(
        animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
      ) {
        animations.append(animated)
        updates()
        completion(true)
      }
      func deleteSections(_ sections: [Int]) {}
      func insertSections(_ sections: [Int]) {}
      func moveSection(_ section: Int, to newSection: Int) {}
      func reloadSections(_ sections: [Int]) {}
      func deleteItems(_ paths: [ResultsPath]) {}
      func insertItems(_ paths: [ResultsPath]) {}
      func moveItem(_ path: ResultsPath, to newPath: ResultsPath) {}
      func reloadItems(_ paths: [ResultsPath]) {}
    }
    let view = Plain()
    #expect(view.takesBatches && view.hasSections && !view.countsStepByStep)
    view.selectedPaths = [at(0, 0)]
    #expect(view.selectedPaths == [])
    var updates = 0
    view.performBatch { updates += 1 }
    #expect(view.animations == [true] && updates == 1)
  }
}
