import FilterableResults
import FilterableResultsUI

/// A list of machines to search, collapse and edit with the keys of a terminal.
final class Browser {
  private static let help =
    "/ search  u end it  space collapse  s hide small  g group them  e double  d delete  q quit"

  private let terminal: Terminal
  private let results: ResultsController<Instance>
  private let list = TerminalList()
  private let adapter: ListViewAdapter<Instance>
  private let selection: ResultsSelection<Instance>
  private var text = ""
  private var isSearching = false
  private var place = TerminalList.Place(section: 0, item: nil)
  private var top = 0

  init(_ terminal: Terminal) throws {
    self.terminal = terminal
    results = try ResultsController(.machines)
    selection = ResultsSelection(of: results)
    selection.selectsNeighbour = true
    adapter = ListViewAdapter(list, following: results)
  }

  /// Shows machines until a key ends it.
  func browse(_ instances: [Instance]) throws {
    try results.setItems(instances)
    try terminal.withScreen {
      draw()
      while true {
        let key = terminal.key()
        list.clearMarks()
        let goesOn = isSearching ? try search(key) : try command(key)
        guard goesOn else { return }
        draw()
      }
    }
  }

  // MARK: - Keys

  private func search(_ key: Terminal.Key) throws -> Bool {
    switch key {
    case .end: return false
    case .enter, .escape: isSearching = false
    case .backspace: try look(for: String(text.dropLast()))
    case .character(let character): try look(for: text + String(character))
    case .up: move(by: -1)
    case .down: move(by: 1)
    }
    return true
  }

  private func command(_ key: Terminal.Key) throws -> Bool {
    switch key {
    case .end, .character("q"): return false
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .character("/"): isSearching = true
    case .character(" "), .enter: collapse()
    case .character("e"): edit()
    case .character("s"): try results.configure { $0.groupRows.usesTest.toggle() }
    case .character("g"): try results.configure { $0.groupRows.areShown.toggle() }
    case .character("d"): try delete()
    case .character("u"), .escape: try look(for: "")
    default: break
    }
    return true
  }

  private func look(for text: String) throws {
    self.text = text
    // An empty text takes the filter away.
    guard !text.isEmpty else {
      results.filters.remove(group: "search")
      return
    }
    try results.filters.add(
      ResultsFilter(
        "search for \(text)", group: "search",
        predicate: FilterPredicate("instanceType CONTAINS[c] \(text)")))
  }

  private func collapse() {
    guard let section = results.snapshot.section(at: place.section) else { return }
    selection.deselectAll()
    place.item = nil
    results.sections.setCollapsed(!section.isCollapsed, forKey: section.key)
  }

  /// Doubles the processors of a machine, which takes it to another place.
  private func edit() {
    guard let item = place.item,
      var instance = results.snapshot[ResultsPath(section: place.section, item: item)]
    else { return }
    instance.vCPUs *= 2
    results.replace(instance)
  }

  /// Deletes a machine, or those that a group row stands for.
  private func delete() throws {
    guard let item = place.item else { return }
    let path = ResultsPath(section: place.section, item: item)
    if case .group(let group) = results.snapshot.row(at: path) {
      results.remove(group.items)
    } else {
      try results.remove(at: path)
    }
  }

  // MARK: - The cursor

  private func move(by step: Int) {
    let places = list.places
    guard let now = places.firstIndex(of: place), places.indices.contains(now + step) else {
      return
    }
    place = places[now + step]
    selection.deselectAll()
    if let item = place.item {
      selection.select(at: ResultsPath(section: place.section, item: item))
    }
  }

  /// Follows the selected row, or goes to a place that is there.
  private func follow() {
    if let path = selection.paths.first {
      place = TerminalList.Place(section: path.section, item: path.item)
    }
    let places = list.places
    if !places.contains(place) {
      place.item = nil
      if !places.contains(place) { place = places.first ?? place }
    }
  }

  private func draw() {
    follow()
    let places = list.places
    let room = max(1, terminal.lineCount - 2)
    let now = places.firstIndex(of: place) ?? 0
    top = max(0, min(max(top, now - room + 1), now, places.count - 1))
    var lines = [
      "search: \(text)\(isSearching ? "_" : "")   \(results.snapshot.rowCount) of \(results.count)"
    ]
    lines += places.dropFirst(top).prefix(room).map(list.text)
    while lines.count <= room { lines.append("") }
    lines.append(Self.help)
    terminal.show(lines, marked: places.isEmpty ? nil : now - top + 1)
  }
}
