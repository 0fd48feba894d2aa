import FilterMacros
import FilterableResults

@Filterable struct Person { var name: String, age: Int }

let results = ResultsController<Person>(identifiedBy: \.name, sortedBy: [.ascending(\.age)])
try results.setItems([Person(name: "Ada", age: 36), Person(name: "Bea", age: 17)])
results.observe { print($0.changeset.deletedItems, $0.changeset.insertedItems) }
try results.filters.add(ResultsFilter("Adults", predicate: #filter<Person>("age >= \(18)")))
try results.add(Person(name: "Carl", age: 51))
