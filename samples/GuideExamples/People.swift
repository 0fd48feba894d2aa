import FilterEngine

func adults(_ people: [Person], from prefix: String) throws -> [Person] {
  try people.filter("age >= 18 AND city BEGINSWITH[c] \(prefix)")
}
