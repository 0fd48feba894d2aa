package import FilterEngine
package import FilterSyntax
package import FilterableResults

/// Counts the rows of facets and aggregates from nothing, in the plainest way.
package struct SummaryRecount<Item: Filterable> {
  /// What a facet counts.
  package enum Counted {
    case values(
      options: AST.Comparison.Options = [], order: FacetOrder = .count, limit: Int? = nil)
    case ranges([FilterValue])
    case filters([ResultsFilter<Item>])
  }

  /// A facet, and how its key is read here.
  package struct FacetModel {
    package let facet: ResultsFacet<Item>
    package let counted: Counted
    package let read: (Item) throws -> FilterValue

    package init(
      _ facet: ResultsFacet<Item>, _ counted: Counted,
      _ read: @escaping (Item) throws -> FilterValue = { _ in .null }
    ) {
      self.facet = facet
      self.counted = counted
      self.read = read
    }
  }

  package struct AggregateModel {
    package let aggregate: ResultsAggregate<Item>
    package let function: AggregateFunction
    package let read: (Item) throws -> FilterValue

    package init(
      _ function: AggregateFunction, _ key: ResultsKey<Item>,
      _ read: @escaping (Item) throws -> FilterValue
    ) {
      aggregate = ResultsAggregate(function, of: key)
      self.function = function
      self.read = read
    }
  }

  /// The filters in the order of application.
  let filters: [ResultsFilter<Item>]

  /// The values that were chosen, by group.
  let chosen: [String: [FilterValue]]

  package init(_ filters: [ResultsFilter<Item>], chosen: [String: [FilterValue]] = [:]) {
    self.filters = filters
    self.chosen = chosen
  }

  private enum Outcome { case passes, hides, fails }

  private func outcome(_ filters: some Sequence<ResultsFilter<Item>>, _ item: Item) -> Outcome {
    for filter in filters {
      do {
        if try !filter.passes(item, limits: .standard) { return .hides }
      } catch {
        return .fails
      }
    }
    return .passes
  }

  // MARK: - Facets

  package func counts(of model: FacetModel, _ items: [Item]) -> FacetCounts {
    var result = FacetCounts()
    switch model.counted {
    case .filters(let candidates): count(candidates, items, &result)
    case .values(let options, let order, let limit):
      var entries: [Entry] = []
      for elements in values(model, items, &result) {
        for value in elements { Self.add(value, to: &entries, options) }
      }
      result.distinct = entries.count
      for value in model.facet.group.flatMap({ chosen[$0] }) ?? [] {
        if let index = entries.firstIndex(where: { Self.areEqual($0.value, value, options) }) {
          entries[index].isChosen = true
        } else {
          entries.append(Entry(value: value, count: 0, isChosen: true))
        }
      }
      entries.sort { left, right in
        if order == .count, left.count != right.count { return left.count > right.count }
        return Self.precedes(left.value, right.value)
      }
      for (place, entry) in entries.enumerated() {
        if place < limit ?? .max || entry.isChosen {
          result.counts.append(
            FacetCount(entry.value, count: entry.count, isInForce: entry.isChosen))
        } else {
          result.others += entry.count
        }
      }
    case .ranges(let bounds):
      let lists = values(model, items, &result)
      let edges = [Double?.none] + bounds.map { Self.number($0) }
      for (index, lower) in edges.enumerated() {
        let upper = index < bounds.count ? Self.number(bounds[index]) : nil
        let count = lists.count {
          guard let number = Self.number($0[0]), !number.isNaN else { return false }
          return number >= lower ?? -.infinity && upper.map { number < $0 } ?? true
        }
        result.counts.append(
          FacetCount(
            index == 0 ? .null : bounds[index - 1],
            upperBound: bounds.dropFirst(index).first, count: count))
      }
      result.missing = lists.count { $0[0].isNull }
      result.notANumber = lists.count { Self.number($0[0])?.isNaN == true }
      result.failed += lists.count { !$0[0].isNull && Self.number($0[0]) == nil }
    }
    return result
  }

  /// The distinct values of each row that counts. Adds those that fail.
  private func values(
    _ model: FacetModel, _ items: [Item], _ result: inout FacetCounts
  ) -> [[FilterValue]] {
    let others = filters.filter { model.facet.group == nil || $0.group != model.facet.group }
    var lists: [[FilterValue]] = []
    for item in items {
      switch outcome(others, item) {
      case .hides: continue
      case .fails: result.failed += 1
      case .passes:
        guard let value = try? model.read(item) else {
          result.failed += 1
          continue
        }
        guard case .values = model.counted, case .list(let list) = value else {
          lists.append([value])
          continue
        }
        var distinct: [FilterValue] = []
        for element in list.elements {
          if let known = distinct.firstIndex(of: element) {
            if Self.spells(element, before: distinct[known]) { distinct[known] = element }
          } else {
            distinct.append(element)
          }
        }
        lists.append(distinct.isEmpty ? [.null] : distinct)
      }
    }
    return lists
  }

  private func count(
    _ candidates: [ResultsFilter<Item>], _ items: [Item], _ result: inout FacetCounts
  ) {
    var failed = Set<Int>()
    for candidate in candidates {
      var list = filters
      let place = list.firstIndex {
        candidate.group == nil
          ? $0.group == nil && $0.name == candidate.name : $0.group == candidate.group
      }
      if let place { list[place] = candidate } else { list.append(candidate) }
      var count = 0
      for (index, item) in items.enumerated() {
        switch outcome(list, item) {
        case .passes: count += 1
        case .hides: break
        case .fails: failed.insert(index)
        }
      }
      let isInForce = filters.contains {
        $0.identity == candidate.identity
          || $0.name == candidate.name && $0.group == candidate.group && $0.predicate != nil
            && $0.predicate == candidate.predicate
      }
      result.counts.append(
        FacetCount(.string(candidate.name), count: count, isInForce: isInForce))
    }
    result.failed = failed.count
  }

  // MARK: - Values

  private struct Entry {
    var value: FilterValue
    var count: Int
    var isChosen = false
  }

  private static func add(
    _ value: FilterValue, to entries: inout [Entry], _ options: AST.Comparison.Options
  ) {
    guard let index = entries.firstIndex(where: { areEqual($0.value, value, options) }) else {
      return entries.append(Entry(value: value, count: 1))
    }
    entries[index].count += 1
    if spells(value, before: entries[index].value) { entries[index].value = value }
  }

  private static func areEqual(
    _ left: FilterValue, _ right: FilterValue, _ options: AST.Comparison.Options
  ) -> Bool {
    if options.contains(.caseInsensitive), case .string(let left) = left,
      case .string(let right) = right
    {
      return left.lowercased() == right.lowercased()
    }
    return left == right
  }

  private static func spells(_ left: FilterValue, before right: FilterValue) -> Bool {
    func rank(_ value: FilterValue) -> Int {
      switch value {
      case .int, .wide: 0
      case .double: 1
      case .decimal: 2
      case .bool: 3
      default: 4
      }
    }
    func text(_ value: FilterValue) -> [UInt8] {
      if case .string(let text) = value { Array(text.utf8) } else { Array("\(value)".utf8) }
    }
    if rank(left) != rank(right) { return rank(left) < rank(right) }
    return text(left).lexicographicallyPrecedes(text(right))
  }

  private static func number(_ value: FilterValue) -> Double? {
    switch value {
    case .int(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The order of values: nil, numbers with NaN between those below zero and the others, texts, and others.
  private static func precedes(_ left: FilterValue, _ right: FilterValue) -> Bool {
    func rank(_ value: FilterValue) -> Int {
      if value.isNull { return 0 }
      if let number = number(value) { return number.isNaN ? 2 : number < 0 ? 1 : 3 }
      if case .string = value { return 4 }
      return 5
    }
    let ranks = (rank(left), rank(right))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if let left = number(left), let right = number(right) { return left < right }
    if case .string(let left) = left, case .string(let right) = right {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return "\(left)".utf8.lexicographicallyPrecedes("\(right)".utf8)
  }

  // MARK: - Aggregates

  /// The median or a percentile of values of one kind.
  private static func quantile(
    _ values: [FilterValue], _ function: AggregateFunction
  ) -> FilterValue {
    let sorted = values.sorted { $0 == $1 ? spells($0, before: $1) : precedes($0, $1) }
    guard !sorted.isEmpty else { return .null }
    func named(_ value: FilterValue) -> FilterValue { sorted.first { $0 == value } ?? value }
    if case .percentile(let percent) = function {
      let found = sorted.first { value in
        let notAbove = sorted.count { !precedes(value, $0) }
        return Double(notAbove * 100) >= percent * Double(sorted.count)
      }
      return found.map(named) ?? .null
    }
    let middle = (named(sorted[(sorted.count - 1) / 2]), named(sorted[sorted.count / 2]))
    if middle.0 == middle.1 { return middle.0 }
    var sum = ExactSum()
    return sum.add(middle.0) && sum.add(middle.1) ? sum.average ?? .null : middle.0
  }

  /// The value of an aggregate of those items that pass all filters.
  package func value(of model: AggregateModel, _ items: [Item]) -> AggregateValue {
    var values: [FilterValue] = []
    var failed = 0
    for item in items where outcome(filters, item) == .passes {
      do { values.append(try model.read(item)) } catch { failed += 1 }
    }
    values.removeAll(where: \.isNull)
    switch model.function {
    case .count, .distinct:
      var elements = values.flatMap { value -> [FilterValue] in
        if case .list(let list) = value {
          return model.function == .count ? [value] : list.elements
        }
        return [value]
      }
      if model.function == .distinct {
        elements = elements.filter { !$0.isNull }.reduce(into: []) {
          if !$0.contains($1) { $0.append($1) }
        }
      }
      return AggregateValue(.int(Int64(elements.count)), failed: failed)
    case .sum, .average:
      var sum = ExactSum()
      for value in values where !sum.add(value) { failed += 1 }
      return AggregateValue(
        model.function == .sum ? sum.sum : sum.average ?? .null, failed: failed)
    case .minimum, .maximum, .median, .percentile:
      let numbers = values.filter { Self.number($0) != nil }
      let finite = numbers.filter { Self.number($0)?.isNaN == false }
      let texts = values.filter { if case .string = $0 { true } else { false } }
      let others = values.count - numbers.count - texts.count
      let compared = finite.count >= texts.count ? finite : texts
      failed += others + min(finite.count, texts.count)
      guard [.minimum, .maximum].contains(model.function) else {
        return AggregateValue(Self.quantile(compared, model.function), failed: failed)
      }
      let best = compared.min { left, right in
        if left == right { return Self.spells(left, before: right) }
        return Self.precedes(left, right) == (model.function == .minimum)
      }
      return AggregateValue(best ?? .null, failed: failed)
    }
  }
}
