internal import EssentialFoundation
internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

extension RequestSession {
  /// The facets and aggregates with those that a request names; null is none.
  func summaries(after members: RequestMembers) throws(ToolError) -> RequestSummary {
    var summaries = self.summaries
    if members["facets"] != nil {
      summaries.facets = []
      for value in try members.optionalList("facets") {
        summaries.facets.append(try facet(value))
      }
      try requireUnique(summaries.facets.map(\.name), "facets")
    }
    if members["aggregates"] != nil {
      summaries.aggregates = []
      for value in try members.optionalList("aggregates") {
        summaries.aggregates.append(try aggregate(value))
      }
      try requireUnique(summaries.aggregates.map(\.name), "aggregates")
    }
    return summaries
  }

  private func requireUnique(_ names: [String], _ owners: String) throws(ToolError) {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      throw .request("two \(owners) have the name '\(name.prefix(80))'")
    }
  }

  // MARK: - Facets

  private static let facetKinds = ["values", "ranges", "filters"]

  private func facet(_ value: FilterValue) throws(ToolError) -> RequestFacet {
    let members = try RequestMembers(value, "a facet")
    let kinds = Self.facetKinds.filter(members.isGiven)
    guard kinds.count == 1 else {
      try members.allow(
        Self.facetKinds + ["name", "ignoring", "options", "limit", "bounds", "by", "timeZone"],
        of: "a facet")
      throw .request("a facet has one of 'values', 'ranges' and 'filters'")
    }
    let kind = kinds[0]
    switch kind {
    case "values":
      try members.allow(
        ["name", "values", "ignoring", "options", "limit"], of: "a facet of values")
    case "ranges":
      try members.allow(
        ["name", "ranges", "ignoring", "bounds", "by", "timeZone"], of: "a facet of ranges")
    default: try members.allow(["name", "filters"], of: "a facet of filters")
    }
    let name = try members.text("name")
    guard kind != "filters" else {
      var filters: [ResultsFilter<OpenRow>] = []
      for value in try members.list("filters") { filters.append(try filter(of: value)) }
      return RequestFacet(name: name, subject: .filters(filters))
    }
    let key = try key(of: members, kind)
    let group = try members.optionalText("ignoring")
    let form: FacetForm =
      kind == "ranges"
      ? try ranges(members)
      : .values(options: try options(members), limit: try members.optionalCount("limit"))
    return RequestFacet(name: name, subject: .key(key, form), group: group)
  }

  /// Options that make texts equal; the language has others, which do not.
  private func options(_ members: RequestMembers) throws(ToolError) -> AST.Comparison.Options {
    guard let letters = try members.optionalText("options") else { return [] }
    guard let options = AST.Comparison.Options(letters: letters),
      options.isSubset(of: [.caseInsensitive, .diacriticInsensitive])
    else { throw .request("'options' must be letters of cd") }
    return options
  }

  private func ranges(_ members: RequestMembers) throws(ToolError) -> FacetForm {
    guard members.isGiven("by") else {
      guard !members.isGiven("timeZone") else {
        throw .request("'timeZone' is for ranges with 'by'")
      }
      let bounds = try members.list("bounds")
      do throws(ValueRanges.Mistake) {
        _ = try ValueRanges(bounds: bounds)
      } catch {
        throw .request(error.message)
      }
      return .ranges(bounds)
    }
    guard !members.isGiven("bounds") else {
      throw .request("'bounds' and 'by' exclude each other", .conflictingMembers)
    }
    let units = FacetUnit.allCases.map { (name: "\($0)", value: $0) }
    guard let unit = try choice(members, "by", units) else { throw .missing("'by'") }
    return .units(unit, try timeZone(try members.optionalText("timeZone")))
  }

  private func timeZone(_ name: String?) throws(ToolError) -> TimeZone {
    guard let name else { return .gmt }
    do throws(EvaluationError) {
      return try NamedTimeZone.find(name)
    } catch {
      throw .request(error.message)
    }
  }

  // MARK: - Aggregates

  private static let functions = AggregateFunction.named + [.count]

  private func aggregate(
    _ value: FilterValue
  ) throws(ToolError) -> NamedAggregate<ResultsKey<OpenRow>> {
    let members = try RequestMembers(value, "an aggregate")
    let names = Self.functions.map(\.word)
    try members.allow(["name", "at"] + names, of: "an aggregate")
    let given = Self.functions.filter { members.isGiven($0.word) }
    guard given.count == 1 else {
      throw .request(
        "an aggregate has one of '\(names.dropLast().joined(separator: "', '"))' and 'count'")
    }
    return NamedAggregate(
      name: try members.text("name"), function: try function(given[0], members),
      key: try key(of: members, given[0].word))
  }

  /// The function of an aggregate, with the percent of `at`.
  private func function(
    _ function: AggregateFunction, _ members: RequestMembers
  ) throws(ToolError) -> AggregateFunction {
    guard case .percentile = function else {
      guard !members.isGiven("at") else { throw .request("'at' is for a percentile") }
      return function
    }
    let percent = try members.value("at").rounded
    guard AggregateFunction.percents.contains(percent) else {
      throw .request("'at' must be a number from 0 to 100")
    }
    return .percentile(percent)
  }

  /// The key path of a member that is given.
  private func key(
    of members: RequestMembers, _ name: String
  ) throws(ToolError) -> ResultsKey<OpenRow> {
    guard let key = try key(members, name) else { throw .missing("'\(name)'") }
    return key
  }
}
