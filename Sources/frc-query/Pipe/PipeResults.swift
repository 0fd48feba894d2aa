internal import FilterEngine
internal import FilterableResults

/// Carries out edits on the one controller of a pipe, and gathers what it tells.
final class PipeResults {
  let controller = ResultsController<FilterValue>()
  let libraries: FilterLibraries
  private var changes: [ResultsChange<FilterValue>] = []
  private var observation: ResultsObservation<FilterValue>?

  init(libraries: FilterLibraries) {
    self.libraries = libraries
    observation = controller.observe { [unowned self] in changes.append($0) }
  }

  /// What is shown now, with the edits of an open batch.
  var snapshot: ResultsSnapshot<FilterValue> { controller.snapshot }

  /// The names of the filters that hide a row.
  func why(_ members: PipeMembers) throws(PipeError) -> FilterValue {
    let key = try members.value("key")
    do throws(ResultsError) {
      return .list(try controller.why(key).map { .string($0) })
    } catch {
      throw PipeError(error)
    }
  }

  /// Carries out an edit and gives what it changed of what is shown; where it throws, everything is
  /// as it was.
  func edit(_ request: PipeRequest) throws(PipeError) -> [ResultsChange<FilterValue>] {
    // Old snapshots are not to be kept alive: edits copy what others hold.
    defer { changes = [] }
    let edit = try prepare(request)
    do throws(ResultsError) {
      try edit(controller)
    } catch {
      throw PipeError(error)
    }
    return changes
  }

  /// An edit of the controller, read from a request.
  typealias Edit = (ResultsController<FilterValue>) throws(ResultsError) -> Void

  /// Reads all of a request before anything is changed.
  private func prepare(_ request: PipeRequest) throws(PipeError) -> Edit {
    let members = request.members
    switch request.operation {
    case .configure: return try configure(members)
    case .begin: return { $0.begin() }
    case .end: return { controller throws(ResultsError) in try controller.end() }
    case .rollback: return { controller throws(ResultsError) in try controller.rollback() }
    case .addFilter, .removeFilter, .replaceFilters, .clearFilters:
      let filters = try filters(after: request)
      return { $0.filters = filters }
    case .addSection, .insertSection, .removeSection, .replaceSection, .moveSection:
      return try sectionEdit(request)
    default: return try rowEdit(request)
    }
  }
}
