import FilterableResults
import Testing

/// Sections given and sections by key.
@Suite struct SectionScenarioTests {
  private typealias Sections = [(String, [Int])]

  private func set(_ sections: Sections, _ controller: ResultsController<Row>) throws {
    try controller.setSections(
      sections.map { StoredSection($0.0, items: $0.1.map { Row($0 % 100, n: $0 / 100) }) })
  }

  /// What a set of given sections sends.
  private func changes(
    _ old: Sections, _ new: Sections, _ change: (inout ResultsConfiguration<Row>) -> Void = { _ in }
  ) throws -> String {
    let controller = keyed(change)
    try set(old, controller)
    let recorder = Recorder(controller)
    try set(new, controller)
    #expect(recorder.problems == [])
    #expect(recorder.changes.count <= 1)
    return recorder.take().first ?? ""
  }

  @Test func rowsOfSectionsThatComeAndGoAreNotListed() throws {
    #expect(try changes([("A", [1, 2])], [("A", [1]), ("B", [2])]) == "sI(1) D(1)")
    #expect(
      try changes([("A", [1, 2]), ("B", [])], [("A", []), ("B", [1, 2, 9])])
        == "I(1,2) M(0→1,0) M(1→1,1)")
    #expect(
      try changes([("A", [1, 2]), ("B", [3]), ("C", [4, 5])], [("B", [3]), ("C", [4])])
        == "sD(0) D(2,1)")
    #expect(
      try changes([("A", [1]), ("B", [2, 3])], [("X", [9]), ("A", [1]), ("B", [2, 7, 3])])
        == "sI(0) I(2,1)")
    #expect(try changes([("A", [1]), ("B", [2])], [("B", [2, 1])]) == "sD(0) I(1)")
    #expect(
      try changes([("A", [1]), ("B", [2])], [("C", [1]), ("B", [2])]) == "sD(0) sI(0)")
    #expect(
      try changes([("A", [1]), ("B", [2])], [("C", [3]), ("D", [4])])
        == "sD(1) sD(0) sI(0) sI(1)")
  }

  /// The only section goes as another one comes, however that is done.
  @Test func theOnlySectionIsReplaced() throws {
    #expect(try changes([("A", [1])], [("B", [1])]) == "sD(0) sI(0)")
    #expect(try changes([("A", [1])], [("B", [2, 3])]) == "sD(0) sI(0)")
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "a")])
    let recorder = Recorder(controller)
    controller.replace(Row(1, city: "b"))
    try controller.setItems([Row(1, city: "c")])
    controller.performBatch { controller.replace(Row(1, city: "d")) }
    try controller.performBatch { () throws(ResultsError) in
      controller.remove(key: 1)
      try controller.add(Row(2, city: "e"))
    }
    try controller.replace(Row(2), with: Row(3, city: "f"))
    #expect(recorder.take() == Array(repeating: "sD(0) sI(0)", count: 5))
    #expect(recorder.problems == [])
  }

  @Test func sectionsMove() throws {
    let swap = try changes([("A", [1, 2]), ("B", [3, 4])], [("B", [4, 3]), ("A", [1, 2])])
    #expect(
      ["sM(1→0)", "sM(0→1)"].contains { swap.hasPrefix($0) } && swap.contains("M(1,"))
    let mixed = try changes(
      [("A", [1, 2]), ("B", [3, 4]), ("C", [5])], [("C", [5, 1]), ("A", [2, 6]), ("B", [4, 3])])
    #expect(mixed.hasPrefix("sM(2→0) I(1,1) M(0→0,1)") || mixed.contains("M(0→1)"))
  }

  @Test func aSectionThatWouldMoveToItsOwnPlaceStays() throws {  // R12
    let old = ["1", "2", "3", "4", "5"]
    let new = ["4", "5", "3", "1", "2"]
    let difference = try changes(old.map { ($0, []) }, new.map { ($0, []) })
    #expect(!difference.contains("sM(2→2)"))
    #expect(difference.split(separator: " ").count == 4)
  }

  @Test func keysMakeSectionsInTheOrderOfTheirFirstRows() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "b"), Row(2, city: "a"), Row(3, city: "b")])
    #expect(controller.snapshot.sections.map(\.key) == ["b", "a"])
    let recorder = Recorder(controller)
    controller.remove(key: 2)
    #expect(recorder.take() == ["sD(1)"])
    try controller.add(Row(4, city: "c"))
    #expect(recorder.take() == ["sI(1)"])
    controller.replace(Row(3, n: 1, city: "c"))
    #expect(recorder.take() == ["M(1→1,0) U(1→1,0)".replacing("U(1→1,0)", with: "U(1/1,0)")])
    #expect(recorder.problems == [])
  }

  @Test func aFilterNeverReordersSections() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "b"), Row(2, city: "a"), Row(3, city: "b")])
    controller.filters.add(ResultsFilter("not 1") { $0.id != 1 })
    #expect(controller.snapshot.sections.map(\.key) == ["b", "a"])
  }

  @Test func emptySectionsFollowThePolicy() throws {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.sections.empty = .keep
    }
    try controller.setItems([Row(1, city: "a"), Row(2, n: 1, city: "b")])
    try controller.filters.add(ResultsFilter("n", predicate: FilterPredicate<Row>("n == 0")))
    #expect(controller.snapshot.sectionCounts == [1, 0])
    try controller.configure { $0.sections.empty = .drop }
    #expect(controller.snapshot.sectionCounts == [1])
    let recorder = Recorder(controller)
    controller.replace(Row(1, city: "b"))
    #expect(recorder.take() == ["sD(0) sI(0)"])
    #expect(try changes([("A", [1]), ("B", [2])], [("A", []), ("B", [2])]) == "D(0)")
    #expect(
      try changes([("A", [1]), ("B", [2])], [("A", []), ("B", [2])]) { $0.sections.empty = .drop }
        == "sD(0)")
  }

  @Test func titlesAreNoIdentity() throws {
    let controller = keyed()
    try controller.setSections([StoredSection("A", items: rows(1))])
    let recorder = Recorder(controller)
    try controller.sections.setTitle("Other", at: 0)
    #expect(recorder.take() == ["sU(0/0)"])
    #expect(controller.snapshot.sections[0].indexTitle == "O")
  }

  @Test func rowsWithoutASectionHaveOne() throws {
    let controller = keyed {
      $0.sections.key = ResultsKey(\.city)
      $0.sections.missing = .last
    }
    try controller.setItems([
      Row(1), Row(2, city: "a"), Row(3, city: "A"), Row(4, city: "é"), Row(5, city: "e\u{301}"),
    ])
    #expect(controller.snapshot.sections.map(\.key).last == .null)
    #expect(controller.snapshot.sections.count == 5)
  }

  @Test func sectionsCanHaveAnOwnOrder() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([Row(1, city: "10"), Row(2, city: "2"), Row(3, city: "1")])
    let recorder = Recorder(controller)
    try controller.configure {
      $0.sections.order = .by { (left: FilterValue, right: FilterValue) in
        guard case .string(let left) = left, case .string(let right) = right else { return false }
        return Int(left) ?? 0 < Int(right) ?? 0
      }
    }
    #expect(controller.snapshot.sections.map(\.key) == ["1", "2", "10"])
    #expect(recorder.changes.first?.changeset.movedSections.count == 2)
    #expect(recorder.problems == [])
  }

  @Test func sectionsOfOneNameAreMergedOrRefused() throws {
    let controller = keyed()
    try set([("A", [1]), ("A", [2])], controller)
    #expect(controller.snapshot.sectionCounts == [2])
    try controller.configure { $0.rows.duplicates = .refuse }
    #expect(throws: ResultsError.duplicateSection("A")) {
      try set([("A", [1]), ("A", [2])], controller)
    }
  }

  @Test func indexTitlesAreFirstLetters() throws {  // BS-15
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems(
      ["apple", "", "élan", "👩‍👩‍👧 x"].enumerated().map { Row($0.offset, city: $0.element) })
    #expect(controller.snapshot.sections.map(\.indexTitle) == ["A", nil, "É", "👩‍👩‍👧"])
    #expect(controller.snapshot.section(forIndexTitle: "É") == 2)
    try controller.configure { $0.sections.indexTitle = { _ in "#" } }
    #expect(controller.snapshot.sectionIndexTitles == ["#"])
  }

  @Test func sectionsAreEdited() throws {  // UA-29, UA-30, UA-31
    let controller = keyed()
    try set([("A", [1]), ("B", [2, 3])], controller)
    let recorder = Recorder(controller)
    try controller.sections.add(StoredSection("C", items: rows(4)))
    try controller.sections.add(StoredSection("D", items: []), at: 0)
    try controller.sections.replace(at: 2, with: rows(3, 5))
    try controller.sections.replace(at: 2, with: rows(3, 5))
    try controller.sections.remove(at: 1)
    try controller.sections.move(from: 2, to: 0)
    #expect(
      recorder.take() == ["sI(2)", "sI(0)", "D(2,0) I(2,1)", "sD(1)", "sM(2→0)"])
    #expect(recorder.problems == [])
    #expect(throws: ResultsError.noSection(7)) { try controller.sections.remove(at: 7) }
  }

  @Test func collapsedSectionsAreKeptEmpty() throws {  // TL-30
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems((1...5).map { Row($0, city: "a") } + (6...7).map { Row($0, city: "b") })
    let recorder = Recorder(controller)
    controller.sections.setCollapsed(true, forKey: "a")
    #expect(recorder.take() == ["D(4) D(3) D(2) D(1) D(0)"])
    controller.replace(Row(2, n: 9, city: "a"))
    #expect(recorder.take() == [])
    controller.sections.setCollapsed(false, forKey: "a")
    #expect(recorder.take() == ["I(0) I(1) I(2) I(3) I(4)"])
    #expect(controller.snapshot[ResultsPath(section: 0, item: 1)]?.n == 9)
    try controller.configure { $0.sections.expandsOne = true }
    controller.sections.setCollapsed(false, forKey: "b")
    #expect(controller.snapshot.sectionCounts == [0, 2])
    controller.sections.setCollapsed(false, forKey: "a")
    #expect(recorder.changes.last?.changeset.count == 7)
    #expect(recorder.problems == [])
  }

  @Test func collapsingASectionWithoutRowsUpdatesIt() throws {  // TL-30
    let controller = keyed()
    try set([("A", []), ("B", [1])], controller)
    let recorder = Recorder(controller)
    controller.sections.setCollapsed(true, forKey: "A")
    let collapsed = try #require(recorder.changes.first)
    #expect(recorder.take() == ["sU(0/0)"])
    #expect(collapsed.new.sections[0].isCollapsed && !collapsed.old.sections[0].isCollapsed)
    #expect(try collapsed.applying(to: collapsed.old) == collapsed.new)
    #expect(try collapsed.inverse.applying(to: collapsed.new) == collapsed.old)
    let compared = ResultsChange(from: collapsed.old, to: collapsed.new, identifiedBy: \.id)
    #expect(describe(compared) == "sU(0/0)")
    controller.sections.setCollapsed(true, forKey: "A")
    controller.sections.setCollapsed(true, forKey: "nobody")
    try controller.add(Row(2), toSection: 0)
    #expect(recorder.take() == [])
    controller.sections.setCollapsed(false, forKey: "A")
    #expect(recorder.take() == ["I(0)"])
    controller.filters.add(ResultsFilter("none") { $0.id > 5 })
    recorder.changes = []
    try controller.performBatch { () throws(ResultsError) in
      controller.sections.setCollapsed(true)
      controller.sections.setCollapsed(false)
      controller.sections.setCollapsed(true, forKey: "B")
    }
    #expect(recorder.take() == ["sU(1/1)"])
    #expect(recorder.problems == [])
  }
}
