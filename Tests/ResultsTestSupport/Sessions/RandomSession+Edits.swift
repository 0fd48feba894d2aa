import FilterableResults
import TestSupport

extension RandomSession {
  /// One edit; what is not possible is refused and changes nothing.
  func edit() {
    switch dice.below(20) {
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
    Row(dice.below(14), n: dice.below(9), city: ["a", "b", "c", nil][dice.below(4)])
  }

  private var rows: [Row] { (0..<dice.below(9)).map { _ in row } }
  private var key: FilterValue { .int(Int64(dice.below(14))) }
  private var place: ItemPath { ItemPath(section: dice.below(3), item: dice.below(8)) }

  private func load() {
    switch dice.below(8) {
    case 0:
      count("nothing loaded")
      try? controller.setItems(nil)
    case 1, 2, 3:
      count("sections loaded")
      let names = ["x", "y", "z"].shuffled(using: &dice).prefix(dice.below(4))
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
    let kind = dice.below(12)
    count("row edit \(kind)")
    switch kind {
    case 0, 1: try? controller.add(row)
    case 2: try? controller.add(row, toSection: dice.below(3))
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
    let kind = dice.below(7)
    count("section edit \(kind)")
    switch kind {
    case 0:
      try? controller.addSection(StoredSection(["x", "y", "z", nil][dice.below(4)], items: rows))
    case 1:
      try? controller.insertSection(
        StoredSection(["x", "y", "z"][dice.below(3)], items: rows), at: dice.below(3))
    case 2: try? controller.removeSection(at: dice.below(3))
    case 3: try? controller.replaceSection(at: dice.below(3), with: rows)
    case 4: try? controller.setTitle(["T", nil][dice.below(2)], ofSectionAt: dice.below(3))
    default: try? controller.moveSection(from: dice.below(3), to: dice.below(3))
    }
  }

  private func editFilters() {
    let kind = dice.below(8)
    count("filter edit \(kind)")
    switch kind {
    case 0, 1:
      let limit = dice.below(5)
      let filter = Filter<Row>(
        "n", group: "n", predicate: try? FilterPredicate<Row>("n >= \(limit)"))
      controller.filters.add(filter)
    case 2: controller.filters.remove(group: "n")
    case 3: controller.filters.add(Filter("odd") { $0.id % 2 == 1 })
    case 4:
      controller.filters.add(
        Filter("threshold", group: "threshold") { [unowned self] in $0.n >= threshold })
    case 5:
      threshold = dice.below(6)
      controller.refilter()
    case 6:
      controller.filters.add(
        Filter("city", group: "n", predicate: try? FilterPredicate<Row>("city IN {'a', 'b'}")))
    default: controller.filters.removeAll()
    }
  }

  private func merge() {
    count("merge")
    if dice.chance(1, of: 4) {
      controller.sort(by: [SortKey("n", ascending: dice.chance(1, of: 2))])
    } else {
      try? controller.merge(rows, sortedBy: dice.chance(1, of: 3) ? ["n"] : [])
    }
  }

  private func configure() {
    let kind = dice.below(8)
    count("setting \(kind)")
    try? controller.configure { settings in
      switch kind {
      case 0: settings.sort = []
      case 1: settings.sort = [SortKey("n", ascending: dice.chance(1, of: 2))]
      case 2: settings.sectionOrder = Self.order(&dice)
      case 3: settings.emptySections = [.keep, .drop, nil][dice.below(3)]
      case 4: settings.showsGroupRows.toggle()
      case 5: settings.usesPostFilterTest.toggle()
      case 6: settings.section = dice.chance(1, of: 3) ? nil : ["city", "n"][dice.below(2)]
      default: settings.missingSection = [.ordered, .first, .last][dice.below(3)]
      }
    }
  }

  private func collapse() {
    count("collapse")
    let keys: [FilterValue] = ["a", "b", "x", "y", .null]
    switch dice.below(6) {
    case 0: controller.collapseAll()
    case 1: controller.expandAll()
    default: controller.setCollapsed(dice.chance(1, of: 2), section: keys[dice.below(5)])
    }
  }
}
