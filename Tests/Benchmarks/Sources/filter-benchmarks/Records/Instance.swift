import FilterEngine

/// A record of about a hundred bytes, as an inventory of machines has them.
struct Instance {
  var id: Int
  var instanceType: String
  var name: String
  var age: Int
  var cost: Double
  var region: String
  var tags: [String]
  var owner: Owner
}

struct Owner {
  var name: String
  var team: Int
}

extension Instance: Filterable {
  static let filterFields = FilterFields<Instance>(
    FilterField("id", \.id),
    FilterField("instanceType", \.instanceType),
    FilterField("name", \.name),
    FilterField("age", \.age),
    FilterField("cost", \.cost),
    FilterField("region", \.region),
    FilterField("tags", \.tags),
    FilterField("owner", \.owner))
}

extension Owner: Filterable {
  static let filterFields = FilterFields<Owner>(
    FilterField("name", \.name),
    FilterField("team", \.team))
}
