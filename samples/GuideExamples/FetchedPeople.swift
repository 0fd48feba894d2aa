import FilterableResults

func fetchedPeople(
  from source: MemorySource<Person>, hiding isHidden: @escaping (Person) -> Bool
) throws -> ResultsController<Person> {
  source.request.predicate = try FilterPredicate("age >= 18")
  var configuration = ResultsConfiguration<Person>()
  configuration.rows.identity = ResultsKey(\.name)
  configuration.rows.sort = [.ascending(\.name, options: .caseInsensitive)]
  configuration.sections.key = ResultsKey(\.city)
  configuration.groupRows.test = { !isHidden($0) }
  configuration.groupRows.areShown = true
  let results = try ResultsController(configuration)
  results.follow(source) { print("the people cannot be read: \($0)") }
  return results
}
