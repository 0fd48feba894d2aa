public import FilterEngine

/// A named predicate, alone in its group.
///
/// Filters are not compared, as closures cannot be: a registry finds them by name and group.
public struct Filter<Item: Filterable> {
  /// What a filter decides with.
  enum Test {
    case everything
    case predicate(FilterPredicate<Item>, bindings: [String: FilterValue])
    case closure(@Sendable (Item) throws -> Bool)
    case bulk(any BulkTest<Item>)
  }

  /// What a filter is made of. A reference tells two filters apart whose tests cannot be compared, and makes copies
  /// of long lists cheap.
  fileprivate final class Definition {
    let name: String
    let group: String?
    let test: Test

    init(_ name: String, _ group: String?, _ test: Test) {
      self.name = name
      self.group = group
      self.test = test
    }
  }

  /// The name, for people and for `filtersHiding(key:)`.
  public var name: String { definition.name }

  /// The group of which at most one filter is in force.
  public var group: String? { definition.group }

  /// The predicate, nil where everything passes or a closure decides.
  public var predicate: FilterPredicate<Item>? {
    if case .predicate(let predicate, _) = test { predicate } else { nil }
  }

  var test: Test { definition.test }

  private let definition: Definition

  /// Creates a filter by predicate.
  ///
  /// - Parameters:
  ///   - name: The name, for people and for `filtersHiding(key:)`.
  ///   - group: The group of which at most one filter is in force, or nil for none.
  ///   - predicate: The predicate, or nil to let everything pass.
  ///   - bindings: The values of the variables of the predicate.
  /// - Throws: An `EvaluationError` with the place of a variable that has no value, as no row would have an answer.
  public init(
    _ name: String, group: String? = nil, predicate: FilterPredicate<Item>?,
    bindings: [String: any FilterValueConvertible] = [:]
  ) throws(EvaluationError) {
    try predicate?.checkVariables(bindings)
    definition = Definition(
      name, group,
      predicate.map { .predicate($0, bindings: bindings.filterValues) } ?? .everything)
  }

  /// A filter by code. Where it reads more than the item, `refilter()` asks it again.
  public init(
    _ name: String, group: String? = nil, where test: @escaping @Sendable (Item) throws -> Bool
  ) {
    definition = Definition(name, group, .closure(test))
  }

  /// A filter by a test that answers for many items at once.
  package init(_ name: String, group: String? = nil, bulk test: any BulkTest<Item>) {
    definition = Definition(name, group, .bulk(test))
  }

  /// What tells it from all other filters, those of its name too.
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

  /// Whether `item` passes a filter by code.
  static func passes(
    _ item: Item, _ closure: (Item) throws -> Bool
  ) throws(EvaluationError) -> Bool {
    do { return try closure(item) } catch let error as EvaluationError { throw error } catch {
      throw EvaluationError(.custom, "\(error)")
    }
  }
}

extension Filter {
  /// Whether a registry holds only one of both: filters of one group, or of one name without a group.
  func replaces(_ other: Filter) -> Bool {
    group == other.group && (group != nil || name == other.name)
  }
}

extension Filter: Sendable where Item: SendableMetatype {}
extension Filter.Test: Sendable where Item: SendableMetatype {}
extension Filter.Definition: Sendable where Item: SendableMetatype {}
