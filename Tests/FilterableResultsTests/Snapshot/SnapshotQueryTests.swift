import FilterEngine
import FilterableResults
import Testing

private func at(_ section: Int, _ item: Int) -> ResultsPath {
  ResultsPath(section: section, item: item)
}

/// Each query of a snapshot beside the rows of its sections, at each place and at those around.
@Suite struct SnapshotQueryTests {
  /// What decides about the rows that are shown.
  struct Form: CustomTestStringConvertible, Sendable {
    let name: String
    let configure: @Sendable (inout ResultsConfiguration<Row>) -> Void
    var prepare: @Sendable (ResultsController<Row>) throws -> Void = { _ in }

    var testDescription: String { name }
  }

  private static let byCity: @Sendable (inout ResultsConfiguration<Row>) -> Void = {
    $0.sections.key = ResultsKey(\.city)
    $0.groupRows.test = { $0.n % 2 == 0 }
    $0.groupRows.usesTest = false
  }

  static let forms = [
    Form(name: "flat", configure: { _ in }),
    Form(name: "in an order", configure: { $0.rows.sort = [.descending(\.n)] }),
    Form(name: "by city", configure: byCity),
    Form(name: "filtered", configure: byCity) { $0.filters.add(ResultsFilter("n") { $0.n > 7 }) },
    Form(
      name: "with empty sections",
      configure: {
        byCity(&$0)
        $0.sections.empty = .keep
        $0.sections.title = { $0.kind == .null ? nil : "City \($0)" }
        $0.sections.indexTitle = { $0.hasSuffix("Oslo") ? "Ø" : "C" }
      },
      prepare: { $0.filters.add(ResultsFilter("n") { $0.n > 7 }) }),
    Form(name: "with group rows", configure: byCity) {
      try $0.configure { ($0.groupRows.usesTest, $0.groupRows.areShown) = (true, true) }
    },
    Form(name: "with hidden groups", configure: byCity) {
      try $0.configure { $0.groupRows.usesTest = true }
    },
    Form(name: "collapsed", configure: byCity) {
      try $0.configure { ($0.groupRows.usesTest, $0.groupRows.areShown) = (true, true) }
      $0.sections.setCollapsed(true, forKey: "Oslo")
    },
    Form(name: "without rows", configure: { _ in }) {
      $0.filters.add(ResultsFilter("none") { _ in false })
    },
    Form(name: "a message", configure: { _ in }) {
      $0.setSubstitute { _, new in new.showingMessage("None", rows: 3) }
      $0.filters.add(ResultsFilter("none") { _ in false })
    },
    Form(name: "stored sections", configure: { _ in }) {
      try $0.setSections([
        StoredSection("A", title: "Apples", items: rows(1, 2)), StoredSection("B", items: []),
        StoredSection(3, items: rows(3)),
      ])
    },
    Form(name: "not loaded", configure: { _ in }) { try $0.setItems(nil) },
  ]

  private func controller(_ form: Form) throws -> ResultsController<Row> {
    let controller = keyed(form.configure)
    let cities = ["Rome", "Oslo", nil, "Bern"]
    try controller.setItems((0..<12).map { Row($0, n: $0 * 5 % 12, city: cities[$0 * 7 % 4]) })
    try form.prepare(controller)
    return controller
  }

  @Test(arguments: forms) func everyPlaceAnswers(_ form: Form) throws {  // TL-22
    let snapshot = try controller(form).snapshot
    let lists = snapshot.sections.map(\.rows)
    #expect(snapshot.isLoaded == (form.name != "not loaded"))
    #expect(snapshot.sectionCounts == lists.map(\.count) && snapshot.count == lists.count)
    #expect(snapshot.rowCount == lists.reduce(0) { $0 + $1.count })
    #expect(snapshot.items == lists.flatMap { $0.compactMap(\.item) })
    var paths: [ResultsPath] = []
    for section in -2...lists.count + 1 {
      let list = lists.indices.contains(section) ? lists[section] : nil
      #expect(snapshot.section(at: section)?.count == list?.count)
      #expect(snapshot.section(at: section)?.rows == list)
      for item in -2...(list?.count ?? 0) + 1 {
        let path = at(section, item)
        let row = list.flatMap { $0.indices.contains(item) ? $0[item] : nil }
        if row != nil { paths.append(path) }
        #expect(snapshot.row(at: path) == row && snapshot[path] == row?.item)
        #expect(snapshot.section(at: section)?.row(at: item) == row)
        let group: [Row] = if case .group(let group)? = row { group.items } else { [] }
        for index in -1...group.count + 1 {
          #expect(
            snapshot.item(at: path, inGroup: index)
              == (group.indices.contains(index) ? group[index] : nil))
        }
      }
    }
    #expect(snapshot.paths == paths)
    for path in paths {
      let row = snapshot.row(at: path)
      #expect(snapshot.firstPath { $0 == row } == path)
    }
    #expect(snapshot.firstPath { _ in false } == nil)
  }

  @Test(arguments: forms) func sectionsAreFoundByKeysAndTitles(_ form: Form) throws {
    let snapshot = try controller(form).snapshot
    let sections = snapshot.sections
    for (place, section) in sections.enumerated() {
      #expect(snapshot.section(forKey: section.key) == place && section.id == section.key)
      #expect(section.count == section.rows.count && section.isEmpty == section.rows.isEmpty)
      #expect(section.rows == section.indices.map { section[$0] })
      #expect(section.items.elementsEqual(section.rows.compactMap(\.item)))
      #expect(section.items.indices.map { section.items[$0] } == Array(section.items))
      guard let title = section.indexTitle else { continue }
      #expect(
        snapshot.section(forIndexTitle: title) == sections.firstIndex { $0.indexTitle == title })
    }
    #expect(snapshot.section(forKey: "nowhere") == nil)
    #expect(snapshot.section(forIndexTitle: "?") == nil)
    var titles: [String] = []
    for case let title? in sections.map(\.indexTitle) where !titles.contains(title) {
      titles.append(title)
    }
    #expect(snapshot.sectionIndexTitles == titles)
  }

  /// A snapshot is equal to one made of its parts, and to none of which a part is another one.
  @Test(arguments: forms) func partsMakeSnapshotsEqual(_ form: Form) throws {
    let snapshot = try controller(form).snapshot
    typealias Part = ResultsSection<Row>
    func part(_ section: Part, _ change: (inout [ResultsRow<Row>]) -> Void = { _ in }) -> Part {
      var rows = section.rows
      change(&rows)
      return Part(
        key: section.key, title: section.title, indexTitle: section.indexTitle, rows: rows)
    }
    let parts = snapshot.loadedSections?.map { part($0) }
    let same = ResultsSnapshot(sections: parts)
    let hasCollapsed = snapshot.contains(where: \.isCollapsed)
    #expect((same == snapshot) == !hasCollapsed && (snapshot == same) == !hasCollapsed)
    let (again, other) = (try controller(form).snapshot, try controller(form))
    #expect(snapshot == again)
    for (place, section) in (parts ?? []).enumerated() {
      var others = [
        Part(key: "x", title: section.title, indexTitle: section.indexTitle, rows: section.rows),
        Part(key: section.key, title: "x", indexTitle: section.indexTitle, rows: section.rows),
        Part(key: section.key, title: section.title, indexTitle: "x", rows: section.rows),
        part(section) { $0.append(.item(Row(99))) },
        part(section) { $0.append(.extra(ResultsExtra(id: 99))) },
      ]
      if !section.isEmpty {
        others.append(part(section) { $0.removeLast() })
        others.append(part(section) { $0[0] = .item(Row(99)) })
        if section.count > 1 { others.append(part(section) { $0.swapAt(0, section.count - 1) }) }
      }
      for other in others {
        var changed = parts ?? []
        changed[place] = other
        let different = ResultsSnapshot(sections: changed)
        #expect(different != same && same != different && snapshot != different)
      }
    }
    #expect(same != ResultsSnapshot(sections: (parts ?? []) + [Part(key: "more", rows: [])]))
    if other.isLoaded { #expect(snapshot != ResultsSnapshot<Row>(sections: nil)) }
  }
}
