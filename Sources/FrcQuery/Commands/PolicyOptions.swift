internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The policy of a command.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: .customLong("policy"), parsing: .unconditional,
    help: ArgumentHelp(
      "Permit only the keys, functions, operators and limits that the JSON of a file lists; other keys do not exist.",
      valueName: "file"),
    completion: .file())
  var file: String?

  /// The policy for filters that use these libraries; nil without the option.
  func policy(
    _ libraries: FilterLibraries, in surroundings: Surroundings
  ) throws(ToolError) -> FilterPolicy? {
    guard let file else { return nil }
    if let policy = surroundings.policy { return policy }
    return try Self.read(file, libraries, in: surroundings)
  }

  /// The policy of a session, whose filter that always holds gets the values of `variables`; nil without the option.
  func session(
    _ libraries: FilterLibraries, _ variables: VariableOptions, _ limits: EvaluationLimits,
    in surroundings: Surroundings
  ) throws(ToolError) -> SessionPolicy? {
    let bindings = try variables.bindings()
    guard let policy = try policy(libraries, in: surroundings) else {
      guard bindings.isEmpty else {
        throw .message("--var gives values to the filter of a policy here: name it with --policy")
      }
      return nil
    }
    return try SessionPolicy(policy, libraries, bindings: bindings, limits: limits)
  }

  /// The policy in a file.
  static func read(
    _ file: String, _ libraries: FilterLibraries, in surroundings: Surroundings
  ) throws(ToolError) -> FilterPolicy {
    let source = try surroundings.source(file)
    let value = try JSONReader.value(ofFile: try source.readAll(), source.name)
    do throws(PolicyForm.Mistake) {
      return try PolicyForm(libraries).policy(value)
    } catch {
      throw .message("\(source.name): \(error.description)")
    }
  }
}
