import FilterableResults
import FilterableResultsUI

/// A list view of lines of text, which an adapter drives.
///
/// It makes the line of a row once, when the row is inserted or changed; a row that moves takes its line along.
/// So it shows the effect of the calls, and not the data.
final class TerminalList: DrivenListView {
  /// A line, with a mark for its change in the last batch.
  struct Line {
    var text = ""
    var mark: Character = " "
    var isKnown = false
  }

  private struct Section {
    var head = Line()
    var lines: [Line] = []
    var isKnown = false
  }

  /// A place in the list: a row, or the head of a section where `item` is nil.
  struct Place: Equatable {
    var section: Int
    var item: Int?
  }

  private var sections: [Section] = []
  private var rows: ListRows<Instance>?

  // Each call counts in what the calls before it have left, as arrays do.
  let countsStepByStep = true

  /// All places from top to bottom.
  var places: [Place] {
    sections.enumerated().flatMap { section, contents in
      [Place(section: section, item: nil)]
        + contents.lines.indices.map { Place(section: section, item: $0) }
    }
  }

  /// The text at a place, which exists.
  func text(at place: Place) -> String {
    let section = sections[place.section]
    guard let item = place.item else { return "\(section.head.mark)\(section.head.text)" }
    return "\(section.lines[item].mark)   \(section.lines[item].text)"
  }

  /// Removes the marks of the last batches.
  func clearMarks() {
    for section in sections.indices {
      sections[section].head.mark = " "
      for item in sections[section].lines.indices { sections[section].lines[item].mark = " " }
    }
  }

  // MARK: - Calls

  func take(_ rows: ListRows<Instance>) { self.rows = rows }

  func reloadData() {
    sections = (0..<(rows?.numberOfSections ?? 0)).map { _ in Section() }
    fill()
    clearMarks()
  }

  func performBatch(
    animated: Bool, _ updates: () -> Void, completion: @escaping (Bool) -> Void
  ) {
    updates()
    fill()
    completion(true)
  }

  func deleteSections(_ places: [Int]) {
    for place in places.sorted(by: >) { sections.remove(at: place) }
  }

  func insertSections(_ places: [Int]) {
    for place in places.sorted() { sections.insert(Section(), at: place) }
  }

  func moveSection(_ section: Int, to newSection: Int) {
    sections.insert(sections.remove(at: section), at: newSection)
    sections[newSection].head.mark = ">"
  }

  func reloadSections(_ places: [Int]) {
    for place in places { sections[place] = Section() }
  }

  func reloadHeaders(ofSections places: [Int]) {
    for place in places {
      sections[place].head = Line()
      sections[place].head.mark = "~"
    }
  }

  func deleteItems(_ paths: [ResultsPath]) {
    for path in paths.sorted(by: >) { sections[path.section].lines.remove(at: path.item) }
  }

  func insertItems(_ paths: [ResultsPath]) {
    for path in paths.sorted() {
      sections[path.section].lines.insert(Line(mark: "+"), at: path.item)
    }
  }

  func moveItem(_ path: ResultsPath, to newPath: ResultsPath) {
    var line = sections[path.section].lines.remove(at: path.item)
    line.mark = ">"
    sections[newPath.section].lines.insert(line, at: newPath.item)
  }

  func reloadItems(_ paths: [ResultsPath]) {
    for path in paths {
      let mark = sections[path.section].lines[path.item].mark
      sections[path.section].lines[path.item] = Line(mark: mark == " " ? "~" : mark)
    }
  }

  /// Makes the lines of the rows that were inserted or changed.
  private func fill() {
    guard let rows else { return }
    for section in sections.indices {
      if !sections[section].isKnown {
        sections[section].lines = (0..<rows.numberOfItems(inSection: section)).map { _ in
          Line(mark: "+")
        }
        sections[section].head = Line(mark: "+")
        sections[section].isKnown = true
      }
      if !sections[section].head.isKnown, let shown = rows.section(at: section) {
        sections[section].head.text = (shown.isCollapsed ? "▸ " : "▾ ") + (shown.title ?? "-")
        sections[section].head.isKnown = true
      }
      for item in sections[section].lines.indices where !sections[section].lines[item].isKnown {
        let row = rows.row(at: ResultsPath(section: section, item: item))
        sections[section].lines[item].text = row?.line ?? "-"
        sections[section].lines[item].isKnown = true
      }
    }
  }
}
