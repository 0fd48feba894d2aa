internal import ArgumentParser
internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// The options that count rows in groups.
struct CountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count rows by the values of key paths or expressions, the most frequent first.",
      valueName: "[name=]expression,…"))
  var countBy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count rows in ranges of a number or a date; the width is a number or minute … year.",
      valueName: "expression[:width]"))
  var histogram: String?

  @Option(
    help: ArgumentHelp(
      "Time zone of the ranges of dates; the default is UTC.", valueName: "Area/City"))
  var zone: String?

  @Option(help: ArgumentHelp("Add the exact sum of a number.", valueName: "[name=]expression"))
  var sum: [String] = []

  @Option(help: ArgumentHelp("Add the average of a number.", valueName: "[name=]expression"))
  var avg: [String] = []

  @Option(help: ArgumentHelp("Add the least value.", valueName: "[name=]expression"))
  var min: [String] = []

  @Option(help: ArgumentHelp("Add the greatest value.", valueName: "[name=]expression"))
  var max: [String] = []

  @Option(
    help: ArgumentHelp("Add the number of distinct values.", valueName: "[name=]expression"))
  var distinct: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the middle value, or the mean of the middle two.", valueName: "[name=]expression"))
  var median: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the value that so many percent of the values are not above.",
      valueName: "[name=]expression:percent"))
  var percentile: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest number of groups, and of distinct values; the default is 1000000.",
      valueName: "n"))
  var maxGroups: Int = Counting.usualMaxGroups

  func validate() throws {
    if maxGroups < 1 { throw ValidationError("--max-groups must be at least 1.") }
    if maxGroups > Self.mostGroups {
      throw ValidationError("--max-groups must be at most \(Self.mostGroups).")
    }
  }

  /// As many as are numbered with 32 bits.
  private static let mostGroups = 4_000_000_000

  /// The texts of the columns of aggregates.
  private var aggregates: [(function: AggregateFunction, texts: [String])] {
    [
      (.sum, sum), (.average, avg), (.minimum, min), (.maximum, max), (.distinct, distinct),
      (.median, median), (.percentile(0), percentile),
    ]
  }

  /// The option that asks for groups; nil if none does.
  var first: String? {
    if !countBy.isEmpty { return "--count-by" }
    if histogram != nil { return "--histogram" }
    return aggregates.first { !$0.texts.isEmpty }.map { "--" + $0.function.word }
  }

  /// The request and the columns that it reads; nil if no option asks for groups.
  func counting(
    beside options: QueryOptions, _ libraries: FilterLibraries, in request: EvaluationContext
  ) throws(ToolError) -> (counting: Counting, columns: [KeyColumn])? {
    if zone != nil, histogram == nil {
      throw .message("--zone is the time zone of --histogram, which is not given")
    }
    guard let first else { return nil }
    try check(options, first)
    var counting = Counting()
    var columns: [KeyColumn] = []
    if let histogram {
      let (key, width) = try Self.histogram(histogram)
      columns.append(try KeyColumn(key, libraries: libraries, in: request))
      counting.histogram = width
      if let zone { counting.zone = try .named(zone) }
      counting.columns = ["from", "to"]
    } else if !countBy.isEmpty {
      for key in countBy.flatMap(ColumnText.list) {
        columns.append(try KeyColumn(key, libraries: libraries, in: request))
      }
      counting.columns = columns.map(\.name)
    }
    counting.keyCount = columns.count
    counting.columns.append("count")
    try addAggregates(to: &counting, &columns, libraries, in: request)
    var names: Set<[UInt8]> = []
    for name in counting.columns where !names.insert(Array(name.utf8)).inserted {
      throw .message("two columns have the name '\(name)': name one of them, as in total=\(name)")
    }
    counting.order = try order(options.sort, counting.columns)
    (counting.limit, counting.offset) = (options.limit, options.offset)
    counting.maxGroups = maxGroups
    return (counting, columns)
  }

  /// Adds the aggregates and the columns that they read.
  private func addAggregates(
    to counting: inout Counting, _ columns: inout [KeyColumn], _ libraries: FilterLibraries,
    in request: EvaluationContext
  ) throws(ToolError) {
    for (kind, texts) in aggregates {
      for text in texts {
        let (function, text) = try kind.function(of: text)
        let column = try KeyColumn(text, libraries: libraries, in: request)
        let name = function.name(of: column, text)
        counting.aggregates.append(
          NamedAggregate(name: name, function: function, key: columns.count))
        counting.columns.append(name)
        columns.append(column)
      }
    }
  }

  /// Throws if an option does not fit to groups.
  private func check(_ options: QueryOptions, _ first: String) throws(ToolError) {
    if !countBy.isEmpty, histogram != nil {
      throw .message("--count-by and --histogram are two ways to count: use one of them")
    }
    let reasons: [(isGiven: Bool, option: String, remedy: String)] = [
      (
        !options.select.isEmpty, "--select",
        "name the columns by --count-by, and by --sum, --avg, --min, --max, --distinct, --median or --percentile"
      ),
      (options.section != nil, "--section", "count by its key, as in --count-by KEY"),
      (options.unique != nil, "--unique", "count the values of a key with --distinct KEY"),
      (options.limitBy != nil, "--limit-by", "count the values of a key with --distinct KEY"),
      (options.count, "--count", "groups are counted without it"),
      (options.withFilename, "--with-filename", "a group can have rows of several files"),
      (options.lineNumber, "--line-number", "a group can have rows of several lines"),
      (
        histogram != nil && !options.sort.isEmpty, "--sort",
        "ranges are in their order; use --count-by to sort groups"
      ),
    ]
    if let (_, option, remedy) = reasons.first(where: \.isGiven) {
      throw .message("\(option) does not go with \(first): \(remedy)")
    }
  }

  /// The key and the width of `key:width`.
  private static func histogram(
    _ text: String
  ) throws(ToolError) -> (key: String, width: HistogramWidth) {
    guard let (key, last) = ColumnText.divided(text, atLast: ":") else { return (text, .automatic) }
    guard let width = HistogramWidth(last) else {
      let units = ValueRanges.Unit.allCases.map(\.rawValue).joined(separator: ", ")
      throw .message(
        "'\(last)' is not a width: write a positive number such as 10 or 0.5, or \(units)"
      )
    }
    return (key, width)
  }

  /// The columns of the output that texts such as `count:desc,city` sort by.
  private func order(
    _ texts: [String], _ columns: [String]
  ) throws(ToolError) -> [Counting.Order] {
    var order: [Counting.Order] = []
    for part in texts.flatMap(ColumnText.list) {
      let key: SortKeyText
      do throws(SyntaxError) {
        key = try SortKeyText(part, isExpression: true)
      } catch {
        throw .syntax(error)
      }
      let name = ColumnText.unquoted(key.keyPath)
      guard
        let column = columns.firstIndex(where: {
          $0.utf8.elementsEqual(name.utf8) || $0.utf8.elementsEqual(key.keyPath.utf8)
        })
      else {
        if let error = key.unknownOption { throw .syntax(error) }
        throw .message(
          "'\(name)' is not a column of the groups: sort by \(columns.joined(separator: ", "))")
      }
      order.append(
        Counting.Order(
          column: column,
          comparison: SortComparison(options: key.options, isNumeric: key.isNumeric),
          isAscending: key.isAscending))
    }
    return order
  }
}
