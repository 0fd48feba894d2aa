internal import FilterEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How rows are told apart, shown and arranged: a controller's settings and its filters.
struct ResultsRules<Item: Filterable> {
  private let settings: ResultsSettings<Item>
  let numbers: SectionNumbers
  var filters: [Filter<Item>] = []

  init(_ configuration: ResultsConfiguration<Item>, _ numbers: SectionNumbers) {
    settings = ResultsSettings(configuration)
    self.numbers = numbers
  }

  // Read where they are: a copy would retain every closure of the settings for each edit.
  var configuration: ResultsConfiguration<Item> { _read { yield settings.configuration } }
  var order: RowOrder<Item> { _read { yield settings.order } }
  var comparison: RowComparison { _read { yield settings.comparison } }
  var content: ContentRules<Item> { _read { yield settings.content } }

  /// Whether both come from one change of the settings.
  func isSameSettings(as other: ResultsRules) -> Bool { settings === other.settings }

  /// The key of an item, nil where it has none.
  func key(of item: Item) -> FilterValue? {
    guard let identity = configuration.identity else { return nil }
    let key = identity.read(item)
    // A bare nil in a conditional expression would be the value, which can be written as nil too.
    return key.kind == .null ? Optional<FilterValue>.none : key
  }

  /// Whether empty sections are shown, where the store's sections are `isFlat` or not.
  var keepsEmpty: Bool {
    if let policy = configuration.emptySections { return policy == .keep }
    if case .listed = configuration.sectionOrder { return configuration.section != nil }
    return configuration.section == nil
  }

  /// The order of section keys, 0 where the first rows decide.
  func order(_ left: FilterValue, _ right: FilterValue) -> Int {
    let isMissing = (left.kind == .null, right.kind == .null)
    if configuration.missingSection != .ordered, isMissing.0 != isMissing.1 {
      return isMissing.0 == (configuration.missingSection == .first) ? -1 : 1
    }
    switch configuration.sectionOrder {
    case .first: return 0
    case .ascending: return settings.keyOrder.order(left, right)
    case .descending: return settings.keyOrder.order(right, left)
    case .listed(let keys):
      let places = (
        keys.firstIndex(of: left) ?? keys.count, keys.firstIndex(of: right) ?? keys.count
      )
      return places.0 - places.1
    case .by(let precedes):
      if precedes(left, right) { return -1 }
      return precedes(right, left) ? 1 : 0
    }
  }

  /// Whether and how the item of a row is shown; `verdict` is what the filters say.
  func visibility(
    of item: Item, row: UInt32, _ limits: EvaluationLimits, _ verdict: inout RowVerdict,
    _ failures: inout FilterFailures
  ) -> RowVisibility {
    for filter in filters {
      do throws(EvaluationError) {
        guard try filter.passes(item, now: nil, limits: limits) else { return .hidden }
      } catch {
        failures.record(error, of: row)
        verdict.hasFailed = true
        return .hidden
      }
      verdict.passed += 1
    }
    guard configuration.usesPostFilterTest, let test = configuration.postFilterTest else {
      return .shown
    }
    return test(item) ? .shown : .grouped
  }

  /// The names of the filters that hide an item.
  func filtersHiding(_ item: Item) -> [String] {
    let limits = configuration.limits.beginning()
    return filters.filter { filter in
      (try? filter.passes(item, now: nil, limits: limits)) != true
    }.map(\.name)
  }

  /// A section of the arrangement; `title` is the one that the store has for it.
  func section(
    id: Int, key: FilterValue, title: String? = nil, tree: RowTree = RowTree()
  ) -> RowSection {
    let titles = titles(of: key, id, title)
    return RowSection(
      id: id, key: key, title: titles.title, indexTitle: titles.index, tree: tree)
  }

  /// The title and the index title of a section, made once for each key.
  private func titles(
    of key: FilterValue, _ id: Int, _ title: String?
  ) -> (title: String?, index: String?) {
    if let title { return (title, indexTitle(of: title)) }
    if let known = settings.titles[id], known.key.isSameContent(as: key) {
      return (known.title, known.index)
    }
    let title = self.title(of: key)
    let index = indexTitle(of: title)
    settings.titles[id] = (key, title, index)
    return (title, index)
  }

  private func title(of key: FilterValue) -> String? {
    if let title = configuration.sectionTitle { return title(key) }
    switch key {
    case .null: return nil
    case .string(let text): return text
    default: return "\(key)"
    }
  }

  private func indexTitle(of title: String?) -> String? {
    guard let title else { return nil }
    if let indexTitle = configuration.indexTitle { return indexTitle(title) }
    return title.first.map { String($0).uppercased() }
  }
}
