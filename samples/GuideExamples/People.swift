import FilterEngine

struct Person: Filterable {
  var name: String
  var age: Int
  var city: String?

  static let filterFields = FilterFields<Person>(
    FilterField("name", \.name),
    FilterField("age", \.age),
    FilterField("city", \.city))
}

func adults(_ people: [Person], from prefix: String) throws -> [Person] {
  try people.filter(FilterPredicate("age >= 18 AND city BEGINSWITH[c] \(prefix)"))
}
