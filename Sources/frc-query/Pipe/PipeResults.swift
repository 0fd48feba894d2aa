internal import FilterEngine
internal import FilterableResults

/// Carries out edits on the one controller of a pipe, and gathers what it tells.
final class PipeResults {
  let controller = ResultsController.ofValues()
  let libraries: FilterLibraries
  let limits: EvaluationLimits
  private var changes: [ResultsChange<FilterValue>] = []

  init(libraries: FilterLibraries, limits: EvaluationLimits = .standard) {
    self.libraries = libraries
    self.limits = limits
    controller.setLimits(limits)
    controller.observe(for: self) { [unowned self] in changes.append($0) }
  }

  /// What is shown now, with the edits of an open batch.
  var snapshot: ResultsSnapshot<FilterValue> { controller.shownValues() }

  /// The names of the filters that hide a row.
  func why(_ members: PipeMembers) throws(PipeError) -> FilterValue {
    let key = try members.value("key")
    do throws(ResultsError) {
      return .list(try controller.filtersHidingValue(ofKey: key).map { .string($0) })
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
      try controller.perform(edit)
    } catch {
      throw PipeError(error)
    }
    return changes
  }

  /// Reads all of a request before anything is changed.
  private func prepare(_ request: PipeRequest) throws(PipeError) -> ValueEdit {
    switch request.operation {
    case .configure: .configure(try configuration(after: request.members))
    case .begin: .begin
    case .end: .end
    case .rollback: .rollback
    case .addFilter, .removeFilter, .replaceFilters, .clearFilters:
      .setFilters(try filters(after: request))
    case .addSection, .insertSection, .removeSection, .replaceSection, .moveSection:
      try sectionEdit(request)
    default: try rowEdit(request)
    }
  }
}
