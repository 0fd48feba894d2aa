internal import CFilterPlugin
internal import FilterEngine

extension FilterWordOperator {
  /// Reads an operator of a plug-in. Takes ownership of its data even if it refuses the operator.
  init(_ entry: frc_word_operator) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let word = try EntryName.word(try EntryText.name(entry.name))
    let left = try FilterKind.declared(entry.left)
    let right = try FilterKind.declared(entry.right)
    let run = try EntryRun(name: word, body: body, parameters: [left, right], result: .boolean)
    self.init(
      word, left: left, right: right,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { left, right, _ throws(EvaluationError) in try run.condition(left, right) }
  }
}

extension FilterCollectionOperator {
  /// Reads a collection operator of a plug-in. Takes ownership of its data even if it refuses the operator.
  init(_ entry: frc_collection_operator) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let name = try EntryName.plain(try EntryText.name(entry.name))
    let result = try FilterKind.declared(entry.result)
    let run = try EntryRun(name: "@" + name, body: body, parameters: [.list], result: result)
    self.init(
      name, keyUse: entry.takes_key ? .oneKey : .none, result: result,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { elements, budget throws(EvaluationError) in
      try budget.spend(elements.count)
      return try run([.list(elements)])
    }
  }
}

extension FilterCast {
  /// Reads a cast of a plug-in. Takes ownership of its data even if it refuses the cast.
  init(_ entry: frc_cast) throws(EntryError) {
    let body = PluginBody(entry.body, entry.user_data, entry.destroy)
    let type = try EntryName.type(try EntryText.name(entry.name))
    let result = try FilterKind.declared(entry.result)
    let run = try EntryRun(name: type, body: body, parameters: [], result: result)
    self.init(
      type, result: result,
      documentation: try EntryText.documentation(entry.summary, entry.example)
    ) { value throws(EvaluationError) in try run([value]) }
  }
}
