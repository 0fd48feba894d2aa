internal import FilterEngine
internal import FilterableResults

extension DotCommand {
  /// What is shown, and in which order.
  static let arranging: [DotCommand] = [
    DotCommand(
      name: ".filter",
      usage: "add NAME[@GROUP] PREDICATE | remove NAME | replace NAME PREDICATE | clear",
      summary: "Put filters in force, and take them away.",
      details: """
        A row is shown where all filters let it pass. A filter replaces the one of its
        group, or without a group the one of its name. Quotes where a name or group
        has blanks: .filter add "Large ones"@size vCPUs >= 64
        """, completion: .filter
    ) { session, words throws(ToolError) in
      var words = words
      var added: FilterPredicate<FilterValue>?
      switch try words.next() {
      case "add": added = try session.addFilter(&words)
      case "replace": added = try session.replaceFilter(&words)
      case "remove": try session.removeFilter(&words)
      case "clear":
        try words.end(".filter")
        try session.opened().removeAllFilters()
      default: throw ReplWords.misuse(".filter")
      }
      try session.sayCount()
      if let added { try session.hint(at: added) }
    },
    DotCommand(
      name: ".filters", usage: "", summary: "List the filters in force, in order."
    ) { session, words throws(ToolError) in
      try words.end(".filters")
      for filter in try session.opened().settings.filters {
        try session.say("\(filter.title)  \(filter.text)")
      }
    },
    DotCommand(
      name: ".search", usage: "[TEXT]",
      summary: "Show only rows with a text in any of their texts.",
      details: """
        In any case and with any accents; one filter in the group "search". Without
        TEXT the search is over.
        """
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      if words.isEmpty {
        data.removeFilters(named: "search", group: "search")
      } else {
        try data.add(
          "search", group: "search", text: words.rest, test: SearchTest(text: words.rest))
      }
      try session.sayCount()
      try session.hint(search: words.rest)
    },
    DotCommand(
      name: ".section", usage: "[KEY]", summary: "Show rows in sections; without KEY in one list.",
      completion: .keys
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      try data.setSection(try session.key(try words.onlyKey()))
      if let section = data.settings.section {
        try session.say(ReplValue.count(data.snapshot.sections.count, "section"))
        try session.hint(at: [section.key])
      }
    },
    DotCommand(
      name: ".sort", usage: "[KEY[:desc][:cdnl|:numeric] …]",
      summary: "Order rows; without KEY as in the file.",
      details: """
        Rows without a value come first, or last where descending. Options: c any
        case, d any accents, n and l as in predicates, numeric for digits in texts.
        """, completion: .keys
    ) { session, words throws(ToolError) in
      var words = words
      let data = try session.opened()
      var keys: [SortColumn] = []
      while let word = try words.nextKey() {
        for part in KeyColumn.split(word, at: ",") where !part.isEmpty {
          keys.append(
            try SortColumn(part, libraries: session.libraries))
        }
      }
      try data.setSorting(keys)
      try session.hint(at: keys.map(\.column), isOrder: true)
    },
    DotCommand(
      name: ".why", usage: "KEY", summary: "Name the filters that hide a row.",
      details: "KEY is JSON if it parses as JSON, else text."
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      let key = ReplValue.value(try words.required(".why"))
      try session.say(try session.reasons(for: key, data))
    },
  ]
}

extension ReplSession {
  fileprivate func addFilter(
    _ words: inout ReplWords
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    let data = try opened()
    guard let (name, group) = try words.nextName() else { throw ReplWords.misuse(".filter") }
    return try add(name, group, words, to: data)
  }

  fileprivate func replaceFilter(
    _ words: inout ReplWords
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    let data = try opened()
    guard let (name, group) = try words.nextName() else { throw ReplWords.misuse(".filter") }
    let filter = try filter(name, group, data)
    return try add(filter.name, filter.group, words, to: data)
  }

  fileprivate func removeFilter(_ words: inout ReplWords) throws(ToolError) {
    let data = try opened()
    guard let (name, group) = try words.nextName(), words.isEmpty else {
      throw ReplWords.misuse(".filter")
    }
    _ = try filter(name, group, data)
    data.removeFilters(named: name, group: group)
  }

  private func add(
    _ name: String, _ group: String?, _ words: ReplWords, to data: OpenData
  ) throws(ToolError) -> FilterPredicate<FilterValue> {
    let predicate = try predicate(words.rest, offset: words.offset)
    try data.add(
      name, group: group, text: words.rest,
      test: PredicateTest(predicate: predicate, limits: limits))
    return predicate
  }

  /// A filter that has to be in force.
  private func filter(
    _ name: String, _ group: String?, _ data: OpenData
  ) throws(ToolError) -> OpenFilter {
    if let filter = data.filters(named: name, group: group).first { return filter }
    throw .message(
      "no filter is named '\(name)'" + (group.map { " in the group '\($0)'" } ?? ""))
  }

  /// Why a row is hidden, in words.
  fileprivate func reasons(
    for key: FilterValue, _ data: OpenData
  ) throws(ToolError) -> String {
    let row = try data.row(key)
    let filters = data.settings.filters.filter { (try? $0.answers.matches(row)) != true }
    guard !filters.isEmpty else { return "shown" }
    return "hidden by "
      + filters.map { "\($0.title)  \($0.text)" }.joined(separator: "\n          ")
  }
}
