internal import ArgumentParser

/// The format of an input, by its name.
struct InputFormat: ExpressibleByArgument {
  let format: RowFormat

  init?(argument: String) {
    guard let format = RowFormat.inputs.first(where: { $0.name == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { RowFormat.inputs.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The format of the output, by its name.
struct OutputFormat: ExpressibleByArgument {
  let format: RowFormat

  init?(argument: String) {
    guard let format = RowFormat.outputs.first(where: { $0.name == argument }) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { RowFormat.outputs.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
