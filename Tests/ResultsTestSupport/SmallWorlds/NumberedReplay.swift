import FilterableResults
import FilterableResultsUI
import FilterableResultsTesting

/// Shows the forms of a change set to a strict list view of numbers.
struct NumberedReplay {
  let old: NumberedWorld
  let new: NumberedWorld
  let changes: Changeset

  /// What is wrong, nil for nothing.
  func problem() -> String? {
    do {
      let staged = try staged()
      // What would be unsafe as one batch is given in stages.
      let batch = changes.isSafeAsOneBatch ? try batch() : staged
      let forms = [("batch", batch), ("staged", staged), ("sequential", try steps())]
      for (name, rows) in forms where rows != new.rows { return "\(name) shows \(rows)" }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The batch that a view gets, and then one for contents.
  private func batch() throws -> [[Int]] {
    var rows = old.rows
    if changes.structuralCount > 0 { try show(changes, in: &rows, isLast: true) }
    return try reload(changes.updatedItems.map { $0.to }, in: rows)
  }

  private func staged() throws -> [[Int]] {
    var rows = old.rows
    for stage in try changes.stages(from: old.counts) {
      if stage.structuralCount > 0 { try show(stage, in: &rows, isLast: false) }
      rows = try reload(stage.updatedItems.map { $0.to }, in: rows)
    }
    return rows
  }

  private func show(_ changes: Changeset, in rows: inout [[Int]], isLast: Bool) throws {
    let view = CallCollector()
    changes.callStructure(of: view)
    let counts = rows.map { $0.count }
    let after =
      isLast ? new.counts : try view.batch.counts(after: counts) { new.rows[$0].count }
    let before = rows
    rows = try view.batch.origins(from: counts, to: after).enumerated().map { section, origins in
      origins.enumerated().map { item, origin in
        origin.map { before[$0.section][$0.item] } ?? new.rows[section][item]
      }
    }
  }

  /// The rows of `paths` with the contents that they have in the end.
  private func reload(_ paths: [ResultsPath], in rows: [[Int]]) throws -> [[Int]] {
    guard !paths.isEmpty else { return rows }
    var batch = ListViewBatch()
    batch.reloaded = paths
    let counts = rows.map { $0.count }
    var result = rows
    for (section, origins) in try batch.origins(from: counts, to: counts).enumerated() {
      for (item, origin) in origins.enumerated() where origin == nil {
        result[section][item] = content(of: rows[section][item] / 2)
      }
    }
    return result
  }

  private func content(of id: Int) -> Int {
    new.rows.joined().first { $0 / 2 == id } ?? -1
  }

  private func steps() throws -> [[Int]] {
    var rows = old.rows
    for step in try changes.sequence(from: old.counts) {
      switch step {
      case .deleteSection(let place): rows.remove(at: place)
      case .insertSection(let place, let final): rows.insert(new.rows[final], at: place)
      case .moveSection(let from, let to): rows.insert(rows.remove(at: from), at: to)
      case .updateSection: break
      case .deleteItem(let path): rows[path.section].remove(at: path.item)
      case .insertItem(let path, let final):
        rows[path.section].insert(new.rows[final.section][final.item], at: path.item)
      case .moveItem(let from, let to):
        let row = rows[from.section].remove(at: from.item)
        rows[to.section].insert(row, at: to.item)
      case .updateItem(let path):
        rows[path.section][path.item] = content(of: rows[path.section][path.item] / 2)
      }
    }
    return rows
  }
}
