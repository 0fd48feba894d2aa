internal import CFilterPlugin
internal import FilterEngine

// Unsafe because the kinds of the parameters are read where the plug-in keeps them.
extension FilterFunction {
  /// A function of a plug-in. The data is taken over even where the function is refused.
  init(_ entry: frc_function) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let name = try EntryText.name(entry.name)
    let arity = try Self.arity(entry)
    let selector = try EntryName.selector(name, arity: arity)
    let parameters = try Self.parameters(entry)
    let result = try FilterKind.declared(entry.result)
    let flags = entry.flags
    guard flags & ~UInt32(FRC_PURE) == 0 else { throw EntryError("\(flags) are no flags") }
    let run = try EntryRun(name: name, body: body, parameters: parameters, result: result)
    self.init(
      selector,
      parameters: (0..<arity.upperBound).map { run.parameter($0) }, arity: arity, result: result,
      isPure: flags & UInt32(FRC_PURE) != 0,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { arguments, _ throws(EvaluationError) in try run(arguments) }
  }

  private static func arity(_ entry: frc_function) throws(EntryError) -> ClosedRange<Int> {
    let (least, most) = (Int(entry.minimum_arguments), Int(entry.maximum_arguments))
    guard 0...Int(FRC_PLUGIN_MAXIMUM_ARGUMENTS) ~= most else {
      throw EntryError("takes more than \(FRC_PLUGIN_MAXIMUM_ARGUMENTS) arguments")
    }
    guard 0...most ~= least else {
      throw EntryError("takes at least \(UInt(bitPattern: least)) and at most \(most) arguments")
    }
    guard least > 0 || most == 0 else {
      throw EntryError("a call without arguments is another function: take none or at least one")
    }
    return least...most
  }

  private static func parameters(_ entry: frc_function) throws(EntryError) -> [FilterKind?] {
    guard let kinds = entry.parameters else { return [] }
    guard 0...Int(entry.maximum_arguments) ~= Int(entry.parameter_count) else {
      throw EntryError("has kinds of more parameters than it takes")
    }
    var parameters: [FilterKind?] = []
    for index in 0..<Int(entry.parameter_count) {
      parameters.append(try FilterKind.declared(kinds[index]))
    }
    return parameters
  }
}
