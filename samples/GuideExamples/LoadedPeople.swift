import FilterableResultsUI

@concurrent
func loadedPeople(_ people: [Person]) async throws -> sending ResultsController<Person> {
  let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: .ascending(\.name))
  try results.setItems(people)
  results.facets = [.values(of: \.city, ignoring: "city")]
  _ = results.snapshot.facets
  return results
}

@MainActor
func loadedModel(_ people: [Person]) async throws -> ResultsModel<Person> {
  ResultsModel(try await loadedPeople(people))
}
