internal import FilterableResults

extension Command {
  /// The command for the numbers beside the rows.
  static let counting: [Command] = [
    Command(
      name: ".count",
      usage: "[by KEY … | histogram KEY:UNIT | FUNCTION KEY | off]",
      summary: "Count rows by a key or by filters, and add totals of a key.",
      details: """
        FUNCTION is \(AggregateFunction.words.joined(separator: ", ")).
        All are shown again after each filter and predicate, and by .count alone:
          .count by city                        by value, most frequent first
          .count by price 0 10 100              by range, from one bound up to the next
          .count by Young@age: age < 18; Adult@age: age >= 18
          .count histogram due:month            by minute, hour, day, week, month, year
          .count histogram due:hour zone Europe/Berlin
          .count percentile ms:95               what 95 % of the values are not above
        The filters count, but for one in the group KEY: with .filter add L@city city
        == 'London' the line .count by city counts all cities, and marks London.
        Predicates are counted as if each was a filter of that name and group.
        """, completion: .count
    ) { session, words throws(ToolError) in
      let data = try session.opened()
      var words = words
      switch try words.next() {
      case nil: try session.showNumbers()
      case "off":
        try words.end()
        try data.setNumbers(SessionSummary())
      case "by": try session.count(try session.facet(words))
      case "histogram": try session.count(try session.histogram(words))
      case let word?:
        guard let kind = AggregateFunction.named.first(where: { $0.word == word }), !words.isEmpty
        else { throw .misuse }
        let (function, key) = try kind.function(of: words.rest)
        guard let column = try session.key(try CommandWords(key).onlyKey()) else { throw .misuse }
        try session.compute(
          NamedAggregate(
            name: function.name(of: column, key), function: function,
            key: CountedKey(column: column, isDate: false)))
      }
    }
  ]
}
