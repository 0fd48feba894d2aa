internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

extension PipeResults {
  /// The settings with those that a request names; null is the default.
  func configuration(
    after members: PipeMembers
  ) throws(PipeError) -> ResultsConfiguration<FilterValue> {
    var configuration = controller.configuration
    if members["identity"] != nil { configuration.identity = try key(members, "identity") }
    if members["section"] != nil { configuration.section = try key(members, "section") }
    if members["sort"] != nil {
      var sort: [SortKey] = []
      for value in try members.optionalList("sort") { sort.append(try sortKey(value)) }
      configuration.sort = sort
    }
    if members["sectionOrder"] != nil {
      configuration.sectionOrder =
        try choice(
          members, "sectionOrder",
          [("first", .first), ("ascending", .ascending), ("descending", .descending)]) ?? .first
    }
    if members["emptySections"] != nil {
      configuration.emptySections = try choice(
        members, "emptySections", [("drop", .drop), ("keep", .keep)])
    }
    if members["duplicates"] != nil {
      configuration.duplicates =
        try choice(
          members, "duplicates", [("first", .first), ("last", .last), ("refuse", .refuse)])
        ?? .first
    }
    return configuration
  }

  private func key(
    _ members: PipeMembers, _ name: String
  ) throws(PipeError) -> ResultsKey<FilterValue>? {
    guard let path = try members.optionalText(name) else { return nil }
    try check(path, name)
    return .path(path)
  }

  private func sortKey(_ value: FilterValue) throws(PipeError) -> SortKey {
    if case .string(let text) = value { return try sortKey(parsing: text) }
    let members = try PipeMembers(value, "a sort key")
    try members.allow(["key", "ascending", "options"], of: "a sort key")
    let path = try members.text("key")
    try check(path, "key")
    var key = SortKey(path, ascending: try members.flag("ascending") ?? true)
    guard let options = try members.optionalText("options") else { return key }
    guard options != "numeric" else {
      key.isNumeric = true
      return key
    }
    guard let letters = AST.Comparison.Options(letters: options) else {
      throw PipeError(.request, "'options' is letters of cdnl, or numeric")
    }
    key.options = letters
    return key
  }

  /// `"name:desc"`
  private func sortKey(parsing text: String) throws(PipeError) -> SortKey {
    let key: SortKey
    do throws(SortKey.ParsingError) {
      key = try SortKey(parsing: text)
    } catch {
      throw PipeError(.request, error.description)
    }
    try check(key.keyPath, "sort")
    return key
  }

  /// Refuses what is no key path; to a controller it would be one that leads nowhere.
  private func check(_ path: String, _ name: String) throws(PipeError) {
    guard !path.isEmpty else { throw PipeError(.request, "'\(name)' is empty") }
    do throws(SyntaxError) {
      _ = try KeyPathReader<FilterValue>(path)
    } catch {
      throw PipeError(.request, "'\(name)' is no key path: \(error.message)")
    }
  }

  private func choice<Choice>(
    _ members: PipeMembers, _ name: String, _ choices: [(name: String, value: Choice)]
  ) throws(PipeError) -> Choice? {
    guard let text = try members.optionalText(name) else { return nil }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    let names = choices.map(\.name)
    throw .unknown(
      "'\(name)' is \(names.joined(separator: ", ")), not", text,
      nearest: EditDistance.nearest(to: text, in: names))
  }
}
