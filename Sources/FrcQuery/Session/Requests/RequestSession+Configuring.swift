internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

extension RequestSession {
  /// The settings with those that a request names; null is the default.
  func configuration(
    after members: RequestMembers
  ) throws(ToolError) -> ResultsConfiguration<OpenRow> {
    var configuration = controller.configuration
    if members["identity"] != nil { configuration.rows.identity = try key(members, "identity") }
    if members["section"] != nil { configuration.sections.key = try key(members, "section") }
    if members["sort"] != nil {
      var sort: [ResultsSortKey<OpenRow>] = []
      for value in try members.optionalList("sort") {
        sort.append(try sortKey(value).reading(reading))
      }
      configuration.rows.sort = sort
    }
    if members["sectionOrder"] != nil {
      configuration.sections.order =
        try choice(
          members, "sectionOrder",
          [("first", .first), ("ascending", .ascending), ("descending", .descending)]) ?? .first
    }
    if members["emptySections"] != nil {
      configuration.sections.empty = try choice(
        members, "emptySections", [("drop", .drop), ("keep", .keep)])
    }
    if members["duplicates"] != nil {
      configuration.rows.duplicates =
        try choice(
          members, "duplicates", [("first", .first), ("last", .last), ("refuse", .refuse)])
        ?? .first
    }
    return configuration
  }

  /// The key path of a member; nil if it is missing or null.
  func key(
    _ members: RequestMembers, _ name: String
  ) throws(ToolError) -> ResultsKey<OpenRow>? {
    guard let path = try members.optionalText(name) else { return nil }
    return try checked(path, name) { path throws(SyntaxError) in try self.key(path) }
  }

  /// The key of a key path.
  func key(_ path: String) throws(SyntaxError) -> ResultsKey<OpenRow> {
    ResultsKey(reading(try KeyPathReader(path)), isNonisolated: false)
  }

  private func sortKey(_ value: FilterValue) throws(ToolError) -> ResultsSortKey<FilterValue> {
    if case .string(let text) = value { return try sortKey(parsing: text) }
    let members = try RequestMembers(value, "a sort key")
    try members.allow(["key", "ascending", "options"], of: "a sort key")
    let path = try members.text("key")
    let isAscending = try members.flag("ascending") ?? true
    var key = try checked(path, "key") { path throws(SyntaxError) in
      try ResultsSortKey<FilterValue>(keyPath: path, ascending: isAscending)
    }
    guard let options = try members.optionalText("options") else { return key }
    guard options != "numeric" else {
      key.isNumeric = true
      return key
    }
    guard let letters = AST.Comparison.Options(letters: options) else {
      throw .request("'options' must be letters of cdnl, or numeric")
    }
    key.options = letters
    return key
  }

  /// `"name:desc"`
  private func sortKey(parsing text: String) throws(ToolError) -> ResultsSortKey<FilterValue> {
    let key: SortKeyText
    do throws(SyntaxError) {
      key = try SortKeyText(text)
    } catch {
      throw .request("'sort' is not a sort key: \(error.message)")
    }
    return try checked(key.keyPath, "sort") { path throws(SyntaxError) in
      try ResultsSortKey<FilterValue>(
        keyPath: path, ascending: key.isAscending, options: key.options, numeric: key.isNumeric)
    }
  }

  /// The use of a key path.
  private func checked<Key>(
    _ path: String, _ name: String, _ make: (String) throws(SyntaxError) -> Key
  ) throws(ToolError) -> Key {
    guard !path.isEmpty else { throw .request("'\(name)' is empty") }
    do throws(SyntaxError) {
      try policy?.texts.check(keyPath: path)
      return try make(path)
    } catch {
      throw .request("'\(name)' is not a key path: \(error.message)")
    }
  }

  /// The value of a member that has one of some texts; nil if it is missing or null.
  func choice<Choice>(
    _ members: RequestMembers, _ name: String, _ choices: [(name: String, value: Choice)]
  ) throws(ToolError) -> Choice? {
    guard let text = try members.optionalText(name) else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let names = choices.map(\.name)
    let listed = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    throw .request(
      "'\(name)' must be \(listed)" + ToolError.hint(EditDistance.nearest(to: text, in: names)))
  }
}
