import FilterEngine

extension FilterLibrary {
  static let initials = FilterLibrary(
    name: "initials",
    functions: [
      FilterFunction(
        "initials:", parameters: [.string], result: .string,
        documentation: FilterDocumentation(
          "The first letter of each word.", example: "initials('Ada Lovelace') == 'AL'")
      ) { arguments, _ throws(EvaluationError) in
        guard case .string(let name) = arguments[0] else {
          throw EvaluationError(.kindMismatch, "initials needs a string")
        }
        return .string(name.split(separator: " ").map { String($0.prefix(1)) }.joined())
      }
    ])
}

func people(named initials: String, _ people: [Person]) throws -> [Person] {
  let libraries: FilterLibraries = [.standard, .initials]
  return try people.filter(
    FilterPredicate("initials(name) == \(initials)", options: FilterOptions(libraries: libraries)))
}
