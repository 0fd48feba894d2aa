import FilterEngine
import FilterableResults
import ResultsTestSupport

/// The pipe written anew in the plainest way: the model of a store, a filter, a stable sort, sections.
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

    /// Nil if the filter fails
    var passes: (ModelRow) -> Bool?
  }

  struct State {
    var configuration = Configuration()
    var store = StoreModel<ModelRow>(Configuration().rules)
    var filters: [Filter] = []
    var facets: [ModelFacet] = []
    var aggregates: [ModelAggregate] = []

    /// A number that differs after each request that names aggregates
    var aggregateVersion = 0
  }

  /// Why a request is refused, by its kind.
  enum Refusal: String, Error {
    case request, data
  }

  var state = State()
  var batches: [State] = []

  /// The filters with another one, in place of the one of its group, or of its name without a group.
  static func adding(_ filter: Filter, to filters: [Filter]) -> [Filter] {
    var filters = filters
    let place = filters.firstIndex { other in
      filter.group == nil
        ? other.group == nil && other.name == filter.name : other.group == filter.group
    }
    if let place { filters[place] = filter } else { filters.append(filter) }
    return filters
  }

  /// The name of a stored section as JSON: its key is that text, or null.
  static func name(_ key: FilterValue) -> String {
    if case .string(let name) = key { name } else { "null" }
  }
}

// MARK: - What is shown

extension PipeModel.State {
  /// What is shown.
  var shown: ShownList {
    ShownList(
      sections: arranged?.map {
        ShownList.Section(name: $0.name, rows: $0.rows.map(\.content))
      })
  }

  /// The rows that are shown, in their sections.
  var arranged: [PipeModel.Section]? {
    guard let sections = store.sections else { return nil }
    guard let key = configuration.section else {
      let keeps = store.isFlat || configuration.emptySections != "drop"
      return sections.map { section in
        PipeModel.Section(
          name: PipeModel.name(section.key),
          rows: configuration.sorted(section.rows).filter(isShown))
      }
      .filter { keeps || !$0.rows.isEmpty }
    }
    var names: [ModelValue] = []
    var members: [ModelValue: [ModelRow]] = [:]
    for row in configuration.sorted(sections.flatMap(\.rows)) {
      let name = row.value(key)
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(row)
    }
    switch configuration.sectionOrder {
    case "ascending": names.sort()
    case "descending": names.sort(by: >)
    default: break
    }
    return names.map { name in
      let text =
        switch name {
        case .missing: "null"
        case .number(let number): "\(Int(number))"
        case .text(let text): text
        }
      return PipeModel.Section(name: text, rows: (members[name] ?? []).filter(isShown))
    }
    .filter { configuration.emptySections == "keep" || !$0.rows.isEmpty }
  }

  func isShown(_ row: ModelRow) -> Bool { filters.allSatisfy { $0.passes(row) == true } }

  /// What decides between a reload and a diff.
  var shape: [String] {
    guard store.sections != nil else { return ["none"] }
    return [
      configuration.identity ?? "", configuration.section == nil ? "store" : "key",
      configuration.section == nil ? "\(store.isFlat)" : "",
    ]
  }
}

// MARK: - What is stored

extension PipeModel.Configuration {
  /// What tells rows apart, and how a merge orders them.
  var rules: StoreModel<ModelRow>.Rules {
    StoreModel.Rules(
      key: key, isSame: { $0.isEqual(to: $1) },
      duplicates: duplicates == "last" ? .last : duplicates == "refuse" ? .refuse : .first,
      sorted: { rows, keys in keys.isEmpty ? rows : sorted(rows) })
  }

  /// What tells a row from others, nil where nothing does.
  func identity(of row: ModelRow) -> ModelValue? {
    identity.map(row.value).flatMap { $0 == .missing ? nil : $0 }
  }

  /// The same for a store.
  func key(_ row: ModelRow) -> FilterValue? { identity(of: row).flatMap(Self.key) }

  static func key(of value: ModelValue) -> FilterValue? {
    switch value {
    case .missing: nil
    case .number(let number): .double(number)
    case .text(let text): .string(text)
    }
  }

  /// The rows in order; those that no key tells apart stay as they are.
  func sorted(_ rows: [ModelRow]) -> [ModelRow] {
    rows.enumerated().sorted { left, right in
      for key in sort {
        let (first, second) = (left.element.value(key.key), right.element.value(key.key))
        if first != second { return key.ascending ? first < second : second < first }
      }
      return left.offset < right.offset
    }
    .map(\.element)
  }
}
