internal import Synchronization

/// What a snapshot holds, one reference wide.
final class SnapshotStorage<Item> {
  /// The sections, made when they are first asked for.
  fileprivate final class Sections {
    let list: [ResultsSection<Item>]

    init(_ list: [ResultsSection<Item>]) { self.list = list }
  }

  /// The sections of the arrangement with their rows; nil for sections from anywhere.
  let shown: (sections: ShownSections, rows: RowBox<Item>)?
  private let made = AtomicLazyReference<Sections>()

  /// Sections of an arrangement.
  init(_ sections: ShownSections, _ rows: RowTable<Item>) {
    shown = (sections, RowBox(rows))
  }

  /// Sections from anywhere.
  init(_ sections: [ResultsSection<Item>]) {
    shown = nil
    _ = made.storeIfNil(Sections(sections))
  }

  var sections: [ResultsSection<Item>] {
    if let made = made.load() { return made.list }
    guard let shown else { return [] }
    let list = shown.sections.faces.map { ResultsSection($0, .store(shown.rows)) }
    return made.storeIfNil(Sections(list)).list
  }

  /// The section at a place, which exists.
  func section(at place: Int) -> ResultsSection<Item> {
    guard let shown, made.load() == nil else { return sections[place] }
    let sections = shown.sections
    return ResultsSection(sections.face(of: sections.section(at: place)), .store(shown.rows))
  }

  /// How many sections are shown.
  var sectionCount: Int { shown?.sections.count ?? sections.count }

  /// How many rows are shown.
  var rowCount: Int { shown?.sections.rowCount ?? sections.reduce(0) { $0 + $1.count } }

  /// The row at a place, nil where there is none.
  func row(at path: ItemPath) -> ResultsRow<Item>? {
    guard path.section >= 0, path.section < sectionCount else { return nil }
    guard let shown, path.item >= 0 else { return section(at: path.section).row(at: path.item) }
    let section = shown.sections.section(at: path.section)
    guard path.item < section.tree.shownCount, !shown.sections.isCollapsed(section) else {
      return self.section(at: path.section).row(at: path.item)
    }
    return .item(shown.rows.rows[section.tree.shown(at: path.item)])
  }
}

extension SnapshotStorage.Sections: Sendable where Item: Sendable {}
extension SnapshotStorage: Sendable where Item: Sendable {}
