internal import CFilterPlugin
internal import FilterEngine

extension FilterFunction {
  /// Reads a function of a plug-in. Takes ownership of its data even if it refuses the function.
  init(_ entry: frc_function) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let name = try EntryText.name(entry.name)
    let arity = try Self.arity(entry)
    let selector = try EntryName.selector(name, arity: arity)
    let parameters = try FilterKind.declared(
      entry.parameters, Int(entry.parameter_count), most: arity.upperBound)
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
}
