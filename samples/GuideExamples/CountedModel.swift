import FilterableResultsUI

@MainActor
func countedModel(_ people: [Person]) async throws -> ResultsModel<Person> {
  let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: [.ascending(\.name)])
  let model = ResultsModel(results)
  try results.setItems(people)
  await results.count([.values(of: \.city, ignoring: "city")], [.average(\.age)])
  return model
}
