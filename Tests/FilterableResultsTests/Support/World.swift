import FilterableResults
import FilterableResultsTesting
@_exported import ResultsTestSupport

/// Keeps everything that a controller tells, with a strict list view in each form.
final class Recorder {
  let controller: ResultsController<Row>
  var changes: [ResultsChange<Row>] = []
  private let forms = ListViewForms()
  private var observation: ResultsObservation?

  init(_ controller: ResultsController<Row>) {
    self.controller = controller
    observation = controller.observe(for: self, sendingCurrent: true) { [unowned self] change in
      changes.append(change)
      forms.apply(change)
    }
    changes = []
  }

  /// What the views show.
  var shown: [[[String]]] { forms.shown }

  /// The rules that were broken.
  var problems: [BrokenListViewRule] { forms.problems }

  /// The changes since the last call, as text.
  func take() -> [String] {
    defer { changes = [] }
    return changes.map(describe)
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
  let path = { (path: ResultsPath) in
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
  configuration.rows.identity = ResultsKey(\.id)
  change(&configuration)
  return ResultsController(checked: configuration)
}

func rows(_ ids: Int...) -> [Row] { ids.map { Row($0) } }
