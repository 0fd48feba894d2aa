import FilterableResults

func countedPeople(_ people: [Person]) throws -> ResultsController<Person> {
  let results = ResultsController<Person>(
    identifiedBy: \.name, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  try results.setItems(people)
  results.facets = [
    .values(of: \.city, ignoring: "city"),
    .ranges(of: \.age, bounds: [18, 65], ignoring: "age"),
    .filters([
      try ResultsFilter("Young", group: "age", predicate: FilterPredicate("age < 18")),
      try ResultsFilter("Adults", group: "age", predicate: FilterPredicate("age >= 18")),
    ]),
  ]
  results.aggregates = [.average(\.age), .maximum(\.age)]
  return results
}
