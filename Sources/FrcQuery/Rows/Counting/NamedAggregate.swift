internal import FilterEngine
internal import FilterSummaries
internal import FilterSyntax
internal import FilterableResults

/// A number computed from the values of a key, with its name.
struct NamedAggregate<Key> {
  let name: String
  let function: AggregateFunction
  let key: Key
}

extension NamedAggregate: Sendable where Key: Sendable {}

extension NamedAggregate {
  /// The values that a measure leaves out, and the reason; nil if there are none.
  func note(_ table: MeasureTable) -> String? {
    var parts: [String] = []
    switch table.leftOut {
    case 0: break
    case 1: parts.append("1 value that is not \(Self.list(table.kinds.map(\.phrase)))")
    case let others:
      parts.append("\(others) values that are not \(Self.list(table.kinds.map(\.plural)))")
    }
    if let reason = table.firstFailure {
      let values = table.failureCount == 1 ? "1 value" : "\(table.failureCount) values"
      parts.append("\(values) that cannot be computed (\(reason))")
    }
    return parts.isEmpty ? nil : "\(name) leaves out " + parts.joined(separator: " and ")
  }

  private static func list(_ words: [String]) -> String {
    [words.dropLast().joined(separator: ", "), words.last ?? ""].filter { !$0.isEmpty }
      .joined(separator: " or ")
  }
}

extension AggregateFunction {
  /// The word for the function in options, commands and requests.
  var word: String {
    switch self {
    case .count: "count"
    case .sum: "sum"
    case .average: "avg"
    case .minimum: "min"
    case .maximum: "max"
    case .distinct: "distinct"
    case .median: "median"
    case .percentile: "percentile"
    }
  }

  /// The functions that are asked for by their words.
  static let named: [AggregateFunction] = [
    .sum, .average, .minimum, .maximum, .distinct, .median, .percentile(95),
  ]
  static let words = named.map(\.word)

  /// The name of the function of a column that `text` spells: that before an equals sign, or one such as `sum(price)` or
  /// `p95(price)`.
  func name(of column: KeyColumn, _ text: String) -> String {
    if let (label, _) = ColumnText.named(text), label == column.name { return label }
    guard case .percentile(let percent) = self else { return "\(word)(\(column.name))" }
    return "p\(Int(exactly: percent).map { "\($0)" } ?? "\(percent)")(\(column.name))"
  }

  /// The percents of a percentile.
  static let percents = 0.0...100.0

  /// The function and the key of a text, which for a percentile ends in its percent, as in `key:95`.
  func function(of text: String) throws(ToolError) -> (function: AggregateFunction, key: String) {
    guard case .percentile = self else { return (self, text) }
    guard let (key, last) = ColumnText.divided(text, atLast: ":"), let percent = Double(last),
      Self.percents.contains(percent)
    else {
      throw .message(
        "'\(TerminalText.line(text))' has no percent: write one from 0 to 100 after a colon, as in ms:95"
      )
    }
    return (.percentile(percent), key)
  }
}
