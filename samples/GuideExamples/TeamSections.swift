import FilterableResults

struct Team: Filterable {
  var id: Int
  var name: String
  var members: [Person]

  static let filterFields = FilterFields<Team>(
    FilterField("id", \.id), FilterField("name", \.name), FilterField("members", \.members))
}

func sections(
  of teams: [Team]
) throws -> (source: HierarchySource<Team, Person>, results: ResultsController<Person>) {
  let source = HierarchySource<Team, Person>(
    MemorySource(
      teams, try FilterPredicate("members.@count > 0"), sortedBy: [.ascending(\.name)]),
    identifiedBy: ResultsKey(\.id), title: \.name, children: \.members)
  let results = ResultsController<Person>(identifiedBy: \.name)
  results.follow(source) { print("the teams cannot be read: \($0)") }
  return (source, results)
}
