import FilterableResults

func filteredPeople(_ people: [Person]) throws -> ResultsController<Person> {
  let results = ResultsController<Person>(identifiedBy: \.name)
  try results.filters.add(
    ResultsFilter("Adults", group: "age", predicate: FilterPredicate("age >= 18")))
  try results.setItems(people)
  results.observe { change in
    print("deleted", change.changeset.deletedItems, "inserted", change.changeset.insertedItems)
  }
  return results
}
