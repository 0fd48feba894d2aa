internal import FilterableResults

extension Command {
  /// Commands for the numbers beside the rows.
  static let counting: [Command] = [
    Command(
      name: ".facet",
      usage: "KEY [BOUND … | UNIT [ZONE]] | NAME[@GROUP]: PREDICATE; …",
      summary: "Count rows by a key or by filters, after each filter and predicate.",
      details: """
        By value, most frequent first; with bounds by range, each from one bound up to
        the next, without it; or by the minute, hour, day, week, month or year of a
        date, in UTC or a time zone. The filters count, but for one in the group KEY:
        with .filter add L@city city == 'London' the facet city counts all cities,
        and marks London. Predicates are counted as if each was a filter of that name
        and group:
          .facet city
          .facet price 0 10 100
          .facet due month
          .facet due hour Europe/Berlin
          .facet Young@age: age < 18; Adult@age: age >= 18
        """, completion: .keys
    ) { session, words throws(ToolError) in
      _ = try session.opened()
      try session.count(try session.facet(words))
    },
    Command(
      name: ".facets", usage: "[off]",
      summary: "Show all counts and totals, or remove them."
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      guard !words.isEmpty else { return try session.showNumbers() }
      guard words.rest == "off" else { throw .misuse }
      try data.setNumbers(SessionSummary())
    },
    aggregate(.sum, "Add the numbers of a key in the rows that are shown."),
    aggregate(.average, "Average the numbers of a key in the rows that are shown."),
    aggregate(.minimum, "Find the least value of a key in the rows that are shown."),
    aggregate(.maximum, "Find the greatest value of a key in the rows that are shown."),
    aggregate(
      .distinct, "Count the distinct values of a key in the rows that are shown."),
    aggregate(.median, "Find the middle value of a key in the rows that are shown."),
    aggregate(
      .percentile(95), usage: "KEY:PERCENT",
      "Find the value that a percentage of the values are not above, as in ms:95."),
  ]

  private static func aggregate(
    _ kind: AggregateFunction, usage: String = "KEY", _ summary: String
  ) -> Command {
    Command(
      name: ".\(kind.word)", usage: usage, summary: summary,
      details: """
        Rows without a value are left out. Shown again after each filter and predicate
        until .facets off.
        """, completion: .keys
    ) { session, words throws(ToolError) in
      _ = try session.opened()
      var (function, words) = (kind, words)
      if case .percentile = kind {
        guard !words.isEmpty else { throw .misuse }
        let (percentile, key) = try AggregateFunction.percentile(words.rest)
        (function, words) = (percentile, CommandWords(key))
      }
      guard let column = try session.key(try words.onlyKey()) else { throw .misuse }
      try session.compute(
        NamedAggregate(
          name: function.name(of: column.name), function: function,
          key: CountedKey(column: column, isDate: false)))
    }
  }
}
