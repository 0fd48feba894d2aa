internal import FilterEngine
internal import FilterSyntax

extension Command {
  /// Requests that need no rows.
  static let language: [Command] = [
    Command(operations: [
      Operation(
        "evaluate", filterMembers,
        """
        {"op":"evaluate","filter":"age > %d","args":[30],"item":{"age":36}}
        {"result":true}
        """
      ) { session, members throws(ToolError) in
        .member("result", .bool(try session.evaluate(members)))
      },
      Operation(
        "value", ["expression", "args", "variables", "strict", "item"],
        """
        {"op":"value","expression":"tags.@count + 1","item":{"tags":["a","b"]}}
        {"value":3}
        """
      ) { session, members throws(ToolError) in .member("value", try session.value(members)) },
      Operation(
        "format", filterMembers + ["tree"],
        """
        {"op":"format","filter":"a=1 or b=$v","variables":{"v":2}}
        {"format":"a == 1 OR b == 2"}
        """
      ) { session, members throws(ToolError) in
        .members(try session.format(members))
      },
      .tree, .residual, .explain,
    ])
  ]

  private static let filterMembers = ["filter", "args", "variables", "strict", "item"]
}

extension Answer {
  /// The members with the text of a tree, which reads back to the same tree.
  static func format(
    of tree: AST.Predicate, _ options: FilterOptions
  ) -> [(String, FilterValue)] {
    let (text, arguments) = tree.rereadable(under: options.syntax)
    return members(of: text, arguments, named: "format")
  }

  /// The members with a text, and with the values of its placeholders if it has some.
  static func members(
    of text: String, _ arguments: [AST.Constant], named name: String
  ) -> [(String, FilterValue)] {
    let values = arguments.map { FilterValue(constant: $0) }
    return [(name, .string(text))]
      + (values.isEmpty ? [] : [("args", .list(FilterList(values)))])
  }
}

extension RequestSession {
  fileprivate func evaluate(_ members: RequestMembers) throws(ToolError) -> Bool {
    let predicate = try predicate(members)
    let bindings = try members.bindings
    do throws(EvaluationError) {
      return try predicate.matches(members.item, bindings: bindings, limits: limits)
    } catch {
      throw .refused(error, in: try members.text("filter"))
    }
  }

  /// The text of a filter, with the values of the variables that are given.
  fileprivate func format(_ members: RequestMembers) throws(ToolError) -> [(String, FilterValue)] {
    let bindings = try members.bindings
    let predicate = try members["tree"] == nil ? predicate(members) : predicate(ofTree: members)
    return Answer.format(
      of: try substituting(bindings, in: predicate).syntax,
      try members.options(libraries, nil, nil))
  }

  fileprivate func value(_ members: RequestMembers) throws(ToolError) -> FilterValue {
    let text = try members.text("expression")
    let arguments = try members.arguments
    let limits = limits.beginning()
    let options = try members.options(libraries, limits, policy)
    let bindings = try members.bindings
    let expression: FilterExpression<FilterValue>
    do throws(SyntaxError) {
      expression = try FilterExpression(
        FilterText(runTime: text), arguments: arguments, options: options, refusesUnused: false)
    } catch {
      throw .refused(error.proposingKey(of: paths(members)))
    }
    do throws(EvaluationError) {
      return try expression.value(of: members.item, bindings: bindings, limits: limits)
    } catch {
      throw .refused(error, in: text)
    }
  }
}
