import FilterEngine
import TestSupport
import Testing

@testable import FilterableResults

/// What a patch holds: the content of each row and section that came or changed, once.
@Suite struct PatchTests {
  /// Sections of a few keys in some order, with heads and rows by chance.
  private func snapshot(_ dice: inout SeededGenerator) -> ResultsSnapshot<Row> {
    var ids = Array(0..<12).shuffled(using: &dice)
    let sections = (0..<6).shuffled(using: &dice).prefix(.random(in: 0...6, using: &dice)).map {
      key -> ResultsSection<Row> in
      let isCollapsed = dice.chance(30)
      let count = isCollapsed ? 0 : Int.random(in: 0...3, using: &dice)
      defer { ids.removeFirst(min(ids.count, count)) }
      return ResultsSection(
        key: .int(Int64(key)), title: dice.pick([nil, "t", "u"]),
        indexTitle: dice.pick([nil, "T"]), isCollapsed: isCollapsed,
        rows: ids.prefix(count).map { .item(Row($0, n: dice.below(2))) })
    }
    return ResultsSnapshot(sections: sections)
  }

  @Test(arguments: RandomSearch.seeds(60))
  func aPatchHoldsEachContentOnce(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let (old, new) = (snapshot(&dice), snapshot(&dice))
    let change = ResultsChange(from: old, to: new, identifiedBy: \.id)
    let (patch, changes) = (change.patch, change.changeset)
    #expect(try patch.applied(to: old) == new)
    #expect(
      patch.rows.map(\.path) == changes.insertedItems + changes.updatedItems.map { $0.to })
    #expect(patch.rows.allSatisfy { $0.row == new.row(at: $0.path) })
    let collapsed = Dictionary(uniqueKeysWithValues: old.sections.map { ($0.key, $0.isCollapsed) })
    let heads = new.sections.indices.filter { place in
      guard !changes.insertedSections.contains(place) else { return false }
      return changes.updatedSections.contains { $0.to == place }
        || collapsed[new.sections[place].key] != new.sections[place].isCollapsed
    }
    #expect(patch.sections.map(\.place) == changes.insertedSections + heads)
    for (section, place) in patch.sections.map({ ($0.section, $0.place) }) {
      let isWhole = changes.insertedSections.contains(place)
      #expect(section == (isWhole ? new.sections[place] : new.sections[place].head))
    }
  }

  @Test func aReloadHoldsAll() {
    var dice = SeededGenerator(seed: 1)
    let (old, new) = (snapshot(&dice), snapshot(&dice))
    let patch = ResultsChange(reloading: new, from: old).patch
    #expect(patch.isReload && patch.isLoaded && patch.rows.isEmpty)
    #expect(patch.sections.map(\.section) == new.sections)
    let nothing = ResultsChange(reloading: ResultsSnapshot(sections: nil), from: old).patch
    #expect(nothing.isReload && !nothing.isLoaded && nothing.sections.isEmpty)
  }

  /// A content that is missing is an error that names it.
  @Test func aPatchWithoutAContentIsAnError() throws {
    let old = ResultsSnapshot<Row>(sections: [
      ResultsSection(key: 1, rows: rows(1, 2).map { .item($0) })
    ])
    let path = { (section: Int, item: Int) in ResultsPath(section: section, item: item) }
    var changes = Changeset()
    changes.insertedItems = [path(0, 1)]
    let row = ResultsPatch<Row>(changeset: changes, rows: [(path(0, 1), nil)], sections: [])
    #expect(message { () throws(ChangesetError) in try row.applied(to: old) }.contains("missing"))
    changes = Changeset()
    changes.updatedItems = [Changeset.ItemPair(from: path(0, 0), to: path(0, 0))]
    let update = ResultsPatch<Row>(changeset: changes, rows: [], sections: [])
    #expect(
      message { () throws(ChangesetError) in try update.applied(to: old) }.contains("missing"))
    changes = Changeset()
    changes.insertedSections = [1]
    let section = ResultsPatch<Row>(changeset: changes, rows: [], sections: [])
    #expect(
      message { () throws(ChangesetError) in try section.applied(to: old) }
        == "the content of section 1 is missing")
  }

  private func message(
    _ body: () throws(ChangesetError) -> ResultsSnapshot<Row>
  ) -> String {
    do throws(ChangesetError) {
      _ = try body()
      return ""
    } catch { return "\(error)" }
  }

  // MARK: - Sections

  /// Each part of a section tells it from others.
  @Test func sectionsAreEqualInAllOfTheirParts() {
    typealias Section = ResultsSection<Row>
    func section(
      key: FilterValue = 1, title: String? = "t", index: String? = "T", collapsed: Bool = false,
      rows: [Row] = [Row(1)]
    ) -> Section {
      Section(
        key: key, title: title, indexTitle: index, isCollapsed: collapsed,
        rows: rows.map { .item($0) })
    }
    #expect(section() == section())
    for other in [
      section(key: 2), section(title: nil), section(title: "u"), section(index: nil),
      section(index: "U"), section(collapsed: true), section(rows: []), section(rows: [Row(2)]),
    ] {
      #expect(section() != other && other != section() && other == other)
    }
  }

  /// Rows are read by their index, in sections of a store and in those that a hook made.
  @Test func aRowIsReadByItsIndex() throws {
    let controller = keyed { $0.sections.key = ResultsKey(\.city) }
    try controller.setItems([
      Row(1, city: "a"), Row(2, city: "a"), Row(3, city: "b"), Row(4, city: "c"),
    ])
    controller.sections.setCollapsed(true, forKey: "c")
    let stored = controller.snapshot.sections
    let listed = stored.map { section in
      ResultsSection<Row>(key: section.key, title: section.title, rows: section.rows)
    }
    for section in stored + listed {
      let rows = section.rows
      for index in -2...4 {
        #expect(section.row(at: index) == (rows.indices.contains(index) ? rows[index] : nil))
      }
      #expect(Array(section) == rows && section.count == rows.count)
      #expect(Array(section.items) == rows.compactMap { $0.item })
    }
  }
}
