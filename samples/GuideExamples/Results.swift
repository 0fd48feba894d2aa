import FilterableResults

func changes(of people: [Person], joinedBy newcomer: Person) throws -> [Changeset] {
  let results = ResultsController<Person>(
    identifiedBy: \.name, sectionedBy: \.city, sortedBy: [.ascending(\.name)])
  try results.setItems(people)
  var changes: [Changeset] = []
  results.observe { changes.append($0.changeset) }

  try results.filter("age >= 18", in: "age")
  try results.add(newcomer)
  return changes
}
