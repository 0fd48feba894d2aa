import FilterableResults

func changes(of people: [Person], joinedBy newcomer: Person) throws -> [Changeset] {
  let results = ResultsController<Person>(
    identifiedBy: "name", sectionedBy: "city", sortedBy: "name")
  try results.setItems(people)
  var changes: [Changeset] = []
  let observation = results.observe { changes.append($0.changeset) }
  changes.removeAll()

  results.filters.add(
    Filter("Adults", group: "age", predicate: try FilterPredicate("age >= 18")))
  try results.add(newcomer)
  return withExtendedLifetime(observation) { changes }
}
