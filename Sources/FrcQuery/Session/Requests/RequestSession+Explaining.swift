internal import FilterEngine
internal import FilterableResults

extension Operation {
  /// How a row is tested by a filter, part by part.
  static let explain = Operation(
    "explain", ["filter", "args", "variables", "strict", "item", "key"],
    """
    {"op":"explain","filter":"age > 3","item":{"age":5}}
    {"explanation":{"verdict":true,"offset":0,"length":7,"text":"age > 3",
      "left":5,"right":3,"parts":[]}}
    """
  ) { session, members throws(ToolError) in
    .explanation(try session.explanation(members), filter: try members.text("filter"))
  }
}

extension RequestSession {
  /// The explanation of a filter for the item of a request, or for the row with its key.
  fileprivate func explanation(_ members: RequestMembers) throws(ToolError) -> FilterExplanation {
    let predicate = try predicate(members)
    let bindings = try members.bindings
    return predicate.explanation(of: try item(members), bindings: bindings, limits: limits)
  }

  private func item(_ members: RequestMembers) throws(ToolError) -> FilterValue {
    guard let key = members["key"] else { return members.item }
    guard members["item"] == nil else {
      throw .request("give 'item' or 'key', not both", .conflictingMembers)
    }
    guard let item = value(ofKey: key) else { throw .refused(.noKey(key)) }
    return item
  }
}
