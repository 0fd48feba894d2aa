internal import CFilterPlugin
internal import FilterEngine

// Unsafe because kinds are read from the memory of the plug-in.
extension FilterMethod {
  /// Reads a method of a plug-in. Takes ownership of its data even if it refuses the method.
  init(_ entry: frc_message) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let (selector, colons) = try EntryName.message(try EntryText.name(entry.name))
    let receiver = try FilterKind.declared(entry.receiver)
    let parameters = try FilterKind.declared(entry.parameters, entry.parameter_count, most: colons)
    let result = try FilterKind.declared(entry.result)
    let run = try EntryRun(name: selector, body: body, parameters: parameters, result: result)
    self.init(
      selector, result: result,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { target, arguments, _ throws(EvaluationError) in
      guard target.kind.fits(receiver) else {
        throw EvaluationError(
          .wrongReceiver(
            selector: selector, expected: receiver.map { [$0] } ?? [], found: target.kind)
        ).about(.receiver)
      }
      return try run(arguments, behind: [target])
    }
  }
}

extension FilterLeafKey {
  /// Reads a key of a plug-in. Takes ownership of its data even if it refuses the key.
  init(_ entry: frc_leaf_key) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let key = try EntryName.plain(try EntryText.name(entry.name))
    var kinds: Set<FilterKind> = []
    for kind in try FilterKind.declared(entry.kinds, entry.kind_count, most: .max) {
      guard let kind, !Self.withoutLeafKeys.contains(kind) else {
        throw EntryError("\(kind?.plural ?? "values of any kind") have no keys of their own")
      }
      kinds.insert(kind)
    }
    guard !kinds.isEmpty else { throw EntryError("no kind has the key") }
    let result = try FilterKind.declared(entry.result)
    let run = try EntryRun(name: key, body: body, parameters: [], result: result)
    self.init(
      key, of: kinds, result: result,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { value throws(EvaluationError) in try run([value]) }
  }

  /// Whether keys of the kind are read from members or elements.
  private static let withoutLeafKeys: Set<FilterKind> = [.null, .list, .set, .object]
}
