internal import ArgumentParser
internal import FilterEngine
internal import FilterJSON

/// The JSON Schema of a command.
struct SchemaOptions: ParsableArguments {
  @Option(
    name: .customLong("schema"), parsing: .unconditional,
    help: ArgumentHelp(
      "The keys of items, their kinds and cases, as a JSON Schema in a file describes them; other keys do not exist.",
      valueName: "file"),
    completion: .file())
  var file: String?

  /// The schema as a policy permits it; nil without the option.
  func schema(
    _ policy: FilterPolicy?, in surroundings: Surroundings
  ) throws(ToolError) -> KeySchema? {
    guard let file else { return nil }
    return try Self.read(file, policy, in: surroundings)
  }

  /// The schema in a file, as a policy permits it.
  static func read(
    _ file: String, _ policy: FilterPolicy? = nil, in surroundings: Surroundings
  ) throws(ToolError) -> KeySchema {
    let source = try surroundings.source(file)
    let document = try JSONReader.value(ofFile: try source.readAll(), source.name)
    do throws(KeySchema.Mistake) {
      return try KeySchema(jsonSchema: document, policy: policy)
    } catch {
      throw .message("\(source.name): \(error.description)")
    }
  }
}
