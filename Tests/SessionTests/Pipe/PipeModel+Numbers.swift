import ResultsTestSupport

/// A facet of the model, with what the rows are counted by.
struct ModelFacet {
  enum Kind {
    case values(String, ignoring: String?, limit: Int?)
    case ranges(String, bounds: [String], ignoring: String?)
    case filters([PipeModel.Filter])
  }

  var name: String
  var kind: Kind
}

/// An aggregate of the model: `sum`, `avg`, `min`, `max`, `distinct` or `count` of a key.
struct ModelAggregate {
  var name: String
  var function: String
  var key: String
}

/// The numbers beside the rows, as texts of JSON by name.
struct ShownNumbers: Equatable {
  struct Aggregates: Equatable {
    var values: [String: String] = [:]
    var failed: [String: String] = [:]

    init() {}

    /// The members of an answer, or of a section in one.
    init(_ node: JSONNode?) {
      values = Self.texts(node?["aggregates"])
      failed = Self.texts(node?["failed"])
    }

    init(values: JSONNode?, failed: JSONNode?) {
      self.values = Self.texts(values)
      self.failed = Self.texts(failed)
    }

    static func texts(_ node: JSONNode?) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (node?.keys ?? []).map { ($0, node?[$0]?.text ?? "") })
    }

    /// Takes the aggregates that a delivery has, each of which differs from the one that is known.
    mutating func take(_ others: Aggregates) throws {
      for (name, value) in others.values {
        guard values[name] != value || failed[name] != others.failed[name] else {
          throw ShownList.Misfit("aggregate \(name) is delivered as it was: \(value)")
        }
        (values[name], failed[name]) = (value, others.failed[name])
      }
      guard Set(others.failed.keys).isSubset(of: others.values.keys) else {
        throw ShownList.Misfit("failed without a value: \(others)")
      }
    }

    /// Whether those of `others` are known.
    func has(_ others: Aggregates) -> Bool {
      others.values.allSatisfy { name, value in
        values[name] == value && failed[name] == others.failed[name]
      }
    }
  }

  var facets: [String: String] = [:]
  var all = Aggregates()
  var sections: [Aggregates] = []

  init() {}

  /// What an answer to `snapshot` shows.
  init(_ answer: JSONNode) {
    facets = Aggregates.texts(answer["facets"])
    all = Aggregates(answer)
    sections = (answer["sections"]?.elements ?? []).map { Aggregates($0) }
  }

  /// Whether the numbers of `others` are known, those of sections apart.
  func has(_ others: ShownNumbers) -> Bool {
    all.has(others.all) && others.facets.allSatisfy { facets[$0] == $1 }
  }

  /// Follows a delivery to `new`. `origins` has the old index of each section, nil for one that came; nil for a reload.
  mutating func apply(
    _ delivery: JSONNode, to new: ShownNumbers, origins: [Int?]?, namesAggregates: Bool
  ) throws {
    for (name, value) in Aggregates.texts(delivery["facets"]) {
      guard facets[name] != value else {
        throw ShownList.Misfit("facet \(name) is delivered as it was: \(value)")
      }
      facets[name] = value
    }
    try all.take(Aggregates(delivery))
    guard has(new) else { throw ShownList.Misfit("the numbers are \(self) and not \(new)") }
    var told: [Int: Aggregates] = [:]
    for part in delivery["sectionAggregates"]?.elements ?? [] {
      guard let index = part.elements.first?.integer, new.sections.indices.contains(index),
        part.elements.count > 1, told[index] == nil
      else { throw ShownList.Misfit("numbers of no section: \(part.text)") }
      told[index] = Aggregates(
        values: part.elements[1], failed: part.elements.count > 2 ? part.elements[2] : nil)
    }
    for (index, expected) in new.sections.enumerated() {
      let known = origins?[index].map { sections[$0] }
      if let told = told[index] {
        guard told == expected else {
          throw ShownList.Misfit("section \(index) has \(told) and not \(expected)")
        }
        guard known != expected || namesAggregates else {
          throw ShownList.Misfit("section \(index) is delivered as it was: \(told)")
        }
      } else if origins != nil, let known, !known.has(expected) {
        throw ShownList.Misfit("section \(index) had \(known) and has \(expected)")
      } else if origins != nil, known == nil, !expected.values.isEmpty {
        throw ShownList.Misfit("no numbers of the new section \(index)")
      }
    }
    self = new
  }
}

// MARK: - The recount

extension PipeModel.State {
  /// The numbers beside the rows that are shown, counted row by row.
  var numbers: ShownNumbers {
    var numbers = ShownNumbers()
    guard let arranged, let stored = store.sections else { return numbers }
    let rows = stored.flatMap(\.rows)
    for facet in facets { numbers.facets[facet.name] = text(of: facet, rows) }
    numbers.all = aggregates(rows.filter(isShown))
    numbers.sections = arranged.map { aggregates($0.rows) }
    return numbers
  }

  private enum Verdict {
    case passes, hidden, failed
  }

  /// The verdict of filters, of which the first that does not pass decides.
  private func verdict(_ filters: [PipeModel.Filter], _ row: ModelRow) -> Verdict {
    for filter in filters {
      switch filter.passes(row) {
      case true?: continue
      case false?: return .hidden
      case nil: return .failed
      }
    }
    return .passes
  }

  private func text(of facet: ModelFacet, _ rows: [ModelRow]) -> String {
    func counted(_ group: String?) -> (rows: [ModelRow], failed: Int) {
      let others = filters.filter { group == nil || $0.group != group }
      return (
        rows.filter { verdict(others, $0) == .passes },
        rows.count { verdict(others, $0) == .failed }
      )
    }
    switch facet.kind {
    case .values(let key, let group, let limit):
      let (rows, failed) = counted(group)
      var values: [(value: ModelValue, texts: [String])] = []
      for row in rows {
        let text = row.text(key) ?? "null"
        if let index = values.firstIndex(where: { $0.value == row.value(key) }) {
          values[index].texts.append(text)
        } else {
          values.append((row.value(key), [text]))
        }
      }
      values.sort {
        $0.texts.count == $1.texts.count ? $0.value < $1.value : $0.texts.count > $1.texts.count
      }
      let shown = values.prefix(limit ?? .max)
      let pairs = shown.map { "[\(ModelRow.leastSpelling($0.texts)),\($0.texts.count)]" }
      let others = values.dropFirst(shown.count).reduce(0) { $0 + $1.texts.count }
      return """
        {"counts":[\(pairs.joined(separator: ","))],"distinct":\(values.count),\
        "failed":\(failed),"others":\(others)}
        """
    case .ranges(let key, let bounds, let group):
      let (rows, failed) = counted(group)
      let numbers = rows.compactMap { row -> Double? in
        if case .number(let number) = row.value(key) { number } else { nil }
      }
      let limits = bounds.compactMap(Double.init)
      let missing = rows.count { $0.value(key) == .missing }
      let pairs = (0...limits.count).map { index in
        let lower = index == 0 ? -Double.infinity : limits[index - 1]
        let upper = index == limits.count ? Double.infinity : limits[index]
        let count = numbers.count { $0 >= lower && $0 < upper }
        let from = index == 0 ? "null" : bounds[index - 1]
        let to = index == limits.count ? "null" : bounds[index]
        return "[[\(from),\(to)],\(count)]"
      }
      return """
        {"counts":[\(pairs.joined(separator: ","))],\
        "failed":\(failed + rows.count - numbers.count - missing),"nan":0,"nil":\(missing)}
        """
    case .filters(let candidates):
      let lists = candidates.map { PipeModel.adding($0, to: filters) }
      let pairs = zip(candidates, lists).map { candidate, list in
        "[\"\(candidate.name)\",\(rows.count { verdict(list, $0) == .passes })]"
      }
      let failed = rows.count { row in lists.contains { verdict($0, row) == .failed } }
      return #"{"counts":[\#(pairs.joined(separator: ","))]"#
        + (failed > 0 ? #","failed":\#(failed)}"# : "}")
    }
  }

  private func aggregates(_ rows: [ModelRow]) -> ShownNumbers.Aggregates {
    var result = ShownNumbers.Aggregates()
    for aggregate in aggregates {
      let texts = rows.compactMap { $0.text(aggregate.key) }
      let numbers = texts.filter { Double($0) != nil }
      let others = texts.count - numbers.count
      var failed = 0
      switch aggregate.function {
      case "count": result.values[aggregate.name] = "\(texts.count)"
      case "distinct":
        result.values[aggregate.name] = "\(Set(texts.map { ModelValue($0) }).count)"
      case "sum":
        // Small numbers, whose sum is exact.
        let sum = numbers.compactMap(Double.init).reduce(0, +)
        let isInteger = numbers.allSatisfy { Int($0) != nil }
        result.values[aggregate.name] = isInteger ? "\(Int(sum))" : "\(sum)"
        failed = others
      case "avg":
        let sum = numbers.compactMap(Double.init).reduce(0, +)
        result.values[aggregate.name] =
          numbers.isEmpty ? "null" : "\(sum / Double(numbers.count))"
        failed = others
      default:
        let known = numbers.count >= others ? numbers : texts.filter { Double($0) == nil }
        let values = known.map { ModelValue($0) }
        let extreme = aggregate.function == "min" ? values.min() : values.max()
        result.values[aggregate.name] =
          extreme.map { extreme in
            ModelRow.leastSpelling(known.filter { ModelValue($0) == extreme })
          } ?? "null"
        failed = texts.count - known.count
      }
      if failed > 0 { result.failed[aggregate.name] = "\(failed)" }
    }
    return result
  }
}

extension ModelRow {
  /// The value of a key as it is written.
  fileprivate func text(_ key: String) -> String? {
    switch key {
    case "id": id
    case "n": n
    case "city": city.map { "\"\($0)\"" }
    default: nil
    }
  }

  /// The spelling that names equal values: an integer before a double.
  fileprivate static func leastSpelling(_ texts: [String]) -> String {
    texts.min { left, right in
      let (isLeft, isRight) = (left.contains("."), right.contains("."))
      return isLeft == isRight ? left.utf8.lexicographicallyPrecedes(right.utf8) : isRight
    } ?? "null"
  }
}
