/// The pipe written anew in the plainest way: arrays, a filter, a stable sort, sections.
struct PipeModel {
  struct Configuration: Equatable {
    var identity: String?
    var section: String?
    var sort: [Key] = []
    var sectionOrder = "first"
    var emptySections: String?
    var duplicates = "first"

    struct Key: Equatable {
      var key: String
      var ascending: Bool
    }
  }

  struct Section: Equatable {
    /// As JSON
    var name: String
    var rows: [ModelRow]
  }

  struct Filter {
    var name: String
    var group: String?
    var passes: (ModelRow) -> Bool
  }

  struct State {
    var configuration = Configuration()
    /// Nil before there is data; one section without a name where it was set flat
    var store: [Section]?
    var isFlat = true
    var filters: [Filter] = []
  }

  /// Why a request is refused, by its kind.
  enum Refusal: String, Error {
    case request, data
  }

  var state = State()
  var batches: [State] = []
}

// MARK: - What is shown

extension PipeModel.State {
  /// What is shown.
  var shown: ShownList {
    guard let store else { return ShownList(sections: nil) }
    guard let key = configuration.section else {
      let keeps = isFlat || configuration.emptySections != "drop"
      return ShownList(
        sections: store.map { section in
          ShownList.Section(
            name: section.name, rows: sorted(section.rows).filter(isShown).map(\.content))
        }
        .filter { keeps || !$0.rows.isEmpty })
    }
    var names: [ModelValue] = []
    var members: [ModelValue: [ModelRow]] = [:]
    for row in sorted(store.flatMap(\.rows)) {
      let name = row.value(key)
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(row)
    }
    switch configuration.sectionOrder {
    case "ascending": names.sort()
    case "descending": names.sort(by: >)
    default: break
    }
    return ShownList(
      sections: names.map { name in
        let text =
          switch name {
          case .missing: "null"
          case .number(let number): "\(Int(number))"
          case .text(let text): text
          }
        return ShownList.Section(
          name: text, rows: (members[name] ?? []).filter(isShown).map(\.content))
      }
      .filter { configuration.emptySections == "keep" || !$0.rows.isEmpty })
  }

  func isShown(_ row: ModelRow) -> Bool { filters.allSatisfy { $0.passes(row) } }

  /// The rows in order; those that no key tells apart stay as they are.
  func sorted(_ rows: [ModelRow]) -> [ModelRow] {
    rows.enumerated().sorted { left, right in
      for key in configuration.sort {
        let (first, second) = (left.element.value(key.key), right.element.value(key.key))
        if first != second { return key.ascending ? first < second : second < first }
      }
      return left.offset < right.offset
    }
    .map(\.element)
  }

  /// What decides between a reload and a diff.
  var shape: [String] {
    guard store != nil else { return ["none"] }
    return [
      configuration.identity ?? "", configuration.section == nil ? "store" : "key",
      configuration.section == nil ? "\(isFlat)" : "",
    ]
  }
}

// MARK: - Rows

extension PipeModel.State {
  func key(_ row: ModelRow) -> ModelValue? {
    guard let identity = configuration.identity, row.value(identity) != .missing else { return nil }
    return row.value(identity)
  }

  /// The place of the row with a key.
  func place(ofKey key: ModelValue) -> Place? { place { self.key($0) == key } }

  /// The place of the row that `row` is a version of.
  func place(of row: ModelRow) -> Place? {
    if let key = key(row) { return place(ofKey: key) }
    return place { key($0) == nil && $0.isEqual(to: row) }
  }

  private func place(_ isMatch: (ModelRow) -> Bool) -> Place? {
    for (section, stored) in (store ?? []).enumerated() {
      if let row = stored.rows.firstIndex(where: isMatch) {
        return Place(section: section, row: row)
      }
    }
    return nil
  }

  func has(_ place: Place) -> Bool {
    guard let store, store.indices.contains(place.section) else { return false }
    return store[place.section].rows.indices.contains(place.row)
  }

  mutating func update(_ place: Place, _ row: ModelRow) {
    store?[place.section].rows[place.row] = row
  }

  /// Puts in a new row, or does with a known one what is to be done.
  mutating func insert(_ row: ModelRow, at place: Place) throws(PipeModel.Refusal) {
    guard let key = key(row), let known = self.place(ofKey: key) else {
      store?[place.section].rows.insert(row, at: place.row)
      return
    }
    switch configuration.duplicates {
    case "last": update(known, row)
    case "refuse": throw .data
    default: break
    }
  }

  /// Puts in rows behind each other at the end of a section.
  mutating func fill(_ section: Int, _ rows: [ModelRow]) throws(PipeModel.Refusal) {
    for row in rows {
      try insert(row, at: Place(section: section, row: store?[section].rows.count ?? 0))
    }
  }
}
