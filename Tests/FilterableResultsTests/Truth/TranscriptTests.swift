import FilterableResults
import Testing

/// Whole sessions, call by call, as they were recorded.
@Suite struct TranscriptTests {
  private func section(_ key: String, _ ids: Int...) -> StoredSection<Row> {
    StoredSection(key, items: ids.map { Row($0) })
  }

  @Test func loading() throws {  // UA-5
    let transcript = Transcript(keyed())
    transcript.step("nil for nil") { try $0.setItems(nil) }
    transcript.step("[1 2] for nil") { try $0.setItems(rows(1, 2)) }
    transcript.step("an equal list") { try $0.setItems(rows(1, 2)) }
    transcript.step("[] for [1 2]") { try $0.setItems([]) }
    transcript.step("[1] for []") { try $0.setItems(rows(1)) }
    transcript.step("sections for a flat list") {
      try $0.setSections([section("A", 1), section("B")])
    }
    transcript.step("no sections") {
      try $0.sections.remove(at: 1)
      try $0.sections.remove(at: 0)
    }
    transcript.step("nil for data") { try $0.setItems(nil) }
    transcript.step("a filter before data") {
      $0.filters.add(ResultsFilter("even") { $0.id % 2 == 0 })
    }
    transcript.step("data for the filter") { try $0.merge(rows(1, 2, 3, 4)) }
    transcript.step("unloaded and loaded in a batch") { controller in
      try controller.performBatch { () throws(ResultsError) in
        try controller.setItems(nil)
        try controller.setItems(rows(4, 6))
      }
    }
    try transcript.check("loading")
  }

  @Test func edits() throws {  // UA-10 to UA-19
    let transcript = Transcript(keyed())
    transcript.step("[1 2 3]") { try $0.setItems(rows(1, 2, 3)) }
    transcript.step("add 4") { try $0.add(Row(4)) }
    transcript.step("remove 2") { $0.remove(Row(2)) }
    transcript.step("remove 9") { $0.remove(Row(9)) }
    transcript.step("replace 3 by 3x") { $0.replace(Row(3, n: 1)) }
    transcript.step("replace 3x by an equal row") { $0.replace(Row(3, n: 1)) }
    transcript.step("merge [1x 9 9x]") {
      try $0.merge([Row(1, n: 1), Row(9), Row(9, n: 1)])
    }
    transcript.step("insert 5 behind the end") {
      try $0.insert(Row(5), at: StorePosition(section: 0, offset: 4))
    }
    transcript.step("insert 6 behind that") {
      try $0.insert(Row(6), at: StorePosition(section: 0, offset: 7))
    }
    transcript.step("hide odd rows") { $0.filters.add(ResultsFilter("even") { $0.id % 2 == 0 }) }
    transcript.step("remove 9, which is hidden") { $0.remove(key: 9) }
    transcript.step("replace 4 by 11") { try $0.replace(Row(4), with: Row(11)) }
    transcript.step("replace 11 by 12") { try $0.replace(Row(11), with: Row(12)) }
    transcript.step("sections A and B") { try $0.setSections([section("A", 2), section("B", 4)]) }
    transcript.step("add 6 to section 0") { try $0.add(Row(6), toSection: 0) }
    transcript.step("add 8 to the last one") { try $0.add(Row(8), toSection: -1) }
    transcript.step("add 10 to section 9") { try $0.add(Row(10), toSection: 9) }
    try transcript.check("edits")
  }

  @Test func batches() throws {  // UA-23
    let transcript = Transcript(keyed())
    let first = StorePosition(section: 0, offset: 0)
    func batch(_ heading: String, _ body: (ResultsController<Row>) throws -> Void) {
      transcript.step(heading) { controller in
        try controller.setItems(nil)
        try controller.setItems(rows(1, 2, 3))
        controller.begin()
        try body(controller)
        try controller.end()
      }
    }
    batch("remove row 0 twice") {
      try $0.remove(at: first)
      try $0.remove(at: first)
    }
    batch("add 4, remove 4") {
      try $0.add(Row(4))
      $0.remove(Row(4))
    }
    batch("replace 2, remove 2") {
      $0.replace(Row(2, n: 1))
      $0.remove(Row(2))
    }
    batch("add 4, replace 4") {
      try $0.add(Row(4))
      $0.replace(Row(4, n: 1))
    }
    batch("remove 2, add 2 at the end") {
      $0.remove(Row(2))
      try $0.add(Row(2))
    }
    batch("remove 2, insert 2x at its place") {
      $0.remove(Row(2))
      try $0.insert(Row(2, n: 1), at: StorePosition(section: 0, offset: 1))
    }
    batch("a batch in a batch") {
      $0.begin()
      try $0.add(Row(4))
      try $0.end()
      try $0.add(Row(5))
    }
    batch("nothing") { _ in }
    batch("a filter on and off") {
      $0.filters.add(ResultsFilter("none") { _ in false })
      $0.filters.removeAll()
    }
    batch("a filter, an edit and an order") {
      $0.filters.add(ResultsFilter("not 1", group: "g") { $0.id != 1 })
      try $0.add(Row(4))
      try $0.configure { $0.rows.sort = [.descending(\.id)] }
    }
    transcript.step("end without begin") { try $0.end() }
    transcript.step("an edit taken back") {
      $0.begin()
      $0.remove(Row(2))
      try $0.rollback()
    }
    transcript.step("an edit that throws") { controller in
      try controller.performBatch {
        controller.remove(Row(2))
        try controller.remove(at: StorePosition(section: 3, offset: 0))
      }
    }
    try transcript.check("batches")
  }

  @Test func sections() throws {  // UA-29, UA-30
    let transcript = Transcript(keyed())
    func change(_ heading: String, _ old: [StoredSection<Row>], _ new: [StoredSection<Row>]) {
      transcript.step(heading) {
        try $0.setSections(nil)
        try $0.setSections(old)
        try $0.setSections(new)
      }
    }
    change("a row goes to a new section", [section("A", 1, 2)], [section("A", 1), section("B", 2)])
    change(
      "rows go to an empty section", [section("A", 1, 2), section("B")],
      [section("A"), section("B", 1, 2, 9)])
    change(
      "a section and a row behind it go",
      [section("A", 1, 2), section("B", 3), section("C", 4, 5)], [section("B", 3), section("C", 4)])
    change(
      "a section and a row behind it come", [section("A", 1), section("B", 2, 3)],
      [section("X", 9), section("A", 1), section("B", 2, 7, 3)])
    change(
      "sections and rows swap", [section("A", 1, 2), section("B", 3, 4)],
      [section("B", 4, 3), section("A", 1, 2)])
    change(
      "a row leaves a section that goes", [section("A", 1), section("B", 2)], [section("B", 2, 1)])
    change(
      "a section takes another name", [section("A", 1), section("B", 2)],
      [section("C", 1), section("B", 2)])
    change(
      "everything at once", [section("A", 1, 2), section("B", 3, 4), section("C", 5)],
      [section("C", 5, 1), section("A", 2, 6), section("B", 4, 3)])
    change(
      "all sections are others", [section("A", 1), section("B", 2)],
      [section("C", 3), section("D", 4)])
    transcript.step("a section is added") { try $0.sections.add(section("E", 7)) }
    transcript.step("a section is inserted") { try $0.sections.add(section("F"), at: 0) }
    transcript.step("a section has another title") { try $0.sections.setTitle("Eve", at: 3) }
    transcript.step("the rows of a section are others") {
      try $0.sections.replace(at: 3, with: rows(7, 8))
    }
    transcript.step("a section is removed") { try $0.sections.remove(forKey: "C") }
    transcript.step("a section moves") { try $0.sections.move(from: 2, to: 0) }
    try transcript.check("sections")
  }

  @Test func filters() throws {  // UA-32
    let transcript = Transcript(keyed { $0.sections.key = ResultsKey(\.city) })
    let row = { (id: Int, n: Int, city: String) in Row(id, n: n, city: city) }
    transcript.step("a: 1 2, b: 3x") {
      try $0.setItems([row(1, 0, "a"), row(2, 0, "a"), row(3, 1, "b")])
    }
    transcript.step("only x") {
      try $0.filters.add(ResultsFilter("x", group: "n", predicate: FilterPredicate<Row>("n > 0")))
    }
    transcript.step("in its place only without x") {
      try $0.filters.add(
        ResultsFilter("no x", group: "n", predicate: FilterPredicate<Row>("n == 0")))
    }
    transcript.step("and only odd rows") { $0.filters.add(ResultsFilter("odd") { $0.id % 2 == 1 }) }
    transcript.step("1 becomes 1x") { $0.replace(row(1, 1, "a")) }
    transcript.step("1x becomes 1xx") { $0.replace(row(1, 2, "a")) }
    transcript.step("3 loses its x") { $0.replace(row(3, 0, "b")) }
    transcript.step("3 goes to a, where nothing is shown") { $0.replace(row(3, 0, "a")) }
    transcript.step("a filter that is not there goes") { $0.filters.remove(name: "even") }
    transcript.step("the group's filter goes") { $0.filters.remove(group: "n") }
    transcript.step("the last filter goes") { $0.filters.removeAll() }
    try transcript.check("filters")
  }

  @Test func groups() throws {  // BS-4, BS-9
    let transcript = Transcript(
      keyed {
        $0.sections.key = ResultsKey(\.city)
        $0.groupRows.test = { $0.n == 0 }
        $0.groupRows.areShown = true
      })
    let row = { (id: Int, n: Int, city: String) in Row(id, n: n, city: city) }
    transcript.step("a: 1 2 and 3x in the group") {
      try $0.setItems([row(1, 0, "a"), row(2, 0, "a"), row(3, 1, "a")])
    }
    transcript.step("3x becomes 3xx") { $0.replace(row(3, 2, "a")) }
    transcript.step("3xx comes out of the group") { $0.replace(row(3, 0, "a")) }
    transcript.step("1 goes into the group") { $0.replace(row(1, 1, "a")) }
    transcript.step("2 goes into the group") { $0.replace(row(2, 1, "a")) }
    transcript.step("4x comes in a section of its own") { try $0.add(row(4, 1, "b")) }
    transcript.step("no group rows") { try $0.configure { $0.groupRows.areShown = false } }
    transcript.step("3 goes into the group too") { $0.replace(row(3, 1, "a")) }
    transcript.step("group rows") { try $0.configure { $0.groupRows.areShown = true } }
    transcript.step("no test") { try $0.configure { $0.groupRows.usesTest = false } }
    transcript.step("the test again") { try $0.configure { $0.groupRows.usesTest = true } }
    transcript.step("the group of a is removed") { controller in
      controller.remove(controller.snapshot.sections[0].groupedItems)
    }
    try transcript.check("groups")
  }
}
