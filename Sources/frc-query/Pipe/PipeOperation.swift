internal import FilterSyntax

/// What a request can ask for, by its `op`.
enum PipeOperation: String, CaseIterable {
  // MARK: The language
  case evaluate, value, format

  // MARK: Rows
  case configure, set, add, insert, remove, replace, move, merge

  // MARK: Sections of the store
  case addSection = "section.add"
  case insertSection = "section.insert"
  case removeSection = "section.remove"
  case replaceSection = "section.replace"
  case moveSection = "section.move"

  // MARK: Filters
  case addFilter = "filter.add"
  case removeFilter = "filter.remove"
  case replaceFilters = "filter.replaceAll"
  case clearFilters = "filter.clear"

  // MARK: Batches and questions
  case begin, end, rollback, snapshot, why

  init(named name: String) throws(PipeError) {
    guard let operation = PipeOperation(rawValue: name) else {
      let nearest = EditDistance.nearest(to: name, in: Self.allCases.lazy.map(\.rawValue))
      throw .unknown("there is no op", name, nearest: nearest)
    }
    self = operation
  }

  /// The members that a request may have beside `op` and `id`.
  var members: [String] {
    switch self {
    case .evaluate, .format: ["filter", "args", "variables", "strict", "item"]
    case .value: ["expression", "args", "variables", "strict", "item"]
    case .configure:
      ["identity", "section", "sort", "sectionOrder", "emptySections", "duplicates"]
    case .set: ["items", "sections"]
    case .add: ["item", "section"]
    case .insert: ["item", "at"]
    case .remove: ["key", "at"]
    case .replace: ["item", "at"]
    case .move, .moveSection: ["from", "to"]
    case .merge: ["items", "sorted"]
    case .addSection: ["name", "items"]
    case .insertSection: ["name", "items", "at"]
    case .removeSection: ["at"]
    case .replaceSection: ["at", "items"]
    case .addFilter: Self.filterMembers
    case .removeFilter: ["name", "group"]
    case .replaceFilters: ["filters"]
    case .why: ["key"]
    case .clearFilters, .begin, .end, .rollback, .snapshot: []
    }
  }

  /// The members of a filter.
  static let filterMembers = ["name", "group", "filter", "args", "variables", "strict"]
}
