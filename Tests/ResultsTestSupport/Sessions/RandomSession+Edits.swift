import FilterableResults

extension RandomSession {
  /// One edit; what is not possible is refused and changes nothing.
  func edit() {
    switch dice.roll(20) {
    case 0: load()
    case 1...10: editRows()
    case 11, 12: editSections()
    case 13, 14, 15: editFilters()
    case 16, 17: configure()
    case 18: collapse()
    default: merge()
    }
  }

  private var row: Row {
    Row(dice.roll(14), n: dice.roll(9), city: ["a", "b", "c", nil][dice.roll(4)])
  }

  private var rows: [Row] { (0..<dice.roll(9)).map { _ in row } }
  private var key: FilterValue { .int(Int64(dice.roll(14))) }
  private var place: ItemPath { ItemPath(section: dice.roll(3), item: dice.roll(8)) }

  private func load() {
    switch dice.roll(8) {
    case 0:
      count("nothing loaded")
      try? controller.setItems(nil)
    case 1, 2, 3:
      count("sections loaded")
      let names = ["x", "y", "z"].shuffled(using: &dice).prefix(dice.roll(4))
      try? controller.setSections(names.map { StoredSection($0, items: rows) })
    case 4:
      count("sorted rows loaded")
      try? controller.setItems(rows, sortedBy: ["n"])
    default:
      count("rows loaded")
      try? controller.setItems(rows)
    }
  }

  private func editRows() {
    let kind = dice.roll(12)
    count("row edit \(kind)")
    switch kind {
    case 0, 1: try? controller.add(row)
    case 2: try? controller.add(row, toSection: dice.roll(3))
    case 3: try? controller.insert(row, at: place)
    case 4: try? controller.remove(at: place)
    case 5: controller.remove(key: key)
    case 6: controller.replace(row)
    case 7: controller.replace(rows)
    case 8: try? controller.replace(at: place, with: row)
    case 9: try? controller.move(from: place, to: place)
    case 10: try? controller.touch(key: key)
    default: controller.remove(rows)
    }
  }

  private func editSections() {
    let kind = dice.roll(7)
    count("section edit \(kind)")
    switch kind {
    case 0:
      try? controller.addSection(StoredSection(["x", "y", "z", nil][dice.roll(4)], items: rows))
    case 1:
      try? controller.insertSection(
        StoredSection(["x", "y", "z"][dice.roll(3)], items: rows), at: dice.roll(3))
    case 2: try? controller.removeSection(at: dice.roll(3))
    case 3: try? controller.replaceSection(at: dice.roll(3), with: rows)
    case 4: try? controller.setTitle(["T", nil][dice.roll(2)], ofSectionAt: dice.roll(3))
    default: try? controller.moveSection(from: dice.roll(3), to: dice.roll(3))
    }
  }

  private func editFilters() {
    let kind = dice.roll(8)
    count("filter edit \(kind)")
    switch kind {
    case 0, 1:
      let limit = dice.roll(5)
      let filter = Filter<Row>(
        "n", group: "n", predicate: try? FilterPredicate<Row>("n >= \(limit)"))
      controller.filters.add(filter)
    case 2: controller.filters.remove(group: "n")
    case 3: controller.filters.add(Filter("odd") { $0.id % 2 == 1 })
    case 4:
      controller.filters.add(
        Filter("threshold", group: "threshold") { [unowned self] in $0.n >= threshold })
    case 5:
      threshold = dice.roll(6)
      controller.refilter()
    case 6:
      controller.filters.add(
        Filter("city", group: "n", predicate: try? FilterPredicate<Row>("city IN {'a', 'b'}")))
    default: controller.filters.removeAll()
    }
  }

  private func merge() {
    count("merge")
    if dice.once(in: 4) {
      controller.sort(by: [SortKey("n", ascending: dice.once(in: 2))])
    } else {
      try? controller.merge(rows, sortedBy: dice.once(in: 3) ? ["n"] : [])
    }
  }

  private func configure() {
    let kind = dice.roll(8)
    count("setting \(kind)")
    try? controller.configure { settings in
      switch kind {
      case 0: settings.sort = []
      case 1: settings.sort = [SortKey("n", ascending: dice.once(in: 2))]
      case 2: settings.sectionOrder = Self.order(&dice)
      case 3: settings.emptySections = [.keep, .drop, nil][dice.roll(3)]
      case 4: settings.showsGroupRows.toggle()
      case 5: settings.usesPostFilterTest.toggle()
      case 6: settings.section = dice.once(in: 3) ? nil : ["city", "n"][dice.roll(2)]
      default: settings.missingSection = [.ordered, .first, .last][dice.roll(3)]
      }
    }
  }

  private func collapse() {
    count("collapse")
    let keys: [FilterValue] = ["a", "b", "x", "y", .null]
    switch dice.roll(6) {
    case 0: controller.collapseAll()
    case 1: controller.expandAll()
    default: controller.setCollapsed(dice.once(in: 2), section: keys[dice.roll(5)])
    }
  }
}
