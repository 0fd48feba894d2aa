import FilterEngine
import FilterableResults
import ResultsTestSupport
import TestSupport

/// A line for the pipe, and what the model says of its answer.
struct PipeStep {
  enum Expectation {
    /// Nothing visible changed
    case nothing
    case reload
    /// A diff; of an edit of one row its key, with what tells rows apart
    case diff(identity: String?, edited: ModelValue?)
    case refusal(PipeModel.Refusal)
    case snapshot(ShownList, ShownNumbers)
    case hiddenBy([String])
    /// An error of whatever kind
    case error
  }

  let line: String
  let expectation: Expectation
}

extension PipeModel {
  /// What the last delivery has shown.
  struct Delivered {
    let shown: ShownList
    let numbers: ShownNumbers
    let shape: [String]
    let aggregateVersion: Int

    /// Whether nothing in the numbers of a version, which shows the same rows, has to be delivered.
    func hasNumbers(of other: Delivered) -> Bool {
      let hasSections = !other.numbers.sections.isEmpty && !other.numbers.all.values.isEmpty
      return numbers.has(other.numbers)
        && (aggregateVersion == other.aggregateVersion || !hasSections)
        && zip(numbers.sections, other.numbers.sections).allSatisfy { $0.has($1) }
    }
  }
}

extension PipeModel.State {
  fileprivate var delivered: PipeModel.Delivered {
    PipeModel.Delivered(
      shown: shown, numbers: numbers, shape: shape, aggregateVersion: aggregateVersion)
  }
}

/// A random session: requests one after another, carried out by the model alone.
struct PipeStory {
  private(set) var steps: [PipeStep] = []
  private var model = PipeModel()
  private var dice: SeededGenerator
  private var delivered: PipeModel.Delivered

  init(seed: UInt64, steps count: Int) {
    dice = SeededGenerator(seed: seed)
    delivered = model.state.delivered
    while steps.count < count { step() }
    while !model.batches.isEmpty {
      request(#"{"op":"end"}"#, .end)
      ask()
    }
  }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }
  private mutating func chance(_ percent: Int) -> Bool { random(100) < percent }
  private mutating func pick<T>(_ list: [T]) -> T { list[random(list.count)] }

  // MARK: - Steps

  private mutating func step() {
    switch random(100) {
    case 0..<12: load()
    case 12..<56: editRow()
    case 56..<66: editSections()
    case 66..<73: configure()
    case 73..<76: configureNumbers()
    case 76..<86: editFilters()
    case 86..<94: editBatch()
    case 94..<97: askWhy()
    default: tell(String(steps.last?.line.dropLast() ?? "{"), .error)
    }
    ask()
  }

  private mutating func tell(_ line: String, _ expectation: PipeStep.Expectation) {
    steps.append(PipeStep(line: line, expectation: expectation))
  }

  private mutating func ask() {
    tell(#"{"op":"snapshot"}"#, .snapshot(model.state.shown, model.state.numbers))
  }

  /// Sends a request and has the model carry it out; `row` is the one that alone is edited.
  private mutating func request(_ line: String, _ request: ModelRequest, row: ModelRow? = nil) {
    let line = chance(5) ? line.dropLast() + #","id":\#(steps.count)}"# : line
    do throws(PipeModel.Refusal) {
      try model.apply(request)
    } catch {
      return tell(line, .refusal(error))
    }
    guard model.batches.isEmpty else { return tell(line, .nothing) }
    let old = delivered
    delivered = model.state.delivered
    if old.shown == delivered.shown {
      let configuration = model.state.configuration
      tell(
        line,
        old.hasNumbers(of: delivered)
          ? .nothing : .diff(identity: configuration.identity, edited: nil))
    } else if old.shape != delivered.shape {
      tell(line, .reload)
    } else {
      let configuration = model.state.configuration
      tell(
        line,
        .diff(
          identity: configuration.identity, edited: row.flatMap { configuration.identity(of: $0) }))
    }
  }

  private mutating func row() -> ModelRow {
    ModelRow(
      id: chance(3) ? nil : "\(random(14))" + (chance(4) ? ".0" : ""),
      n: pick([nil, "0", "1", "2", "3", "3.0", "4", #""x""#]),
      city: pick([nil, "a", "b", "c", "d"]), isReversed: chance(10))
  }

  private mutating func rows(_ limit: Int) -> [ModelRow] {
    let count = random(limit)
    return (0..<count).map { _ in row() }
  }

  private func list(_ rows: [ModelRow]) -> String {
    "[" + rows.map(\.json).joined(separator: ",") + "]"
  }

  private mutating func place() -> StorePosition {
    let stored = model.state.store.sections
    let sections = stored?.count ?? 1
    let section = chance(3) ? -1 : random(sections + (chance(10) ? 2 : 1))
    let count =
      stored.flatMap { $0.indices.contains(section) ? $0[section].rows.count : nil } ?? 3
    return StorePosition(
      section: min(section, chance(90) ? max(0, sections - 1) : 9), offset: random(count + 2))
  }

  // MARK: - Rows

  private mutating func load() {
    if chance(4) { return request(#"{"op":"set","items":null}"#, .setItems(nil)) }
    if chance(40) {
      var sections: [PipeModel.Section] = []
      for _ in 0..<random(4) {
        sections.append(
          PipeModel.Section(name: pick([#""x""#, #""y""#, "null", "7"]), rows: rows(6)))
      }
      let text = sections.map { #"{"name":\#($0.name),"items":\#(list($0.rows))}"# }
      return request(
        #"{"op":"set","sections":[\#(text.joined(separator: ","))]}"#, .setSections(sections))
    }
    let rows = rows(16)
    request(#"{"op":"set","items":\#(list(rows))}"#, .setItems(rows))
  }

  private mutating func editRow() {
    let row = row()
    let place = place()
    let at = "[\(place.section),\(place.offset)]"
    switch random(9) {
    case 0, 1:
      let section = pick([nil, nil, 0, 1, -1, 5])
      request(
        #"{"op":"add","item":\#(row.json)\#(section.map { ",\"section\":\($0)" } ?? "")}"#,
        .add(row, section: section))
    case 2: request(#"{"op":"insert","item":\#(row.json),"at":\#(at)}"#, .insert(row, at: place))
    case 3:
      let key = "\(random(14))"
      request(#"{"op":"remove","key":\#(key)}"#, .removeKey(key))
    case 4: request(#"{"op":"remove","at":\#(at)}"#, .remove(at: place))
    case 5: request(#"{"op":"replace","item":\#(row.json)}"#, .replace(row), row: row)
    case 6:
      request(
        #"{"op":"replace","at":\#(at),"item":\#(row.json)}"#, .replaceAt(place, row), row: row)
    case 7:
      let to = self.place()
      let moved = model.state.store.item(at: place)
      request(
        #"{"op":"move","from":\#(at),"to":[\#(to.section),\#(to.offset)]}"#,
        .move(from: place, to: to), row: moved)
    default:
      let rows = rows(5)
      let isSorted = chance(40)
      request(
        #"{"op":"merge","items":\#(list(rows))\#(isSorted ? #","sorted":true"# : "")}"#,
        .merge(rows, sorted: isSorted))
    }
  }

  private mutating func editSections() {
    let section = PipeModel.Section(
      name: pick([#""x""#, #""y""#, #""z""#, "null"]), rows: rows(5))
    let (place, other) = (random(4), random(4))
    let members = #""name":\#(section.name),"items":\#(list(section.rows))"#
    switch random(5) {
    case 0: request(#"{"op":"section.add",\#(members)}"#, .insertSection(section, at: nil))
    case 1:
      request(
        #"{"op":"section.insert","at":\#(place),\#(members)}"#, .insertSection(section, at: place))
    case 2: request(#"{"op":"section.remove","at":\#(place)}"#, .removeSection(place))
    case 3:
      request(
        #"{"op":"section.replace","at":\#(place),"items":\#(list(section.rows))}"#,
        .replaceSection(place, section.rows))
    default:
      request(
        #"{"op":"section.move","from":\#(place),"to":\#(other)}"#,
        .moveSection(from: place, to: other))
    }
  }

  // MARK: - Settings

  private mutating func configure() {
    var configuration = model.state.configuration
    var members: [String] = []
    let text = { (name: String?) in name.map { "\"\($0)\"" } ?? "null" }
    if chance(30) {
      configuration.identity = pick(["id", "id", "id", "id", "n", nil])
      members.append(#""identity":\#(text(configuration.identity))"#)
    }
    if chance(30) {
      configuration.section = pick(["city", "city", "absent", nil])
      members.append(#""section":\#(text(configuration.section))"#)
    }
    if chance(40) {
      configuration.sort = (0..<random(3)).map { _ in
        PipeModel.Configuration.Key(key: pick(["n", "city", "id"]), ascending: chance(60))
      }
      let keys = configuration.sort.map {
        $0.ascending && $0.key == "n"
          ? #"{"key":"n"}"# : #"{"key":"\#($0.key)","ascending":\#($0.ascending)}"#
      }
      members.append(
        configuration.sort.isEmpty && chance(50)
          ? #""sort":null"# : #""sort":[\#(keys.joined(separator: ","))]"#)
    }
    if chance(25) {
      let order = pick(["first", "ascending", "descending", nil])
      configuration.sectionOrder = order ?? "first"
      members.append(#""sectionOrder":\#(text(order))"#)
    }
    if chance(25) {
      configuration.emptySections = pick(["drop", "keep", nil])
      members.append(#""emptySections":\#(text(configuration.emptySections))"#)
    }
    if chance(25) {
      let policy = pick(["first", "last", "refuse", nil])
      configuration.duplicates = policy ?? "first"
      members.append(#""duplicates":\#(text(policy))"#)
    }
    request(
      "{" + ([#""op":"configure""#] + members).joined(separator: ",") + "}",
      .configure(configuration))
  }

  private mutating func configureNumbers() {
    var members: [String] = []
    var (facets, aggregates): ([ModelFacet]?, [ModelAggregate]?) = (nil, nil)
    if chance(70) {
      let list = pick([["f"], ["f", "g"], ["g", "h", "f"], []]).map { facet($0) }
      facets = list.map(\.facet)
      let texts = list.map(\.json).joined(separator: ",")
      members.append(#""facets":\#(list.isEmpty && chance(50) ? "null" : "[\(texts)]")"#)
    }
    if facets == nil || chance(60) {
      let list = pick([["a"], ["a", "b"], ["c", "a", "b"], []]).map { name in
        ModelAggregate(
          name: name, function: pick(["sum", "avg", "min", "max", "distinct", "count"]),
          key: pick(["n", "n", "n", "id", "city", "absent"]))
      }
      aggregates = list
      let texts = list.map { #"{"name":"\#($0.name)","\#($0.function)":"\#($0.key)"}"# }
      members.append(
        #""aggregates":\#(list.isEmpty ? "null" : "[\(texts.joined(separator: ","))]")"#)
    }
    request(
      "{" + ([#""op":"configure""#] + members).joined(separator: ",") + "}",
      .numbers(facets, aggregates, version: steps.count))
  }

  private mutating func facet(_ name: String) -> (facet: ModelFacet, json: String) {
    let group = pick([nil, "g", "h"])
    let ignoring = group.map { #","ignoring":"\#($0)""# } ?? ""
    switch random(4) {
    case 0, 1:
      let (key, limit) = (pick(["n", "city", "id", "absent"]), pick([nil, nil, 0, 1, 2]))
      return (
        ModelFacet(name: name, kind: .values(key, ignoring: group, limit: limit)),
        #"{"name":"\#(name)","values":"\#(key)"\#(ignoring)\#(limit.map { ",\"limit\":\($0)" } ?? "")}"#
      )
    case 2:
      let bounds = pick([["2"], ["1", "3"], ["0.5", "3", "3.5"]])
      return (
        ModelFacet(name: name, kind: .ranges("n", bounds: bounds, ignoring: group)),
        #"{"name":"\#(name)","ranges":"n","bounds":[\#(bounds.joined(separator: ","))]\#(ignoring)}"#
      )
    default:
      let list = (0..<random(4)).map { _ in filter() }
      let texts = list.map { "{\($0.json)}" }.joined(separator: ",")
      return (
        ModelFacet(name: name, kind: .filters(list.map(\.filter))),
        #"{"name":"\#(name)","filters":[\#(texts)]}"#
      )
    }
  }

  // MARK: - Filters

  private mutating func filter() -> (filter: PipeModel.Filter, json: String) {
    let limit = random(5)
    let (text, more, passes): (String, String, (ModelRow) -> Bool?) =
      switch random(6) {
      case 0: ("n >= %d", #","args":[\#(limit)]"#, { $0.compare { $0 >= Double(limit) } })
      case 1:
        ("n <= $most", #","variables":{"most":\#(limit)}"#, { $0.compare { $0 <= Double(limit) } })
      case 2: ("city IN {'a', 'b'}", "", { $0.city == "a" || $0.city == "b" })
      case 3: ("city != 'c'", #","strict":true"#, { $0.city != "c" })
      // What cannot be decided does not match.
      case 4: ("n + {1} == 3", "", { _ in nil })
      default: ("TRUEPREDICATE", "", { _ in true })
      }
    let name = pick(["one", "two", "three"])
    let group = pick([nil, nil, "g", "h"])
    let members =
      #""name":"\#(name)""# + (group.map { #","group":"\#($0)""# } ?? "")
      + #","filter":"\#(text)"\#(more)"#
    return (PipeModel.Filter(name: name, group: group, passes: passes), members)
  }

  private mutating func editFilters() {
    switch random(6) {
    case 0, 1, 2:
      let (filter, members) = filter()
      request(
        #"{"op":"filter.add",\#(members)}"#,
        .filters(PipeModel.adding(filter, to: model.state.filters)))
    case 3:
      let name = pick([nil, "one", "two", "three"])
      let group = name == nil ? pick(["g", "h"]) : pick([nil, nil, "g"])
      let members = [name.map { #""name":"\#($0)""# }, group.map { #""group":"\#($0)""# }]
      let left = model.state.filters.filter { filter in
        !((name == nil || name == filter.name) && (group == nil || group == filter.group))
      }
      request(
        #"{"op":"filter.remove",\#(members.compactMap { $0 }.joined(separator: ","))}"#,
        .filters(left))
    case 4:
      var filters: [PipeModel.Filter] = []
      var texts: [String] = []
      for _ in 0..<random(4) {
        let (filter, members) = filter()
        filters = PipeModel.adding(filter, to: filters)
        texts.append("{\(members)}")
      }
      request(
        #"{"op":"filter.replaceAll","filters":[\#(texts.joined(separator: ","))]}"#,
        .filters(filters))
    default: request(#"{"op":"filter.clear"}"#, .filters([]))
    }
  }

  // MARK: - Batches and questions

  private mutating func editBatch() {
    let isDeep = model.batches.count > 2
    switch random(isDeep ? 3 : 6) {
    case 0, 1: request(#"{"op":"end"}"#, .end)
    case 2: request(#"{"op":"rollback"}"#, .rollback)
    default: request(#"{"op":"begin"}"#, .begin)
    }
  }

  private mutating func askWhy() {
    let key = random(14)
    let line = #"{"op":"why","key":\#(key)}"#
    let state = model.state
    guard state.configuration.identity != nil,
      let place = state.store.position(ofKey: .double(Double(key))),
      let row = state.store.item(at: place)
    else { return tell(line, .refusal(.request)) }
    tell(line, .hiddenBy(state.filters.filter { $0.passes(row) != true }.map(\.name)))
  }
}
