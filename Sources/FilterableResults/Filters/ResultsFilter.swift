public import FilterEngine

/// A named predicate or closure, which hides the rows that do not pass.
///
/// At most one filter of a group is active at a time. Filters are not `Equatable`, as closures are not: a registry
/// finds them by name and group.
public struct ResultsFilter<Item: Filterable> {
  enum Test {
    case everything
    case predicate(FilterPredicate<Item>, bindings: [String: FilterValue])
    case closure(@Sendable (Item) throws -> Bool)
    case bulk(any BulkTest<Item>)
  }

  // A reference, which identifies a filter whose test cannot be compared, and makes copies of long lists cheap.
  fileprivate final class Definition {
    let name: String
    let group: String?
    let test: Test
    let chosen: [FilterValue]

    init(_ name: String, _ group: String?, _ test: Test, chosen: [FilterValue] = []) {
      self.name = name
      self.group = group
      self.test = test
      self.chosen = chosen
    }
  }

  /// The name, which `filtersHiding(key:)` reports.
  public var name: String { definition.name }

  /// The group, of which at most one filter is active; nil for none.
  public var group: String? { definition.group }

  /// The predicate; nil if all items pass or a closure is the test.
  public var predicate: FilterPredicate<Item>? {
    if case .predicate(let predicate, _) = test { predicate } else { nil }
  }

  var test: Test { definition.test }

  /// The values of a facet that the filter chooses; empty for any other filter.
  var chosen: [FilterValue] { definition.chosen }

  /// A value that is equal for filters of the same predicate and bindings; nil for code.
  var comparableDefinition: AnyHashable? {
    switch test {
    case .everything: AnyHashable(true)
    case .predicate(let predicate, let bindings): AnyHashable([AnyHashable(predicate), bindings])
    case .bulk(let test): test.definition
    case .closure: nil
    }
  }

  private let definition: Definition

  /// Creates a filter that evaluates a predicate.
  ///
  /// - Parameters:
  ///   - name: The name, which `filtersHiding(key:)` reports.
  ///   - group: The group, of which at most one filter is active; nil for none.
  ///   - predicate: The predicate; nil if all items pass.
  ///   - bindings: The values of the variables of the predicate.
  /// - Throws: An `EvaluationError` with the source range of a variable without a value, as the predicate would fail
  ///   for every item.
  public init(
    _ name: String, group: String? = nil, predicate: FilterPredicate<Item>?,
    bindings: [String: any FilterValueConvertible] = [:]
  ) throws(EvaluationError) {
    try predicate?.checkVariables(bindings)
    definition = Definition(
      name, group,
      predicate.map { .predicate($0, bindings: bindings.filterValues) } ?? .everything)
  }

  /// Creates a filter that calls a closure.
  ///
  /// The results of the closure are kept. If they depend on more than the item, call `refilter()` when they change.
  ///
  /// - Parameters:
  ///   - name: The name, which `filtersHiding(key:)` reports.
  ///   - group: The group, of which at most one filter is active; nil for none.
  ///   - test: Returns whether an item passes. An item for which it throws does not pass and is one of the
  ///     ``FilterFailures``.
  public init(
    _ name: String, group: String? = nil, where test: @escaping @Sendable (Item) throws -> Bool
  ) {
    definition = Definition(name, group, .closure(test))
  }

  /// Creates a filter that chooses values of a facet.
  init(_ name: String, group: String?, choosing values: [FilterValue], _ test: Test) {
    definition = Definition(name, group, test, chosen: values)
  }

  /// Creates a filter with a test that evaluates many items at once.
  package init(_ name: String, group: String? = nil, bulk test: any BulkTest<Item>) {
    definition = Definition(name, group, .bulk(test))
  }

  /// The identity, which differs from that of all other filters, even those with the same name.
  package var identity: ObjectIdentifier { ObjectIdentifier(definition) }

  /// Whether `item` passes.
  package func passes(_ item: Item, limits: EvaluationLimits) throws(EvaluationError) -> Bool {
    switch test {
    case .everything: return true
    case .predicate(let predicate, let bindings):
      return try predicate.matches(item, bindings: bindings, now: nil, limits: limits)
    case .closure(let closure): return try Self.passes(item, closure)
    case .bulk(let test): return try test.passes(item, limits: limits)
    }
  }

  /// Whether `item` passes the closure of a filter.
  static func passes(
    _ item: Item, _ closure: (Item) throws -> Bool
  ) throws(EvaluationError) -> Bool {
    do { return try closure(item) } catch let error as EvaluationError { throw error } catch {
      throw EvaluationError(.custom, "\(error)")
    }
  }
}

extension ResultsFilter {
  /// Whether a registry can only have one of the two filters: they have the same group, or the same name and no group.
  func replaces(_ other: ResultsFilter) -> Bool {
    group == other.group && (group != nil || name == other.name)
  }
}

extension ResultsFilter: Sendable where Item: SendableMetatype {}
extension ResultsFilter.Test: Sendable where Item: SendableMetatype {}
extension ResultsFilter.Definition: Sendable where Item: SendableMetatype {}

/// A test that evaluates many items at once, such as a test of the bytes that the items refer to.
package protocol BulkTest<Item>: Sendable {
  associatedtype Item

  /// Whether an item passes.
  func passes(_ item: Item, limits: EvaluationLimits) throws(EvaluationError) -> Bool

  /// Clears the bits of the items that do not pass.
  ///
  /// - Parameters:
  ///   - words: One bit for each item, 64 in a word, the lowest first. Only items whose bits are set are tested.
  ///   - items: The items, which are valid during the call.
  ///   - limits: The limits of the pass.
  ///   - failed: Receives the index of each item whose test throws, and the error. An error of a limit ends the pass.
  func narrow(
    _ words: inout [UInt64], of items: UnsafeBufferPointer<Item>, limits: EvaluationLimits,
    failed: (Int, EvaluationError) -> Void)

  /// Whether all items that pass this test also pass `other`; false if that cannot be shown.
  func implies(_ other: any BulkTest<Item>) -> Bool

  /// A value that is equal for tests with the same answers; nil if that is not known.
  var definition: AnyHashable? { get }

  /// Whether the test of an item can fail for another reason than a limit.
  var canFail: Bool { get }
}

extension BulkTest {
  package var definition: AnyHashable? { nil }
  package var canFail: Bool { true }
}
