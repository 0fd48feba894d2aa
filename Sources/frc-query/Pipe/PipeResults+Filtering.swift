internal import FilterEngine
internal import FilterableResults

extension PipeResults {
  /// The filters that a request leaves in force.
  func filters(after request: PipeRequest) throws(PipeError) -> FilterRegistry<FilterValue> {
    let members = request.members
    var filters = controller.filters
    switch request.operation {
    case .addFilter: filters.add(try filter(members))
    case .removeFilter:
      let name = try members.optionalText("name")
      let group = try members.optionalText("group")
      guard name != nil || group != nil else {
        throw PipeError(.request, "'name' or 'group' is missing")
      }
      filters.remove(name: name, group: group)
    case .replaceFilters:
      var list: [Filter<FilterValue>] = []
      for value in try members.list("filters") {
        let members = try PipeMembers(value, "a filter")
        try members.allow(PipeOperation.filterMembers, of: "a filter")
        list.append(try filter(members))
      }
      filters.replaceAll(with: list)
    default: filters.removeAll()
    }
    return filters
  }

  private func filter(_ members: PipeMembers) throws(PipeError) -> Filter<FilterValue> {
    let (name, group) = (try members.text("name"), try members.optionalText("group"))
    let (predicate, bindings) = (try members.predicate(libraries, limits), try members.bindings)
    do throws(EvaluationError) {
      return try Filter(name, group: group, predicate: predicate, bindings: bindings)
    } catch {
      throw PipeError(error, in: try members.text("filter"))
    }
  }
}
