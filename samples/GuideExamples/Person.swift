import FilterEngine

struct Person: Filterable {
  var name: String
  var age: Int
  var city: String?

  static let filterFields = FilterFields<Person>(
    FilterField("name", \.name), FilterField("age", \.age), FilterField("city", \.city))
}
