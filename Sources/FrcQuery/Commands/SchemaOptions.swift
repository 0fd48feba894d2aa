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

  @Option(
    help: ArgumentHelp(
      "Kinds of keys of the schema, as --types of a filter states them for the rows.",
      valueName: "key=kind,…"))
  var types: [String] = []

  /// The schema as a policy permits it; nil without the option.
  func schema(
    _ policy: FilterPolicy?, in surroundings: Surroundings
  ) throws(ToolError) -> KeySchema? {
    guard let file else {
      guard types.isEmpty else { throw .message("--types is for keys of a schema: give --schema") }
      return nil
    }
    let schema = try Self.read(file, in: surroundings)
    guard !types.isEmpty else { return KeySchema(schema.keys, policy: policy) }
    let types = try ColumnTypes(types.joined(separator: ","))
    return KeySchema(try types.stated(schema.keys), policy: policy)
  }

  /// The schema in a file. Its texts of dates and UUIDs are texts, as rows of JSON have them.
  static func read(
    _ file: String, in surroundings: Surroundings
  ) throws(ToolError) -> KeySchema {
    let source = try surroundings.source(file)
    let document = try JSONReader.value(ofFile: try source.readAll(), source.name)
    do throws(KeySchema.Mistake) {
      return try KeySchema(jsonSchema: document, readsFormats: false)
    } catch {
      throw .message("\(source.name): \(error.description)")
    }
  }
}
