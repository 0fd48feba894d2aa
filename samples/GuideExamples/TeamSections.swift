import FilterableResults

struct Team: Filterable {
  var id: Int
  var name: String
  var members: [Person]

  static let filterFields = FilterFields<Team>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("members", \.members))
}

func sections(
  of teams: MemorySource<Team>
) throws -> ResultsController<Person> {
  teams.request.predicate = try FilterPredicate("members.@count > 0")
  teams.request.sort = [.ascending(\.name)]
  let source = HierarchySource(
    teams, identifiedBy: ResultsKey(\.id), title: \.name, children: \.members)
  let results = ResultsController<Person>(identifiedBy: \.name)
  results.follow(source) { print("the teams cannot be read: \($0)") }
  return results
}
