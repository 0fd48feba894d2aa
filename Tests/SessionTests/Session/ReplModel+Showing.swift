import FilterEngine
import FilterJSON

// What is shown of the rows of the model, in which order, and how it is written.
extension ReplModel {
  mutating func sort(_ keys: [(key: String, isAscending: Bool)]) {
    matches = nil
    state.sort = keys
  }

  mutating func section(_ key: String?) -> String {
    matches = nil
    state.section = key
    return key == nil ? "" : "\(count(sections.count, "section"))\n"
  }

  mutating func forgetMatches() { matches = nil }

  private func sorted(_ rows: [Row]) -> [Row] {
    rows.enumerated().sorted { left, right in
      for (key, isAscending) in state.sort {
        let values = (left.element.member(key), right.element.member(key))
        let precedes: (FilterValue, FilterValue) -> Bool = {
          switch ($0, $1) {
          case (.null, .null): false
          case (.null, _): true
          case (.int(let left), .int(let right)): left < right
          case (.string(let left), .string(let right)): left < right
          default: false
          }
        }
        if precedes(values.0, values.1) { return isAscending }
        if precedes(values.1, values.0) { return !isAscending }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private func isShown(_ row: Row) -> Bool { state.filters.allSatisfy { $0.passes(row) } }

  private var sections: [(name: FilterValue, rows: [Row])] {
    guard let section = state.section else { return [(.null, sorted(state.rows).filter(isShown))] }
    var sections: [(name: FilterValue, rows: [Row])] = []
    for row in sorted(state.rows) {
      let name = row.member(section)
      let place = sections.firstIndex { $0.name == name } ?? sections.count
      if place == sections.count { sections.append((name, [])) }
      if isShown(row) { sections[place].rows.append(row) }
    }
    return sections.filter { !$0.rows.isEmpty }
  }

  var shownCount: String { counted(sections.reduce(0) { $0 + $1.rows.count }, nil) }

  private func counted(_ found: Int, _ shown: Int?) -> String {
    let total = count(state.rows.count, "row")
    let text = found == state.rows.count ? total : "\(found) of \(total)"
    return text + (shown.map { $0 < found ? ", the first \($0) shown" : "" } ?? "") + "\n"
  }

  mutating func ask(_ passes: (Row) -> Bool) -> String {
    let found = sorted(state.rows.filter(passes))
    matches = found
    return text([(.null, Array(found.prefix(50)))], hasSections: false)
      + counted(found.count, min(50, found.count))
  }

  func show(_ limit: Int?) -> String {
    if let matches, let limit {
      return text([(.null, Array(matches.prefix(limit)))], hasSections: false)
        + counted(matches.count, min(limit, matches.count))
    }
    let limit = limit ?? 50
    var left = limit
    var shown: [(name: FilterValue, rows: [Row])] = []
    for section in sections where left > 0 {
      shown.append((section.name, Array(section.rows.prefix(left))))
      left -= section.rows.count
    }
    let found = sections.reduce(0) { $0 + $1.rows.count }
    return text(shown, hasSections: state.section != nil) + counted(found, min(limit, found))
  }

  // MARK: - Output

  private func text(
    _ sections: [(name: FilterValue, rows: [Row])], hasSections: Bool
  ) -> String {
    guard isCSV else {
      let lines = sections.flatMap { name, rows in
        let items = rows.map { row in
          selected.map { names in
            "{" + names.map { "\"\($0)\":\(json(row.member($0)))" }.joined(separator: ",") + "}"
          } ?? row.json
        }
        guard hasSections else { return items }
        return ["{\"section\":\(json(name)),\"items\":[\(items.joined(separator: ","))]}"]
      }
      return lines.map { $0 + "\n" }.joined()
    }
    var names = selected ?? []
    if selected == nil {
      for row in sections.flatMap(\.rows) {
        guard case .object(let object) = row.value else { continue }
        names += object.shape.keys.filter { !names.contains($0) }
      }
    }
    guard !names.isEmpty else { return "" }
    func cell(_ value: FilterValue) -> String {
      switch value {
      case .null: ""
      case .string(let text): text.isEmpty ? "\"\"" : text
      default: json(value)
      }
    }
    var lines = [(hasSections ? ["section"] : []) + names]
    for (name, rows) in sections {
      lines += rows.map { row in
        (hasSections ? [cell(name)] : []) + names.map { cell(row.member($0)) }
      }
    }
    return lines.map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
