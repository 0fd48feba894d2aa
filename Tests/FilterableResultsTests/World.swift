import FilterableResults
@_exported import ResultsTestSupport

/// A row of the tests: a key, and what else the arrangement reads.
struct Row: Filterable, Hashable, Codable, Sendable {
  var id: Int
  var n = 0
  var city: String? = nil

  static let filterFields = FilterFields<Row>(
    FilterField("id", \.id), FilterField("n", \.n), FilterField("city", \.city))

  init(_ id: Int, n: Int = 0, city: String? = nil) {
    self.id = id
    self.n = n
    self.city = city
  }

  var text: String { "\(id)/\(n)/\(city ?? "-")" }
}

/// Keeps everything that a controller tells, with a strict list view in each form.
final class Recorder {
  let controller: ResultsController<Row>
  var changes: [ResultsChange<Row>] = []
  private var views: [(StrictListView, ListViewAdapter<Row>)] = []
  private var observation: ResultsObservation<Row>?

  init(_ controller: ResultsController<Row>) {
    self.controller = controller
    for form in [ListViewAdapter<Row>.Form.batch, .staged, .sequential] {
      let view = StrictListView()
      let adapter = ListViewAdapter<Row>(view, form: form)
      view.counts = { [unowned adapter] in adapter.counts }
      view.cell = { [unowned adapter] path in adapter.row(at: path).map(text) }
      views.append((view, adapter))
    }
    observation = controller.observe { [unowned self] change in
      changes.append(change)
      for (_, adapter) in views { adapter.apply(change) }
    }
    changes = []
  }

  /// What the views show.
  var shown: [[[String]]] { views.map { $0.0.rows } }

  /// The rules that were broken.
  var problems: [BrokenRule] { views.flatMap { $0.0.problems } }

  /// The changes since the last call, as text.
  func take() -> [String] {
    defer { changes = [] }
    return changes.map(describe)
  }
}

func texts(_ snapshot: ResultsSnapshot<Row>) -> [[String]] {
  snapshot.sections.map { $0.rows.map(text) }
}

func text(_ row: ResultsRow<Row>) -> String {
  switch row {
  case .item(let item): item.text
  case .group(let group): "group " + group.items.map(\.text).joined(separator: ",")
  case .extra(let extra): "extra \(extra.id) \(extra.value)"
  }
}

/// `D(0,1) I(0,2) M(0,3→1,0) U(0,0/0,0)`, sections with an s.
func describe(_ change: ResultsChange<Row>) -> String {
  change.isReload ? "reload" : describe(change.changeset)
}

func describe(_ changes: Changeset) -> String {
  let sections = changes.sectionChanges.map { event in
    switch event {
    case .delete(let place): "sD(\(place))"
    case .insert(let place): "sI(\(place))"
    case .move(let from, let to): "sM(\(from)→\(to))"
    case .update(let from, let to): "sU(\(from)/\(to))"
    }
  }
  let path = { (path: ItemPath) in
    path.section == 0 ? "\(path.item)" : "\(path.section),\(path.item)"
  }
  let rows = changes.itemChanges.map { event in
    switch event {
    case .delete(let place): "D(\(path(place)))"
    case .insert(let place): "I(\(path(place)))"
    case .move(let from, let to): "M(\(path(from))→\(path(to)))"
    case .update(let from, let to): "U(\(path(from))/\(path(to)))"
    }
  }
  return (sections + rows).joined(separator: " ")
}

func keyed(_ change: (inout ResultsConfiguration<Row>) -> Void = { _ in }) -> ResultsController<Row>
{
  var configuration = ResultsConfiguration<Row>()
  configuration.identity = "id"
  change(&configuration)
  return ResultsController(configuration)
}

func rows(_ ids: Int...) -> [Row] { ids.map { Row($0) } }

/// A generator whose runs can be repeated.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
