internal import FilterEngine
internal import FilterableResults

extension Command {
  /// Commands for the visible rows and their order.
  static let arranging: [Command] = [
    Command(
      name: ".filter",
      usage: "add NAME[@GROUP] PREDICATE | remove NAME | replace NAME PREDICATE | clear",
      summary: "Add and remove filters.",
      details: """
        A row is shown where all filters let it pass. A filter replaces the one of its
        group, or without a group the one of its name. Quotes where a name or group
        has blanks: .filter add "Large ones"@size vCPUs >= 64
        """, completion: .filter,
      operations: filterOperations
    ) { session, words throws(ToolError) in
      let predicate = try session.editFilters(words)
      try session.sayCount()
      if let predicate { try session.hint(at: predicate) }
      try session.showNumbers()
    },
    Command(
      name: ".filters", usage: "", summary: "List the filters in force, in order."
    ) { session, words throws(ToolError) in
      try words.end()
      for filter in try session.opened().filters {
        try session.answer("\(filter.title)  \(filter.text)")
      }
    },
    Command(
      name: ".search", usage: "[TEXT]",
      summary: "Show only rows with a text in any of their texts.",
      details: """
        In any case and with any accents; one filter in the group "search". Without
        TEXT the search is over.
        """
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      if words.isEmpty {
        try data.removeFilters(named: "search", group: "search")
      } else {
        try data.add("search", group: "search", text: words.rest, .search(words.rest))
      }
      try session.sayCount()
      try session.hint(search: words.rest)
      try session.showNumbers()
    },
    Command(
      name: ".sort", usage: "[KEY[:desc][:cdnl|:numeric] …]",
      summary: "Order rows; without KEY as in the file.",
      details: """
        KEY is a key path or an expression; commas or blanks separate several.
        Rows without a value come first, or last where descending. Options: c any
        case, d any accents, n and l as in predicates, numeric for digits in texts.
        """, completion: .keys
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      var keys: [SortColumn] = []
      for text in try words.keys() { keys.append(try session.sortKey(text)) }
      try data.setSorting(keys)
      try session.hint(at: keys.map(\.column), isOrder: true)
    },
    Command(
      name: ".section", usage: "[KEY]", summary: "Show rows in sections; without KEY in one list.",
      completion: .keys
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      let key = try session.key(try words.onlyKey())
      try data.setSection(key)
      if let key {
        try session.say(ValueText.count(try data.sectionCount(), "section"))
        try session.hint(at: [key])
      }
    },
  ]

  private static let filterOperations = [
    Operation(
      "filter.add", RequestMembers.filterNames,
      #"{"op":"filter.add","name":"Adults","group":"age","filter":"age >= 18"}"#
    ) { session, members throws(ToolError) in
      try session.editFilters { filters throws(ToolError) in
        filters.add(try session.filter(members))
      }
    },
    Operation(
      "filter.remove", ["name", "group"],
      #"{"op":"filter.remove","name":"Adults","group":"age"}"#
    ) { session, members throws(ToolError) in try session.removeFilters(members) },
    Operation("filter.replaceAll", ["filters"], #"{"op":"filter.replaceAll","filters":[…]}"#) {
      session, members throws(ToolError) in
      try session.editFilters { filters throws(ToolError) in
        var list: [ResultsFilter<OpenRow>] = []
        for value in try members.list("filters") { list.append(try session.filter(of: value)) }
        filters = FilterRegistry(list)
      }
    },
    Operation("filter.clear") { session, _ throws(ToolError) in
      try session.editFilters { $0.removeAll() }
    },
  ]
}

extension Session {
  /// Adds, replaces or removes filters; the predicate of a new one.
  fileprivate func editFilters(
    _ words: CommandWords
  ) throws(ToolError) -> FilterPredicate<FilterValue>? {
    var words = words
    let action = try words.next()
    if action == "clear" {
      try words.end()
      try opened().removeFilters(named: nil, group: nil)
      return nil
    }
    guard let action, ["add", "replace", "remove"].contains(action) else { throw .misuse }
    let data = try opened()
    guard var (name, group) = try words.nextName() else { throw .misuse }
    if action != "add" {
      if action == "remove", !words.isEmpty { throw .misuse }
      let known = data.filters.first { $0.name == name && (group == nil || $0.group == group) }
      guard let known else {
        throw .message(
          "no filter is named '\(name)'" + (group.map { " in the group '\($0)'" } ?? ""))
      }
      if action == "remove" {
        try data.removeFilters(named: name, group: group)
        return nil
      }
      (name, group) = (known.name, known.group)
    }
    let predicate = try predicate(words.rest, offset: words.offset)
    try data.add(name, group: group, text: words.rest, .predicate(predicate))
    return predicate
  }
}
