import FilterableResults
import Testing

/// Rows of several kinds in one list: an identity, a section, the kind of a cell, and data (TLIndexPathItem).
@Suite struct MixedRowTests {
  private func row(
    _ id: FilterValue, _ section: FilterValue, _ kind: FilterValue, _ name: FilterValue
  ) -> FilterValue {
    ["id": id, "section": section, "kind": kind, "data": ["name": name]]
  }

  private func controller(
    comparingData comparesData: Bool
  ) throws -> (ResultsController<FilterValue>, () -> [String]) {
    var configuration = ResultsConfiguration<FilterValue>()
    configuration.rows.identity = try ResultsKey("id")
    configuration.sections.key = try ResultsKey("section")
    if !comparesData { configuration.rows.isModified = { $0["kind"] != $1["kind"] } }
    let controller = try ResultsController(configuration)
    try controller.setItems([
      row(1, "a", "text", "x"), row("button", "a", "control", nil), row(2, "b", "text", "y"),
    ])
    let sent = Shared<[String]>([])
    controller.observe { change in
      let text = change.isReload ? "reload" : describe(change.changeset)
      sent.change { $0.append(text) }
    }
    return (
      controller,
      {
        defer { sent.value = [] }
        return sent.value
      }
    )
  }

  /// Identity, section and kind always count, and data where it is asked for.
  @Test(arguments: [false, true])
  func dataCountsWhereItIsAskedFor(comparesData: Bool) throws {  // TL-24
    let (controller, take) = try controller(comparingData: comparesData)
    #expect(controller.replace(row(1, "a", "text", "z")))
    #expect(take() == (comparesData ? ["U(0/0)"] : []))
    // The data is the new one, whether it counts or not.
    #expect(controller.item(forKey: 1) == row(1, "a", "text", "z"))
    #expect(controller.replace(row(1, "a", "image", "z")))
    #expect(take() == ["U(0/0)"])
    #expect(controller.replace(row(1, "b", "image", "z")))
    // The first row of the list is one of the section b, which is the first one then.
    #expect(controller.snapshot.sections.map(\.key) == ["b", "a"])
    #expect(controller.snapshot.sectionCounts == [2, 1])
    #expect(take().count == 1)
    // Another identity is another row, of the same section, kind and data.
    #expect(
      try controller.replace(row("button", "a", "control", nil), with: row(9, "a", "control", nil)))
    #expect(take() == ["D(1,0) I(1,0)"])
    #expect(controller.snapshot.items.map(controller.key) == [1, 2, 9])
  }

  /// Filters and orders reach into the data.
  @Test func keysOfTheDataAreKeysOfTheRow() throws {  // TL-24
    let (controller, take) = try controller(comparingData: true)
    try controller.filters.add(
      ResultsFilter("named", predicate: FilterPredicate("data.name != nil")))
    #expect(take() == ["D(1)"])
    try controller.configure { $0.sections.key = nil }
    #expect(take() == ["reload"])
    let byName = try ResultsSortKey<FilterValue>("data.name", ascending: false)
    try controller.configure { $0.rows.sort = [byName] }
    #expect(controller.snapshot.items.map(controller.key) == [2, 1])
    #expect(take() == ["M(1→0)"])
  }

  /// Rows that are no items have an identity and data of their own.
  @Test func rowsThatAreNoItemsAreComparedToo() throws {  // TL-24
    let (controller, take) = try controller(comparingData: false)
    let mix = { (extras: [ResultsExtra]) in
      controller.setSubstitute { _, new in
        ResultsSnapshot(
          sections: new.sections.enumerated().map { index, section in
            ResultsSection(
              key: section.key, title: section.title, indexTitle: section.indexTitle,
              rows: (index == 0 ? extras.map { .extra($0) } : []) + section.rows)
          })
      }
    }
    let hint = ResultsExtra(id: "hint", value: "Tap")
    mix([hint])
    #expect(take() == ["I(0)"])
    #expect(controller.path(forKey: 1) == ResultsPath(section: 0, item: 1))
    mix([hint])
    #expect(take() == [])
    mix([ResultsExtra(id: "hint", value: "Tap twice")])
    #expect(take() == ["U(0/0)"])
    mix([ResultsExtra(id: "other", value: "Tap twice")])
    #expect(take() == ["D(0) I(0)"])
    #expect(controller.replace(row(1, "a", "image", "x")))
    #expect(take() == ["U(1/1)"])
  }
}
