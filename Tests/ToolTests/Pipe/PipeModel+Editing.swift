/// A request of the model's language.
enum ModelRequest {
  case setItems([ModelRow]?)
  case setSections([PipeModel.Section])
  case add(ModelRow, section: Int?)
  case insert(ModelRow, at: Place)
  case removeKey(String)
  case remove(at: Place)
  case replace(ModelRow)
  case replaceAt(Place, ModelRow)
  case move(from: Place, to: Place)
  case merge([ModelRow], sorted: Bool)
  case insertSection(PipeModel.Section, at: Int?)
  case removeSection(Int)
  case replaceSection(Int, [ModelRow])
  case moveSection(from: Int, to: Int)
  case configure(PipeModel.Configuration)
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
      try next.apply(request)
      state = next
    }
  }
}

extension PipeModel.State {
  mutating func apply(_ request: ModelRequest) throws(PipeModel.Refusal) {
    switch request {
    case .setItems(nil): store = nil
    case .setItems(let rows?):
      store = [PipeModel.Section(name: "null", rows: [])]
      isFlat = true
      try fill(0, rows)
    case .setSections(let sections): try set(sections)
    case .configure(let configuration): try configure(configuration)
    case .filters(let filters): self.filters = filters
    case .merge(let rows, let isSorted): try merge(rows, isSorted)
    case .replace(let row): if let place = place(of: row) { update(place, row) }
    case .removeKey(let key):
      guard configuration.identity != nil, let place = place(ofKey: ModelValue(key)) else { return }
      store?[place.section].rows.remove(at: place.row)
    default:
      guard store != nil else { throw .request }
      try edit(request)
    }
  }

  private mutating func edit(_ request: ModelRequest) throws(PipeModel.Refusal) {
    switch request {
    case .add(let row, let section): try add(row, section)
    case .insert(let row, let place):
      guard let store, store.indices.contains(place.section),
        (0...store[place.section].rows.count).contains(place.row)
      else { throw .request }
      try insert(row, at: place)
    case .remove(let place):
      guard has(place) else { throw .request }
      store?[place.section].rows.remove(at: place.row)
    case .replaceAt(let place, let row): try replace(place, row)
    case .move(let from, let to):
      guard has(from), let row = store?[from.section].rows.remove(at: from.row), let store,
        store.indices.contains(to.section), (0...store[to.section].rows.count).contains(to.row)
      else { throw .request }
      self.store?[to.section].rows.insert(row, at: to.row)
    default: try editSections(request)
    }
  }

  private mutating func editSections(_ request: ModelRequest) throws(PipeModel.Refusal) {
    guard !isFlat, let sections = store else { throw .request }
    switch request {
    case .insertSection(let section, let place):
      let place = place ?? sections.count
      guard (0...sections.count).contains(place) else { throw .request }
      guard !sections.contains(where: { $0.name == section.name }) else { throw .data }
      store?.insert(PipeModel.Section(name: section.name, rows: []), at: place)
      try fill(place, section.rows)
    case .removeSection(let place):
      guard sections.indices.contains(place) else { throw .request }
      store?.remove(at: place)
    case .replaceSection(let place, let rows):
      guard sections.indices.contains(place) else { throw .request }
      store?[place].rows = []
      try fill(place, rows)
    case .moveSection(let from, let to):
      guard sections.indices.contains(from), sections.indices.contains(to),
        let section = store?.remove(at: from)
      else { throw .request }
      store?.insert(section, at: to)
    default: throw .request
    }
  }

  // MARK: - Single requests

  private mutating func set(_ sections: [PipeModel.Section]) throws(PipeModel.Refusal) {
    var places: [String: Int] = [:]
    store = []
    isFlat = false
    for section in sections where places[section.name] == nil {
      places[section.name] = places.count
      store?.append(PipeModel.Section(name: section.name, rows: []))
    }
    guard places.count == sections.count || configuration.duplicates != "refuse" else {
      throw .data
    }
    // The rows of a name that comes again are those of the first section of the name.
    for name in places.sorted(by: { $0.value < $1.value }) {
      for section in sections where section.name == name.key { try fill(name.value, section.rows) }
    }
  }

  private mutating func add(_ row: ModelRow, _ section: Int?) throws(PipeModel.Refusal) {
    guard let store else { throw .request }
    let last = store.count - 1
    let place = isFlat || section == -1 ? last : section ?? last
    guard store.indices.contains(place) else { throw .request }
    try insert(row, at: Place(section: place, row: store[place].rows.count))
  }

  private mutating func replace(_ place: Place, _ row: ModelRow) throws(PipeModel.Refusal) {
    guard has(place), let old = store?[place.section].rows[place.row] else { throw .request }
    if let key = key(row), key != self.key(old), let known = self.place(ofKey: key) {
      switch configuration.duplicates {
      case "last":
        update(known, row)
        store?[place.section].rows.remove(at: place.row)
      case "refuse": throw .data
      default: break
      }
    } else {
      update(place, row)
    }
  }

  private mutating func merge(_ rows: [ModelRow], _ isSorted: Bool) throws(PipeModel.Refusal) {
    if store == nil {
      store = [PipeModel.Section(name: "null", rows: [])]
      isFlat = true
    }
    for row in rows {
      if let place = place(of: row) { update(place, row) } else { try add(row, nil) }
    }
    guard isSorted, let store else { return }
    for (place, section) in store.enumerated() {
      let rows = sorted(section.rows)
      self.store?[place].rows = rows
    }
  }

  private mutating func configure(
    _ configuration: PipeModel.Configuration
  ) throws(PipeModel.Refusal) {
    let isSame = self.configuration.identity == configuration.identity
    self.configuration = configuration
    guard !isSame, let sections = store else { return }
    store = sections.map { PipeModel.Section(name: $0.name, rows: []) }
    for (place, section) in sections.enumerated() { try fill(place, section.rows) }
  }
}
