import FilterSyntax

/// Reads the elements of a stored array or set one by one, so that a run can end between them.
///
/// Unchecked: the conformance of the elements may be isolated to the main actor, as with `ItemType`. Such elements
/// are read only there.
struct ElementReader: @unchecked Sendable {
  private let type: any CollectionType.Type

  /// Whether the elements can be read only on the main actor.
  private let isOnMainActor: Bool

  /// The most elements that are read without a look at the watch.
  fileprivate static let shortCount = 1_024

  /// The units of work of reading an element, which may be a struct that is copied.
  fileprivate static let units = 4

  init(_ type: any CollectionType.Type, isOnMainActor: Bool) {
    self.type = type
    self.isOnMainActor = isOnMainActor
  }

  /// The type of the elements.
  var element: any FilterValueConvertible.Type { type.element }

  /// The value of a long collection in a row; nil for a short one.
  func longValue(
    in row: Row, at range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    if isOnMainActor { MainActor.preconditionIsolated("a filter reads an item of the main actor") }
    return try type.longValue(in: row, at: range, run)
  }
}

/// A list or set, seen from its type alone.
protocol CollectionType {
  static var element: any FilterValueConvertible.Type { get }

  /// The value of a long collection in a row; nil for a short one.
  static func longValue(
    in row: Row, at range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue?
}

extension CollectionType {
  fileprivate static func values(
    of elements: some Collection<some FilterValueConvertible>, at range: SourceRange,
    _ run: EvaluationContext
  ) throws(EvaluationError) -> [FilterValue]? {
    guard elements.count > ElementReader.shortCount else { return nil }
    try run.make(elements: elements.count, at: range)
    var values: [FilterValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      try run.pass(ElementReader.units)
      values.append(element.filterValue)
    }
    return values
  }
}

extension Array: CollectionType where Element: FilterValueConvertible {
  static var element: any FilterValueConvertible.Type { Element.self }

  static func longValue(
    in row: Row, at range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    try values(of: row.load(Self.self, at: 0), at: range, run).map { .list(FilterList($0)) }
  }
}

extension Set: CollectionType where Element: FilterValueConvertible {
  static var element: any FilterValueConvertible.Type { Element.self }

  static func longValue(
    in row: Row, at range: SourceRange, _ run: EvaluationContext
  ) throws(EvaluationError) -> FilterValue? {
    guard let values = try values(of: row.load(Self.self, at: 0), at: range, run) else {
      return nil
    }
    return .set(try run.distinct(values))
  }
}
