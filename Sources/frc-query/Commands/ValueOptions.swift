internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// The arguments of the placeholders `%@`, `%K`, `%d` … of a predicate.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: .customLong("arg"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The next %@, %K or %d of the predicate: JSON if it parses as JSON, else text.",
      valueName: "value"))
  var arguments: [String] = []

  /// The values in order.
  var values: [FilterValue] {
    let reader = JSONReader()
    return arguments.map { reader.value(orText: $0) }
  }
}

/// The values of the `$variables` of a predicate.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The value of $NAME: JSON, else text.", valueName: "name=value"))
  var variables: [String] = []

  /// The values by name; of a name that is given twice the last counts.
  func bindings() throws(ToolError) -> [String: FilterValue] {
    let reader = JSONReader()
    var bindings: [String: FilterValue] = [:]
    for variable in variables {
      let name = variable.prefix { $0 != "=" }.drop { $0 == "$" }
      guard !name.isEmpty, let equals = variable.firstIndex(of: "=") else {
        throw .message("--var takes NAME=VALUE, not '\(variable)'")
      }
      bindings[String(name)] = reader.value(
        orText: String(variable[variable.index(after: equals)...]))
    }
    return bindings
  }
}

extension JSONReader {
  fileprivate func value(orText text: String) -> FilterValue { (try? read(text)) ?? .string(text) }
}
