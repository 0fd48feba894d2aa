import FilterableResults

extension SmallWorldRun {
  /// Leads from `old` to `new` and back by setting the whole.
  package func set(_ old: SmallWorld, _ new: SmallWorld) throws {
    try expect(old, new) { try controller.setSections(new.stored) }
    try expect(new, old) { try controller.setSections(old.stored) }
  }

  /// Leads from `old` to `new`, which has the same sections, and back by edits of single rows.
  package func edit(_ old: SmallWorld, _ new: SmallWorld) throws {
    try expect(old, new) { try editRows(from: old, to: new) }
    try expect(new, old) { try editRows(from: new, to: old) }
  }

  /// Shows the rows of `old`, then those of `new`, then those of `old` again; all are stored.
  package func filter(_ old: SmallWorld, _ new: SmallWorld) throws {
    try expect(old, new) { show(new) }
    try expect(new, old) { show(old) }
  }

  /// Lets the rows of `world` pass.
  package func show(_ world: SmallWorld) {
    let shown = Set(world.rows.joined().map(\.id))
    controller.filters.add(ResultsFilter("shown", group: "shown") { shown.contains($0.id) })
  }

  private func editRows(from old: SmallWorld, to new: SmallWorld) throws {
    var rows = old.rows
    let wanted = Set(new.rows.joined().map(\.id))
    controller.begin()
    for section in rows.indices {
      for item in rows[section].indices.reversed()
      where !wanted.contains(rows[section][item].id) {
        try controller.remove(at: StorePosition(section: section, offset: item))
        rows[section].remove(at: item)
      }
    }
    for (section, contents) in new.rows.enumerated() {
      for (item, row) in contents.enumerated() {
        let target = StorePosition(section: section, offset: item)
        guard let place = Self.place(of: row.id, in: rows) else {
          try controller.insert(row, at: target)
          rows[section].insert(row, at: item)
          continue
        }
        let moved = rows[place.section].remove(at: place.offset)
        if place != target { try controller.move(from: place, to: target) }
        if moved != row { try controller.replace(at: target, with: row) }
        rows[section].insert(row, at: item)
      }
    }
    try controller.end()
  }

  private static func place(of id: Int, in rows: [[SmallRow]]) -> StorePosition? {
    for (section, contents) in rows.enumerated() {
      if let item = contents.firstIndex(where: { $0.id == id }) {
        return StorePosition(section: section, offset: item)
      }
    }
    return nil
  }
}
