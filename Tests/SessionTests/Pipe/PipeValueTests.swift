import FilterEngine
import FilterJSON
import FilterableResults
import TestSupport
import Testing

@testable import FrcQuery

/// The rows of a pipe are texts. A controller of the same rows as values shows and reports the same.
struct PipeValueTests {
  private static let values = [
    "null", "true", "0", "1", "1.0", "-0.0", "2.5", "12345678901234567890123", #""a""#, #""B""#,
    #""é""#, #""x\"{$""#, "[]", "[1,2]", #"["a"]"#, "{}", #"{"k":1}"#, #"{"k":"a"}"#,
  ]

  private static let taggedValues = [
    #"{"$date":0}"#, #"{"$date":1.5}"#, #"{"$float":"nan"}"#, #"{"$decimal":"0.5"}"#,
    #"{"$set":[1,2]}"#, #"{"$data":"AQ=="}"#,
  ]

  private static let filters = [
    "k > 0", "k == 'a'", "k != nil", "o.k == 1", "o.k IN {1, 'a', 2.5}", "ANY k == 1", "k + 1 > 1",
    "k BEGINSWITH[c] 'b'", "k CONTAINS 'x'", "o.k.k == 1", "id < 40", "k.@count > 1",
    "k == $v", "NOT k == $v",
  ]

  @Test(arguments: RandomSearch.seeds(40))
  func theSameRowsAsValues(_ seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let pair = Pair("FRC_SEED=\(seed)")
    let values = dice.chance(50) ? Self.values : Self.values + Self.taggedValues
    func row(_ id: Int) -> String {
      let (first, second) = (values[dice.below(values.count)], values[dice.below(values.count)])
      let members = [#""id":\#(id)"#, #""k":\#(first)"#, #""o":{"k":\#(second)}"#]
      return "{" + (dice.chance(20) ? members.reversed() : members).joined(separator: ",") + "}"
    }
    func list(_ limit: Int) -> String {
      let rows = (0..<dice.below(limit)).map { _ in row(dice.below(90)) }
      return "[" + rows.joined(separator: ",") + "]"
    }
    // Texts of fewer rows are read one by one.
    let size = dice.chance(50) ? 20 : 200
    try pair.set("[]")
    for _ in 0..<40 {
      switch dice.below(10) {
      case 0: try pair.set(list(size))
      case 1: try pair.merge(list(dice.chance(70) ? 4 : size))
      case 2, 3: try pair.add(row(dice.below(90)))
      case 4: try pair.replace(row(dice.below(90)))
      case 5: try pair.remove(dice.below(90))
      case 6:
        try pair.identify(dice.chance(70) ? "id" : nil)
      case 7:
        try pair.arrange(
          section: [nil, "k", "o.k"][dice.below(3)], sort: [nil, "k", "o.k", "id"][dice.below(4)])
      case 8:
        try pair.count("k", dice.chance(50) ? "o.k" : "id")
      default:
        try pair.filter(
          "f\(dice.below(2))", Self.filters[dice.below(Self.filters.count)],
          values[dice.below(values.count)])
      }
    }
  }
}

/// A session of a pipe and a controller of values, which are changed alike.
private final class Pair {
  private let session = RequestSession(libraries: .standard)
  private let truth = ResultsController<FilterValue>()
  private var reported: [ResultsChange<FilterValue>] = []
  private let reader = JSONReader(tagged: true)
  private let name: String

  /// Whether facets and aggregates are counted, at the end of an edit of more than a row.
  private var isCounted = false

  init(_ name: String) {
    self.name = name
    truth.observe { [unowned self] in reported.append($0) }
  }

  func set(_ items: String) throws {
    try send(#"{"op":"set","items":\#(items)}"#) {
      try all { try truth.setItems(try list(items)) }
    }
  }

  func merge(_ items: String) throws {
    try send(#"{"op":"merge","items":\#(items)}"#) {
      try all { try truth.merge(try list(items)) }
    }
  }

  func add(_ item: String) throws {
    try send(#"{"op":"add","item":\#(item)}"#) { try truth.add(try reader.read(item)) }
  }

  func replace(_ item: String) throws {
    guard truth.configuration.rows.identity != nil else { return }
    try send(#"{"op":"replace","item":\#(item)}"#) { _ = truth.replace(try reader.read(item)) }
  }

  func remove(_ key: Int) throws {
    guard truth.configuration.rows.identity != nil else { return }
    try send(#"{"op":"remove","key":\#(key)}"#) { _ = truth.remove(key: key) }
  }

  func identify(_ path: String?) throws {
    let name = path.map { "\"\($0)\"" } ?? "null"
    try send(#"{"op":"configure","identity":\#(name)}"#) {
      let identity = try path.map { try key($0) }
      try all { try truth.configure { $0.rows.identity = identity } }
    }
  }

  func arrange(section: String?, sort: String?) throws {
    let name = section.map { "\"\($0)\"" } ?? "null"
    let order = sort.map { "[\"\($0):desc\"]" } ?? "null"
    try send(#"{"op":"configure","section":\#(name),"sort":\#(order)}"#) {
      let sectionKey = try section.map { try key($0) }
      let keys = try sort.map {
        try ResultsSortKey<FilterValue>.list("\($0):desc", policy: .unrestricted)
      }
      try all {
        try truth.configure { configuration in
          configuration.sections.key = sectionKey
          configuration.rows.sort = keys ?? []
        }
      }
    }
  }

  func count(_ facet: String, _ sum: String) throws {
    let facets = #"[{"name":"f","values":"\#(facet)"}]"#
    let aggregates =
      #"[{"name":"s","sum":"\#(sum)"},{"name":"m","min":"\#(sum)"},{"name":"d","distinct":"\#(sum)"}]"#
    try send(
      #"{"op":"configure","facets":\#(facets),"aggregates":\#(aggregates)}"#, compares: false
    ) {
      let (facetKey, sumKey) = (try key(facet), try key(sum))
      isCounted = true
      try all {
        truth.facets = [.values(of: facetKey, ignoring: nil, options: [], limit: nil)]
        truth.aggregates = [
          ResultsAggregate(.sum, of: sumKey), ResultsAggregate(.minimum, of: sumKey),
          ResultsAggregate(.distinct, of: sumKey),
        ]
      }
    }
  }

  func filter(_ name: String, _ text: String, _ value: String) throws {
    let request =
      #"{"op":"filter.add","name":"\#(name)","filter":"\#(text)","variables":{"v":\#(value)}}"#
    try send(request) {
      var filters = truth.filters
      filters.add(
        try ResultsFilter(
          name, predicate: FilterPredicate(text: text), bindings: ["v": try reader.read(value)]))
      try all { try truth.setFilters(filters) }
    }
  }

  /// Makes an edit of many rows.
  private func all(_ edit: () throws -> Void) throws {
    guard isCounted else { return try edit() }
    try truth.performBatch {
      try edit()
      try truth.countSummaries()
    }
  }

  private func key(_ path: String) throws -> ResultsKey<FilterValue> {
    try ResultsKey(path, policy: .unrestricted)
  }

  private func list(_ text: String) throws -> [FilterValue] {
    guard case .list(let list) = try reader.read(text) else { return [] }
    return list.elements
  }

  /// The changes of rows without reloads, which say nothing of rows. A header is spelled by one of the equal keys of its
  /// rows, such as 0 and -0.0.
  private static func rows<Item>(of changes: [ResultsChange<Item>]) -> [Changeset] {
    changes.compactMap { change in
      if change.isReload { return nil }
      var changeset = change.changeset
      changeset.updatedSections = []
      return changeset == Changeset() ? nil : changeset
    }
  }

  /// Sends a request and makes the edit of the values. Changes of numbers alone are not compared.
  private func send(_ request: String, compares: Bool = true, _ edit: () throws -> Void) throws {
    reported = []
    let value = try reader.read(request)
    session.begin()
    var answer = try Operation.answer(value, session)
    try edit()
    if case .noted(let plain, _) = answer { answer = plain }
    guard case .changes(let changes, _, _, _) = answer else {
      Issue.record("\(request): \(answer)")
      return
    }
    if compares {
      try #require(Self.rows(of: changes) == Self.rows(of: reported), "\(name) \(request)")
    }
    let (found, expected) = (session.controller.snapshot, truth.snapshot)
    try #require(found.sections.map(\.key) == expected.sections.map(\.key), "\(name) \(request)")
    for (found, expected) in zip(found.sections, expected.sections) {
      let writer = JSONWriter(style: .tagged)
      let rows = found.items.map { $0.json }
      try #require(rows == expected.items.map { writer.bytes($0) }, "\(name) \(request)")
      #expect(found.aggregates == expected.aggregates, "\(name) \(request)")
    }
    #expect(found.facets == expected.facets, "\(name) \(request)")
    #expect(found.aggregates == expected.aggregates, "\(name) \(request)")
    // Facets alone test no row again.
    guard compares else { return }
    #expect(
      session.controller.failures.count == truth.failures.count, "\(name) \(request)")
  }
}
