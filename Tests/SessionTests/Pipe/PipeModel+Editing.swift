import FilterEngine
import FilterableResults
import ResultsTestSupport

/// A request of the model's language.
enum ModelRequest {
  case setItems([ModelRow]?)
  case setSections([PipeModel.Section])
  case add(ModelRow, section: Int?)
  case insert(ModelRow, at: StorePosition)
  case removeKey(String)
  case remove(at: StorePosition)
  case replace(ModelRow)
  case replaceAt(StorePosition, ModelRow)
  case move(from: StorePosition, to: StorePosition)
  case merge([ModelRow], sorted: Bool)
  case insertSection(PipeModel.Section, at: Int?)
  case removeSection(Int)
  case replaceSection(Int, [ModelRow])
  case moveSection(from: Int, to: Int)
  case configure(PipeModel.Configuration)
  /// Facets and aggregates; nil for those that stay as they are
  case numbers([ModelFacet]?, [ModelAggregate]?, version: Int)
  case filters([PipeModel.Filter])
  case begin, end, rollback
}

extension PipeModel {
  /// Carries out a request; where it throws nothing has changed.
  mutating func apply(_ request: ModelRequest) throws(Refusal) {
    switch request {
    case .begin: batches.append(state)
    case .end: if batches.popLast() == nil { throw .request }
    case .rollback:
      guard let saved = batches.popLast() else { throw .request }
      state = saved
    default:
      var next = state
      do throws(ResultsError) {
        try next.apply(request)
      } catch {
        switch error {
        case .duplicateKey, .duplicateSection: throw .data
        default: throw .request
        }
      }
      state = next
    }
  }
}

extension PipeModel.State {
  mutating func apply(_ request: ModelRequest) throws(ResultsError) {
    switch request {
    case .setItems(let rows): try store.setItems(rows)
    case .setSections(let sections): try set(sections)
    case .configure(let configuration): try configure(configuration)
    case .numbers(let facets, let aggregates, let version):
      self.facets = facets ?? self.facets
      guard let aggregates else { break }
      (self.aggregates, aggregateVersion) = (aggregates, version)
    case .filters(let filters): self.filters = filters
    case .merge(let rows, let isSorted):
      let keys = configuration.sort.map {
        StoreModel<ModelRow>.Order($0.key, ascending: $0.ascending)
      }
      try store.merge(rows, sortedBy: isSorted ? keys : [])
    case .add(let row, let section):
      if configuration.section != nil, store.isFlat, let section, section != 0, section != -1 {
        throw .noSection(section)
      }
      try store.add(row, toSection: section)
    case .insert(let row, let path): try store.insert(row, at: path)
    case .removeKey(let key):
      if let key = PipeModel.Configuration.key(of: ModelValue(key)) { store.remove(key: key) }
    case .remove(let path): try store.remove(at: path)
    case .replace(let row): store.replace(row)
    case .replaceAt(let path, let row): try store.replace(at: path, with: row)
    case .move(let from, let to): try store.move(from: from, to: to)
    case .insertSection(let section, let place):
      try store.insertSection(section.stored, at: place)
    case .removeSection(let place): try store.removeSection(at: place)
    case .replaceSection(let place, let rows): try store.replaceSection(at: place, with: rows)
    case .moveSection(let from, let to): try store.moveSection(from: from, to: to)
    case .begin, .end, .rollback: break
    }
  }

  /// Sets sections: the rows of a name that comes again are those of the first section of the name.
  private mutating func set(_ sections: [PipeModel.Section]) throws(ResultsError) {
    var named: [PipeModel.Section] = []
    for section in sections {
      if let known = named.firstIndex(where: { $0.name == section.name }) {
        named[known].rows += section.rows
      } else {
        named.append(section)
      }
    }
    guard named.count == sections.count || configuration.duplicates != "refuse" else {
      throw .duplicateSection(.null)
    }
    try store.setSections(named.map(\.stored))
  }

  private mutating func configure(
    _ configuration: PipeModel.Configuration
  ) throws(ResultsError) {
    let isSame = self.configuration.identity == configuration.identity
    self.configuration = configuration
    store.rules = configuration.rules
    if !isSame { try store.enterAgain() }
  }
}

extension PipeModel.Section {
  var stored: StoredSection<ModelRow> {
    let key: FilterValue = name == "null" ? .null : .string(name)
    return StoredSection(key, items: rows)
  }
}
