internal import FilterEngine
internal import FilterableResults

/// The state of a pipe: a list of values with its filters, and the libraries of the language.
final class RequestSession {
  let controller = ResultsController.ofValues()
  let libraries: FilterLibraries

  /// The limits of each request.
  let limits: EvaluationLimits
  private var changes: [ResultsChange<FilterValue>] = []

  init(libraries: FilterLibraries, limits: EvaluationLimits = .standard) {
    self.libraries = libraries
    self.limits = limits
    controller.setLimits(limits)
    controller.observe(for: self) { [unowned self] in changes.append($0) }
  }

  /// Makes an edit and returns the changes of the visible rows; an edit that throws changes nothing.
  func edit(_ edit: ValueEdit) throws(ToolError) -> Answer {
    // Old snapshots are not to be kept alive: edits copy what others hold.
    defer { changes = [] }
    do throws(ResultsError) {
      try controller.perform(edit)
    } catch {
      throw .refused(error)
    }
    return .changes(changes)
  }

  /// Changes the filters.
  func editFilters(
    _ body: (inout FilterRegistry<FilterValue>) throws(ToolError) -> Void
  ) throws(ToolError) -> Answer {
    var filters = controller.filters
    try body(&filters)
    return try edit(.setFilters(filters))
  }

  /// The filter that the members of a request describe.
  func filter(_ members: RequestMembers) throws(ToolError) -> Filter<FilterValue> {
    let (name, group) = (try members.text("name"), try members.optionalText("group"))
    let (predicate, bindings) = (try members.predicate(libraries, limits), try members.bindings)
    do throws(EvaluationError) {
      return try Filter(name, group: group, predicate: predicate, bindings: bindings)
    } catch {
      throw .refused(error, in: try members.text("filter"))
    }
  }
}
