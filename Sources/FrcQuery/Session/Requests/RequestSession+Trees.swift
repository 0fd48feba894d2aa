internal import FilterEngine
internal import FilterSyntax

extension Operation {
  /// The tree of a filter as data.
  static let tree = Operation(
    "tree", ["filter", "args", "variables", "strict"],
    """
    {"op":"tree","filter":"age > 3"}
    {"tree":{"version":1,"predicate":{"op":">","args":[{"property":"age"},3]}}}
    """
  ) { session, members throws(ToolError) in .member("tree", try session.tree(members)) }

  /// What remains of a filter when some keys are known.
  static let residual = Operation(
    "residual", ["filter", "args", "variables", "strict", "known"],
    """
    {"op":"residual","filter":"team == 3 AND open == TRUE","known":{"team":3}}
    {"residual":"open == TRUE"}
    """
  ) { session, members throws(ToolError) in try session.residual(members) }
}

extension Answer {
  /// What remains of a predicate with this text when some keys are known.
  ///
  /// The filters of a policy are not divided, because an answer could show them. If there are some, the answer says that
  /// they have to hold as well.
  static func residual(
    of predicate: FilterPredicate<FilterValue>, knowing known: [String: FilterValue],
    in text: String, hasAlways: Bool
  ) throws(ToolError) -> Answer {
    let residual: FilterPredicate<FilterValue>.Residual
    do throws(SyntaxError) {
      residual = try predicate.withoutAlways().residual(knowing: known)
    } catch {
      throw .refused(error)
    }
    var answer: [(String, FilterValue)]
    switch residual {
    case .decided(let result): answer = [("result", .bool(result))]
    case .failed(let error): throw .refused(error, in: text)
    case .open(let rest, let keys):
      let (text, arguments) = rest.syntax.template
      answer = members(of: text, arguments, named: "residual")
      if !keys.isEmpty {
        answer.append(("knownKeysRead", .list(FilterList(keys.map { .string($0) }))))
      }
    }
    if hasAlways { answer.append(("always", .bool(true))) }
    return .members(answer)
  }
}

extension RequestSession {
  fileprivate func tree(_ members: RequestMembers) throws(ToolError) -> FilterValue {
    let predicate = try substituting(try members.bindings, in: try predicate(members))
    do throws(SyntaxError) {
      return try predicate.treeData()
    } catch {
      throw .refused(error)
    }
  }

  fileprivate func residual(_ members: RequestMembers) throws(ToolError) -> Answer {
    guard case .object(let known) = try members.value("known") else {
      throw .request("'known' must be an object")
    }
    let predicate = try substituting(try members.bindings, in: try predicate(members))
    return try .residual(
      of: predicate, knowing: Dictionary(known.members.map { ($0.key, $0.value) }) { $1 },
      in: try members.text("filter"), hasAlways: policy?.always != nil)
  }

  /// The predicate of the tree in a request.
  func predicate(
    ofTree members: RequestMembers
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    guard members["filter"] == nil, members["args"] == nil else {
      throw .request("give 'tree' or 'filter' with 'args', not both", .conflictingMembers)
    }
    let data = try members.value("tree")
    let options = try members.options(libraries, limits, policy)
    do throws(FilterTreeError) {
      return try FilterPredicate(treeData: data, options: options)
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .malformed, .untranslatable: throw .request(error.description)
      }
    }
  }

  /// The predicate with the values of variables in their places.
  func substituting(
    _ bindings: [String: FilterValue], in predicate: FilterPredicate<FilterValue>
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    guard !bindings.isEmpty else { return predicate }
    do throws(SyntaxError) {
      return try predicate.substituting(bindings)
    } catch {
      throw .refused(error)
    }
  }
}
