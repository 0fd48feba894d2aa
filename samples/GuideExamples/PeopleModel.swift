import FilterableResultsUI

@MainActor
func peopleModel(_ people: [Person]) throws -> ResultsModel<Person> {
  let results = ResultsController<Person>(
    identifiedBy: \.name, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  try results.setItems(people)
  return ResultsModel(results) { text in try FilterPredicate("name CONTAINS[cd] \(text)") }
}
